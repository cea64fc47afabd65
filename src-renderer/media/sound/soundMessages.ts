/** To the worker that encodes a sound. */
export type SoundCommand =
  | {
      kind: 'start';
      readable: ReadableStream<AudioData>;
      bitsPerSecond: number;
      /** What `performance.now` of a worker is behind the page's. */
      timeOrigin: number;
    }
  | { kind: 'stop' };

export interface EncodedSound {
  /** On the page's clock. */
  atMs: number;
  bytes: Uint8Array;
}

/** From the worker. */
export type SoundEvent =
  /** Before the first piece. */
  | { kind: 'track'; channels: number; codecPrivate: Uint8Array }
  /** `filledMs`: of all until now, silence in the place of what its device has lost. */
  | { kind: 'sound'; pieces: EncodedSound[]; filledMs: number }
  | { kind: 'ended'; reason: 'asked' | 'trackEnded' }
  | { kind: 'failed'; message: string };
