import { Listeners, type Channel } from '../../../../src-shared/rpc/index.ts';
import type { ParentPort } from '../../ports.ts';

/** Messages that may wait for the parent before events are held back. */
const CONGESTED_ABOVE = 32;

/** The connection to anyone who started this process: Electron's parent port or Node's IPC. */
export function openParentChannel(): Channel {
  const parentPort = (process as { parentPort?: ParentPort }).parentPort;
  if (parentPort) return electronChannel(parentPort);
  if (process.send) return new ForkedChannel();
  throw new Error('The engine process is started by SoundDesk, not by hand.');
}

class ForkedChannel implements Channel {
  readonly #frames = new Listeners<unknown>();
  readonly #drains = new Listeners<void>();
  readonly #closes = new Listeners<void>();
  #waiting = 0;
  #isClosed = false;

  constructor() {
    process.on('message', (message) => this.#frames.notify(message));
    process.once('disconnect', () => this.close());
  }

  send(frame: unknown): void {
    if (this.#isClosed) return;
    this.#waiting += 1;
    // The callback's error means that the parent has gone, which 'disconnect' reports as well.
    process.send?.(frame, undefined, {}, () => {
      const wasCongested = this.isCongested();
      this.#waiting -= 1;
      if (wasCongested && !this.isCongested()) this.#drains.notify();
    });
  }

  isCongested(): boolean {
    return this.#waiting > CONGESTED_ABOVE;
  }

  onDrain(listener: () => void): () => void {
    return this.#drains.add(listener);
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
    if (process.connected) process.disconnect();
    this.#closes.notify();
  }
}

/** Electron ends a utility process with its parent, so that a close is never seen from inside. */
function electronChannel(port: ParentPort): Channel {
  const frames = new Listeners<unknown>();
  port.on('message', (event) => frames.notify(event.data));
  return {
    send: (frame) => port.postMessage(frame),
    isCongested: () => false,
    onDrain: () => () => undefined,
    onFrame: (listener) => frames.add(listener),
    onClose: () => () => undefined,
    close: () => process.exit(0),
  };
}
