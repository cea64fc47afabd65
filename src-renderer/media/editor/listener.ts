const SOUND_RATE = 48_000;

/** Plays one piece of sound at a time, beside the transport: what an edit would sound like. */
export class Listener {
  #context: AudioContext | null = null;
  #playing: AudioBufferSourceNode | null = null;
  /** Raised by each piece and by `stop`: what is read too late is not played. */
  #turn = 0;

  /** Interleaved stereo at 48 kHz, as soon as it is read; resolves when it has ended, or another piece or `stop` ended it. */
  async play(reading: Promise<Float32Array>): Promise<void> {
    this.stop();
    const turn = this.#turn;
    const stereo = await reading;
    if (turn !== this.#turn) return;
    const frames = stereo.length / 2;
    if (frames === 0) return;
    this.#context ??= new AudioContext({ sampleRate: SOUND_RATE });
    const context = this.#context;
    await context.resume();
    const buffer = context.createBuffer(2, frames, SOUND_RATE);
    for (const channel of [0, 1])
      buffer.copyToChannel(
        Float32Array.from({ length: frames }, (_, at) => stereo[2 * at + channel] ?? 0),
        channel,
      );
    const node = context.createBufferSource();
    node.buffer = buffer;
    node.connect(context.destination);
    const ended = new Promise<void>((resolve) =>
      node.addEventListener('ended', () => resolve(), { once: true }),
    );
    this.#playing = node;
    node.start();
    await ended;
  }

  stop(): void {
    this.#turn += 1;
    this.#playing?.stop();
    this.#playing = null;
  }

  dispose(): void {
    this.stop();
    void this.#context?.close();
    this.#context = null;
  }
}
