/** To the worker that cleans a track. */
export interface CleanedStart {
  readable: ReadableStream<AudioData>;
  writable: WritableStream<AudioData>;
  wasm: ArrayBuffer;
}

/** From the worker: the model has failed, and what comes from now on is as it arrives; all that was heard is cleaned. */
export type CleanedNews = { kind: 'uncleaned'; message: string } | { kind: 'ended' };
