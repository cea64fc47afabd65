import { Listeners, type Channel } from './channel.ts';

/**
 * Two ends of a connection inside one process. Frames are cloned and arrive in a later microtask,
 * as over a wire, so that nothing works here that would not work there.
 */
export function createMemoryChannelPair(
  clone: (frame: unknown) => unknown = (frame) => structuredClone(frame),
): [Channel, Channel] {
  const left = new MemoryChannel(clone);
  const right = new MemoryChannel(clone);
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class MemoryChannel implements Channel {
  peer: MemoryChannel | null = null;
  readonly #frames = new Listeners<unknown>();
  readonly #closes = new Listeners<void>();
  readonly #clone: (frame: unknown) => unknown;
  #isClosed = false;

  constructor(clone: (frame: unknown) => unknown) {
    this.#clone = clone;
  }

  send(frame: unknown): void {
    if (this.#isClosed) return;
    const copy = this.#clone(frame);
    const peer = this.peer;
    queueMicrotask(() => {
      if (peer && !peer.#isClosed) peer.#frames.notify(copy);
    });
  }

  isCongested(): boolean {
    return false;
  }

  onDrain(): () => void {
    return () => undefined;
  }

  onFrame(listener: (frame: unknown) => void): () => void {
    return this.#frames.add(listener);
  }

  onClose(listener: () => void): () => void {
    if (this.#isClosed) {
      listener();
      return () => undefined;
    }
    return this.#closes.add(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closes.notify();
    this.#closes.clear();
    this.#frames.clear();
    const peer = this.peer;
    queueMicrotask(() => peer?.close());
  }
}
