import type { VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import type { EngineLauncher, Log } from '../ports.ts';
import { openEngineLink, type EngineLink } from './link.ts';
import type { EngineSupervisor } from './supervisor.ts';

/** Pauses before a watch that ended is started again; the last one for all that follow. */
const REOPEN_DELAYS_MS = [1000, 5000, 60_000];
/** How often the list is read where the system does not report changes. */
const RELIST_INTERVAL_MS = 15_000;

/** Devices, as the engine process sees them. */
export interface DeviceEngine {
  list(): Promise<AudioDevice[]>;
  /** Keeps an engine process and calls `onChanged` whenever the list may have become another one; returns the end. */
  watch(onChanged: () => void): () => void;
  readVirtualMicrophone(): Promise<VirtualMicrophoneState>;
  /** With `ownerPid` it is removed once that process has gone, at a later start; without it stays. */
  startVirtualMicrophone(ownerPid: number | null): Promise<VirtualMicrophoneState>;
  stopVirtualMicrophone(): Promise<VirtualMicrophoneState>;
}

export function createDeviceEngine(options: {
  supervisor: EngineSupervisor;
  launch: EngineLauncher;
  log: Log;
}): DeviceEngine {
  const { supervisor } = options;
  return {
    async list() {
      const listing = await supervisor.use((link) => link.call('process.listDevices', undefined));
      if (!listing.isStale) return listing.devices;
      // A running session keeps the list of its start: a process of its own reads another one.
      return withAnotherProcess(options, async (link) => {
        const { devices } = await link.call('process.listDevices', undefined);
        return devices;
      });
    },
    watch(onChanged) {
      const stopping = new AbortController();
      watchUntil(stopping.signal, options, onChanged).catch((error: unknown) =>
        options.log.error('devices are no longer watched', error),
      );
      return () => stopping.abort();
    },
    readVirtualMicrophone: () => supervisor.use((link) => link.call('virtualMicrophone.read', undefined)),
    startVirtualMicrophone: (ownerPid) =>
      supervisor.use((link) => link.call('virtualMicrophone.start', { ownerPid })),
    stopVirtualMicrophone: () => supervisor.use((link) => link.call('virtualMicrophone.stop', undefined)),
  };
}

async function withAnotherProcess<T>(
  { launch, log }: { launch: EngineLauncher; log: Log },
  work: (link: EngineLink) => Promise<T>,
): Promise<T> {
  const link = openEngineLink(launch, ({ reason }) =>
    log.error('the process that lists devices died', reason),
  );
  try {
    await link.ready;
    return await work(link);
  } finally {
    await link.stop();
  }
}

/** Continues in a new process when the one that watched has died. */
async function watchUntil(
  signal: AbortSignal,
  { supervisor, log }: { supervisor: EngineSupervisor; log: Log },
  onChanged: () => void,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await supervisor.use((link) => watchIn(link, signal, onChanged));
    } catch (error) {
      if (!isAborted(signal)) log.error('watching devices was interrupted', error);
    }
    await pause(REOPEN_DELAYS_MS[Math.min(failures, REOPEN_DELAYS_MS.length - 1)] ?? 0, signal);
    if (!isAborted(signal)) onChanged();
  }
}

async function watchIn(link: EngineLink, signal: AbortSignal, onChanged: () => void): Promise<void> {
  const unsubscribe = link.client.subscribe('process.onDevicesChanged', () => onChanged());
  try {
    const { isWatching } = await link.call('process.startDeviceWatch', undefined);
    const timer = isWatching ? undefined : setInterval(onChanged, RELIST_INTERVAL_MS);
    await Promise.race([aborted(signal), link.closed]);
    clearInterval(timer);
    if (signal.aborted) await link.call('process.stopDeviceWatch', undefined);
  } finally {
    unsubscribe();
  }
}

/** Read again: it changes while something is awaited. */
const isAborted = (signal: AbortSignal) => signal.aborted;

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    void aborted(signal).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
