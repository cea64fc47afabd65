/** What the worker that reads a microphone's track begins with. */
export interface TrackReaderStart {
  readable: ReadableStream<AudioData>;
  /** To the audio thread: it is sent `InputChunk`s. */
  port: MessagePort;
}
