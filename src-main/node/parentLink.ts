import type { ParentPort } from '../services/ports.ts';
/** The backend's way to anyone who started it: Node's IPC, or the port that Electron gives to its utility processes. */

export interface ParentLink {
  /** Resolves when the message is on its way; without a parent at once. */
  notify(message: unknown): Promise<void>;
  /** Resolves when the parent asks for the end, or has gone: killed, or ended in a hurry. */
  readonly untilEnded: Promise<void>;
  onMessage(listener: (message: unknown) => void): void;
}

export function openParentLink(): ParentLink {
  const { parentPort } = process as { parentPort?: ParentPort };
  return parentPort ? electronLink(parentPort) : nodeLink();
}

function nodeLink(): ParentLink {
  return {
    notify: (message) =>
      new Promise((resolve) => {
        if (process.send) process.send(message, () => resolve());
        else resolve();
      }),
    untilEnded: new Promise((resolve) => {
      process.once('disconnect', () => resolve());
      if (!process.connected) resolve();
    }),
    onMessage: (listener) => void process.on('message', listener),
  };
}

/** Electron sends a message slightly after the call: an exit right after the call would lose it. */
const SENT_AFTER_MS = 50;

/** Electron ends a utility process with its app, so that a lost parent is never seen from inside. */
function electronLink(port: ParentPort): ParentLink {
  return {
    notify(message) {
      port.postMessage(message);
      return new Promise((resolve) => setTimeout(resolve, SENT_AFTER_MS));
    },
    untilEnded: new Promise((resolve) => {
      port.on('message', ({ data }) => {
        if (data === 'stop') resolve();
      });
    }),
    onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
  };
}
