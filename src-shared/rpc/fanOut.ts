/** What a reader that does not keep up may lag behind; the oldest goes first. About 2 s of scope. */
const MAX_WAITING_CHUNKS = 64;

/** One source of bytes for any number of readers, who come and go. */
export interface ByteFanOut {
  push: (bytes: Uint8Array) => void;
  /** Yields what is pushed from now on, until the signal aborts. */
  read: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly readerCount: number;
}

interface Reader {
  waiting: Uint8Array[];
  wake: () => void;
}

/** `onReadersChanged` hears the number of readers each time that it changed. */
export function createByteFanOut(onReadersChanged: (count: number) => void = () => undefined): ByteFanOut {
  const readers = new Set<Reader>();

  async function* read(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader: Reader = { waiting: [], wake: () => undefined };
    const onAbort = () => reader.wake();
    readers.add(reader);
    onReadersChanged(readers.size);
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        const bytes = reader.waiting.shift();
        if (bytes) yield bytes;
        else await new Promise<void>((resolve) => (reader.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      readers.delete(reader);
      onReadersChanged(readers.size);
    }
  }

  return {
    push(bytes) {
      for (const reader of readers) {
        reader.waiting.push(bytes);
        if (reader.waiting.length > MAX_WAITING_CHUNKS) reader.waiting.shift();
        reader.wake();
      }
    },
    read,
    get readerCount() {
      return readers.size;
    },
  };
}
