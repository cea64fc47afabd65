import { EventEmitter } from 'node:events';
import path from 'node:path';
import { world } from '../state.ts';

type AppPart = Pick<
  Electron.App,
  | 'isPackaged'
  | 'getPath'
  | 'getVersion'
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
>;

class StandInApp extends EventEmitter implements AppPart {
  readonly isPackaged = true;
  readonly #ready = Promise.withResolvers<void>();

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    return path.join(required('STAND_IN_HOME'), name);
  }

  getVersion(): string {
    return required('STAND_IN_VERSION');
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return world.isReady;
  }

  enableSandbox(): void {
    if (world.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  disableHardwareAcceleration(): void {
    if (world.isReady)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
  }

  relaunch(): void {
    // Nobody starts it again here.
  }

  requestSingleInstanceLock(): boolean {
    return process.env.STAND_IN_IS_SECOND !== '1';
  }

  setAsDefaultProtocolClient(): boolean {
    return true;
  }

  quit(): void {
    this.emit('before-quit', preventable());
    for (const window of [...world.windows]) window.close();
    const willQuit = preventable();
    this.emit('will-quit', willQuit);
    if (!willQuit.defaultPrevented) this.exit(0);
  }

  exit(exitCode = 0): void {
    process.exit(exitCode);
  }

  /** Electron does this once the entry has been evaluated. */
  becomeReady(): void {
    world.isReady = true;
    this.emit('ready');
    this.#ready.resolve();
  }
}

export const app = new StandInApp();

/** An event as Electron hands it out. */
export function preventable<T extends object>(details?: T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  };
  return event;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
