import { INITIAL_UPLOAD_CREDIT, MAX_UPLOAD_CHUNK_BYTES } from './frames.ts';

/** The bytes of an upload on their way to its handler: never more of them wait than were granted. */
export class IncomingBytes {
  #waiting: Uint8Array[] = [];
  /** Chunks that the caller may still send. */
  #credit = INITIAL_UPLOAD_CREDIT;
  /** Chunks that were taken and not granted again. */
  #taken = 0;
  #isWhole = false;
  #wake: () => void = () => undefined;
  readonly #signal: AbortSignal;
  readonly #grant: (chunks: number) => void;

  constructor(signal: AbortSignal, grant: (chunks: number) => void) {
    this.#signal = signal;
    this.#grant = grant;
    signal.addEventListener('abort', () => {
      this.#waiting = [];
      this.#wake();
    });
  }

  /** Chunks that may be on their way. */
  get unsent(): number {
    return this.#isWhole ? 0 : this.#credit;
  }

  /** Why these bytes cannot be taken; null where they are. */
  push(bytes: Uint8Array): string | null {
    if (this.#isWhole) return 'Bytes came after the end of an upload.';
    if (this.#credit === 0) return 'More bytes of an upload came than were granted.';
    if (bytes.byteLength === 0 || bytes.byteLength > MAX_UPLOAD_CHUNK_BYTES)
      return `An upload comes in chunks of 1 to ${MAX_UPLOAD_CHUNK_BYTES} bytes, not ${bytes.byteLength}.`;
    this.#credit -= 1;
    this.#waiting.push(bytes);
    this.#wake();
    return null;
  }

  /** All of it has arrived. Says whether that is so for the first time. */
  finish(): boolean {
    if (this.#isWhole) return false;
    this.#isWhole = true;
    this.#wake();
    return true;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#signal.aborted) throw this.#signal.reason as Error;
      const bytes = this.#waiting.shift();
      if (bytes) {
        yield bytes;
        this.#onTaken();
      } else if (this.#isWhole) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Several are granted together: a message for each would cost as much as the chunk. */
  #onTaken(): void {
    this.#taken += 1;
    if (this.#isWhole || this.#signal.aborted || this.#taken < INITIAL_UPLOAD_CREDIT / 2) return;
    this.#credit += this.#taken;
    this.#grant(this.#taken);
    this.#taken = 0;
  }
}
