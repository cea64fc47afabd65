/** The engine process's end of the line to the host that launched it. */
export interface ProcessPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The host is gone. Electron ends its utility processes itself, so there it is never called. */
  onHostGone(listener: () => void): void;
}

/** What Electron puts on `process` in a utility process; in Node's own there is none. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/** The port of this process under either launcher: Electron's `utilityProcess` or Node's `fork`. */
export function openProcessPort(host: NodeJS.Process = process): ProcessPort {
  const { parentPort } = host as NodeJS.Process & { parentPort?: ParentPort };
  return parentPort ? utilityPort(parentPort) : forkPort(host);
}

function utilityPort(parentPort: ParentPort): ProcessPort {
  return {
    post: (message) => parentPort.postMessage(message),
    onMessage: (listener) => void parentPort.on('message', (event) => listener(event.data)),
    onHostGone: () => undefined,
  };
}

function forkPort(host: NodeJS.Process): ProcessPort {
  if (!host.send) {
    throw new Error(
      'The engine process was started by hand. It is started by SoundDesk: run `npx sounddesk host`.',
    );
  }
  return {
    // A message to a host that has gone has nobody to tell: `onHostGone` ends the process.
    post: (message) => void (host.connected && host.send?.(message)),
    onMessage: (listener) => void host.on('message', listener),
    onHostGone: (listener) => void host.once('disconnect', listener),
  };
}
