import { MAX_UPLOAD_CHUNK_BYTES } from './frames.ts';

export type ByteSource = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes of a stream or an upload on their way to the other side: never more than it has granted. */
export class OutgoingBytes {
  #credit: number;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(initialCredit: number) {
    this.#credit = initialCredit;
  }

  grant(chunks: number): void {
    this.#credit += chunks;
    this.#wake();
  }

  /** Nothing more is wanted: what the source gives next ends it. */
  stop(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Resolves when all is sent or nothing more is wanted; rejects with what the source throws. */
  async send(source: ByteSource, sendChunk: (bytes: Uint8Array) => void): Promise<void> {
    for await (const bytes of source) {
      while (this.#credit === 0 && !this.#isOver)
        await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isOver) return;
      this.#credit -= 1;
      sendChunk(bytes);
    }
  }
}

/** As an upload may send them, each with a buffer of its own: a message port would clone all that lies under a view. */
export async function* inChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    if (bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength <= MAX_UPLOAD_CHUNK_BYTES) {
      if (bytes.byteLength > 0) yield bytes;
      continue;
    }
    for (let start = 0; start < bytes.byteLength; start += MAX_UPLOAD_CHUNK_BYTES)
      yield bytes.slice(start, start + MAX_UPLOAD_CHUNK_BYTES);
  }
}
