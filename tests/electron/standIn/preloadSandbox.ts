import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import timers from 'node:timers';
import url from 'node:url';
import vm from 'node:vm';

/** The page's `window`, as far as a preload can put something on it. */
export type PageWindow = Record<string, unknown>;

export interface SandboxIpc {
  on(channel: string, listener: (...args: unknown[]) => void): void;
  send(channel: string, ...args: unknown[]): void;
}

/**
 * Runs a preload as Electron's sandbox does: the file is the body of a function that gets a
 * `require` for few modules, in a world of its own that has the web's globals and not Node's.
 */
export function runPreload(file: string, page: PageWindow, ipc: SandboxIpc): void {
  const world = vm.createContext({
    console,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    queueMicrotask,
    structuredClone,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    performance,
  });
  vm.runInContext('globalThis.window = globalThis.self = globalThis;', world);
  const source = readFileSync(file, 'utf8');
  const parameters = 'require, process, exports, module, Buffer, global, setImmediate, clearImmediate';
  const script = new vm.Script(`(function (${parameters}) {${source}\n})`, { filename: file });
  const run = script.runInContext(world) as (...args: unknown[]) => void;
  const module = { exports: {} };
  const { platform, arch, versions } = process;
  const sandboxProcess = { platform, arch, versions, type: 'renderer', sandboxed: true };
  run(
    (name: string) => requireInSandbox(name, page, ipc),
    sandboxProcess,
    module.exports,
    module,
    Buffer,
    world,
    setImmediate,
    clearImmediate,
  );
}

function requireInSandbox(name: string, page: PageWindow, ipc: SandboxIpc): unknown {
  switch (name.replace(/^node:/, '')) {
    case 'electron':
    case 'electron/renderer':
      return {
        contextBridge: {
          exposeInMainWorld(apiKey: string, api: unknown) {
            if (Object.hasOwn(page, apiKey)) {
              throw new Error(`Cannot bind an API on top of an existing property on the window object`);
            }
            page[apiKey] = cross(api);
          },
        } satisfies Partial<Electron.ContextBridge>,
        ipcRenderer: {
          on: (channel: string, listener: (...args: unknown[]) => void) => ipc.on(channel, listener),
          send: (channel: string, ...args: unknown[]) => ipc.send(channel, ...args),
        } satisfies Partial<Record<keyof Electron.IpcRenderer, unknown>>,
      };
    case 'events':
      return { EventEmitter };
    case 'timers':
      return timers;
    case 'url':
      return url;
    default:
      throw new Error(`module not found: ${name}`);
  }
}

/**
 * A value as it arrives on the other side of the context bridge: functions as functions that cross
 * again, objects as copies of their own enumerable parts (a class loses its methods), the rest cloned.
 */
function cross(value: unknown): unknown {
  if (typeof value === 'function') {
    const inner = value as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => {
      try {
        return cross(inner(...args.map(cross)));
      } catch (error) {
        // Only the message crosses; the error is of the other world and no `Error` of this one.
        throw new Error((error as Error).message);
      }
    };
  }
  if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cross);
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object Object]') return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cross(part)]));
}
