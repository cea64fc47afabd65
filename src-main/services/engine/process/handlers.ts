import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { createByteFanOut, type EventHub, type Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract, LiveFigures } from '../contract.ts';
import type { Addon, CleanJob, CleanOptions, CleanResult, LiveEvent, LiveSession } from './addon.ts';
import { createCaptureHandlers } from './captureHandlers.ts';
import { createDeviceHandlers } from './deviceHandlers.ts';
import { attempt, toErrorCode, toRpcError } from './failures.ts';
import { createPluginHandlers } from './pluginHandlers.ts';
import { createTakeHandlers } from './takeHandlers.ts';

/** The least time between two progress events of one job. */
const PROGRESS_INTERVAL_MS = 100;

/** The engine process's answers, on the addon that `loadAddon` gives. */
export function createEngineProcessHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
  pluginHostPath?: string,
): Handlers<EngineProcessContract> {
  const scope = createByteFanOut();
  const watch = () => live?.watch({ spectrum: spectrum.readerCount > 0, sound: sound.readerCount > 0 });
  const spectrum = createByteFanOut(() => watch());
  const sound = createByteFanOut(() => watch());
  const plugins = createPluginHandlers({ loadAddon, events, hostPath: pluginHostPath });
  const jobs = new Map<string, CleanJob>();
  let live: LiveSession | null = null;
  let figures: LiveFigures | null = null;

  function onLiveEvent(session: () => LiveSession | null, event: LiveEvent): void {
    if (event.type === 'failed') {
      // The host stops what is left of it: freeing a lost device may take seconds, and is then expected to.
      if (session() !== live) return;
      return events.emit('live.onFailed', { code: toErrorCode(event.code), message: event.message });
    }
    if (event.type === 'sound') return sound.push(toLittleEndianBytes(event.samples));
    const { scope: pairs, spectrum: bands, session: sinceStart, ...levels } = event.levels;
    const { framesProcessed, framesMissed } = levels;
    if (session() === live) figures = { framesProcessed, framesMissed, ...sinceStart };
    events.emit('live.onLevelsMeasured', levels);
    if (pairs.length > 0) scope.push(toLittleEndianBytes(pairs));
    if (bands.length > 0) spectrum.push(toLittleEndianBytes(bands));
  }

  const runClean = (jobId: string, options: CleanOptions, signal: AbortSignal) =>
    new Promise<CleanResult>((resolve, reject) => {
      let nextProgressAtMs = 0;
      const job = attempt(() =>
        loadAddon().startClean(
          options,
          (progress) => {
            const nowMs = performance.now();
            if (nowMs < nextProgressAtMs) return;
            nextProgressAtMs = nowMs + PROGRESS_INTERVAL_MS;
            events.emit('clean.onProgress', { jobId, ...progress });
          },
          (error, result) => {
            jobs.delete(jobId);
            if (result) resolve(result);
            else reject(toRpcError(error));
          },
        ),
      );
      jobs.set(jobId, job);
      signal.addEventListener('abort', () => job.cancel(), { once: true });
    });

  return {
    ...createCaptureHandlers(loadAddon, events, plugins.attachment),
    ...plugins.handlers,
    ...createTakeHandlers(loadAddon, events),
    'process.ping': () => undefined,
    'process.readBuild': () => loadAddon().build,
    ...createDeviceHandlers(loadAddon, events),
    'live.start'(options) {
      if (live) throw new RpcError('LIVE_ALREADY_RUNNING', 'Noise cancellation runs already.');
      let started: LiveSession | null = null;
      const session = attempt(() =>
        loadAddon().startLive(options, (event) => onLiveEvent(() => started, event)),
      );
      live = started = session;
      figures = null;
      watch();
      return session.info as Awaited<ReturnType<Handlers<EngineProcessContract>['live.start']>>;
    },
    'live.update'(settings) {
      const session = live;
      if (!session) throw new RpcError('LIVE_NOT_RUNNING', 'Noise cancellation does not run.');
      attempt(() => session.update(settings));
    },
    'live.readFigures': () => (live ? figures : null),
    'live.stop'() {
      const session = live;
      live = null;
      if (!session) return null;
      attempt(() => session.stop());
      return figures;
    },
    'live.watchScope': (_input, { signal }) => scope.read(signal),
    'live.watchSpectrum': (_input, { signal }) => spectrum.read(signal),
    'live.watchSound': (_input, { signal }) => sound.read(signal),
    async 'clean.run'({ jobId, options }, { signal }) {
      const { plugin, ...job } = options;
      if (!plugin) return await runClean(jobId, job, signal);
      const { input } = job;
      const format = input.kind === 'file' ? attempt(() => loadAddon().readSoundFormat(input.path)) : input;
      let isCancelled = false;
      jobs.set(jobId, { cancel: () => (isCancelled = true) });
      const chain = await plugins.openForFile(plugin, format).finally(() => jobs.delete(jobId));
      try {
        if (isCancelled) throw new RpcError('CANCELLED', 'Cancelled.');
        return await runClean(jobId, { ...job, insertId: chain.insertId }, signal);
      } catch (error) {
        throw chain.failure ?? pluginHung(error);
      } finally {
        await chain.close();
      }
    },
    'clean.cancel'({ jobId }) {
      jobs.get(jobId)?.cancel();
    },
  };
}

/** A copy of the samples as the contract wants them on any processor. */
function toLittleEndianBytes(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 4);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, index) => view.setFloat32(index * 4, sample, true));
  return bytes;
}

/** The addon only knows that nothing comes back. */
function pluginHung(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== 'DEVICE_LOST') return error;
  return new RpcError('PLUGIN_TIMED_OUT', 'The plug-in hangs: it gave no sound back. Nothing was written.', {
    cause: error,
  });
}
