/**
 * The bridge between page and main process. It runs in the sandbox, so it is built into one
 * CommonJS file that requires `electron` alone.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { Channel } from '../src-shared/rpc/channel.ts';
import { FRAMES_PER_REPORT, IPC_CHANNEL, type SoundDeskBridge, type ToHost, type ToPage } from './api.ts';

type NamingKind = 'call' | 'subscribe' | 'open' | 'upload';

/** The names of the contract by the kind of frame that may carry them, put here by the build. */
declare const CONTRACT_NAMES: Readonly<Record<NamingKind, readonly string[]>>;

const connections = new Map<number, { onFrame(frame: unknown): void; onClose(): void }>();
let lastConnection = 0;

const bridge: SoundDeskBridge = { openChannel };
contextBridge.exposeInMainWorld('sounddesk', bridge);

ipcRenderer.on(IPC_CHANNEL, (_event, ...[connection, kind, frame]: ToPage) => {
  if (kind === 'close') connections.get(connection)?.onClose();
  else connections.get(connection)?.onFrame(frame);
});

function openChannel(): Channel {
  const connection = ++lastConnection;
  const frameListeners = new Set<(frame: unknown) => void>();
  const closeListeners = new Set<() => void>();
  let isOpen = true;
  let unreported = 0;

  const onClose = () => {
    if (!isOpen) return;
    isOpen = false;
    connections.delete(connection);
    for (const listener of closeListeners) listener();
  };
  const onFrame = (frame: unknown) => {
    for (const listener of frameListeners) listener(frame);
    if (++unreported < FRAMES_PER_REPORT || !isOpen) return;
    notify(connection, 'taken', unreported);
    unreported = 0;
  };
  connections.set(connection, { onFrame, onClose });
  notify(connection, 'open');

  return {
    send: (frame) => {
      assertRequestFrame(frame);
      if (isOpen) notify(connection, 'frame', frame);
    },
    isCongested: () => false,
    onDrain: () => () => undefined,
    onFrame: (listener) => add(frameListeners, listener),
    onClose: (listener) => {
      if (isOpen) return add(closeListeners, listener);
      listener();
      return () => undefined;
    },
    close: () => {
      if (isOpen) notify(connection, 'close');
      onClose();
    },
  };
}

function notify(...message: ToHost): void {
  ipcRenderer.send(IPC_CHANNEL, ...message);
}

function add<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Throws for what is no request of the protocol; the router checks again, by schema. */
function assertRequestFrame(frame: unknown): void {
  const { kind, id, name } = Object(frame) as { kind?: unknown; id?: unknown; name?: unknown };
  if (kind === 'hello') return;
  const hasId = Number.isSafeInteger(id);
  if (hasId && (kind === 'chunk' || kind === 'end' || kind === 'credit' || kind === 'cancel')) return;
  if (hasId && (kind === 'call' || kind === 'subscribe' || kind === 'open' || kind === 'upload')) {
    if (typeof name === 'string' && CONTRACT_NAMES[kind].includes(name)) return;
  }
  throw new TypeError(`Not a request of the contract: ${String(kind)} ${JSON.stringify(name)}`);
}
