import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AudioTestState, audioTestContract } from '../../../src-shared/contract/audioTest.ts';
import type { engineContract, EngineState, StartLiveInput } from '../../../src-shared/contract/engine.ts';
import type { DenoiseEngine } from '../../../src-shared/domain/denoise.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import {
  TAPPED_RATE_HZ,
  type LiveFigures,
  type cleanOptionsSchema,
  type cleanProgressSchema,
  type cleanResultSchema,
} from './contract.ts';
import { AudioTestEngine } from './audioTest.ts';
import { CaptureEngine } from './capture.ts';
import type { EngineBench } from './captureContract.ts';
import { createDeviceEngine, type DeviceEngine } from './devices.ts';
import { LiveEngine, type LiveEngineOptions } from './live.ts';
import type { AddonBuild } from './process/addon.ts';
import type { FilePlugin, PluginInspection } from './pluginContract.ts';
import { PluginEngine } from './plugins.ts';
import { EngineSupervisor, type SupervisorOptions } from './supervisor.ts';
import type { TakeJob, TakeJobResultOf } from './takeJobs.ts';

export type { PluginEngine } from './plugins.ts';
export type { ChainReport, ChainSpec, FilePlugin, PluginInspection, PluginNews } from './pluginContract.ts';
export { pluginErrorCode } from './pluginErrorCode.ts';
export { pluginEnvironment, pluginHostBeside } from './pluginEnvironment.ts';
export { ADDON_ARGUMENT, type LiveFigures } from './contract.ts';
export type { CaptureEngine } from './capture.ts';
export type { EngineBench, TakeMoment } from './captureContract.ts';
export type { TakePlace } from './captureListener.ts';
export type { DeviceEngine } from './devices.ts';
export type { AddonBuild } from './process/addon.ts';
export type { CaptureChannel, CaptureOptions, TakeOptions } from './process/captureAddon.ts';

/** Freeing the devices takes so long at most before the process is ended without; files of a take get longer. */
const CLOSE_LIMIT_MS = 2000;
const CLOSE_TAKE_LIMIT_MS = 15_000;

export type EngineServiceOptions = SupervisorOptions &
  Omit<LiveEngineOptions, 'supervisor' | 'makeWay' | 'onOtherFailed'> & {
    onTestStateChanged?(state: AudioTestState): void;
    onTestLevelMeasured?(level: { peakDb: number }): void;
  };
export type { TakeJob, TakeJobResultOf } from './takeJobs.ts';

export type CleanOptions = z.input<typeof cleanOptionsSchema>;
/** What a file gets after the model. */
export type CleanMastering = CleanOptions['mastering'];
export type CleanResult = z.infer<typeof cleanResultSchema>;
export type CleanProgress = Omit<z.infer<typeof cleanProgressSchema>, 'jobId'>;

export interface TakeJobTask {
  signal?: AbortSignal;
  /** Part that is done, 0 to 1. */
  onProgress?: (done: number) => void;
}

export interface EngineService {
  handlers: Handlers<typeof engineContract> & Handlers<typeof audioTestContract>;
  startLive(input: StartLiveInput): Promise<EngineState>;
  stopLive(): Promise<EngineState>;
  /** Nobody listens to the test's levels any more: it ends. */
  endTest(): void;
  readonly devices: DeviceEngine;
  /** What was compiled in; `ENGINE_UNAVAILABLE` with reason and remedy where it cannot be loaded. */
  readBuild(): Promise<AddonBuild>;
  /** Cleans one file. An abort ends it with `CANCELLED`, once the output is closed. */
  clean(
    options: CleanOptions,
    task: { signal: AbortSignal; onProgress: (progress: CleanProgress) => void },
  ): Promise<CleanResult>;
  /** Loads a plug-in by itself and looks at it. */
  inspectPlugin(plugin: FilePlugin): Promise<PluginInspection>;
  /** Several channels at once, and takes; the capture service owns it. */
  readonly capture: CaptureEngine;
  /** The chains of plug-ins; the plug-in service owns it. */
  readonly plugins: PluginEngine;
  /** Whole strips as fast as one core goes, with nothing else running. */
  bench(options: { channels: number; seconds: number; engine: DenoiseEngine }): Promise<EngineBench>;
  /** One job on the files of a take. An abort ends it with `CANCELLED`, once its files are closed. */
  runTakeJob<J extends TakeJob>(job: J, task?: TakeJobTask): Promise<TakeJobResultOf<J['kind']>>;
  /** What the running live session, or the one that ended last, came to; as it was known last. */
  readonly liveFigures: LiveFigures | null;
  refreshLiveFigures(): Promise<void>;
  /** Measured levels are only fetched while this is on. */
  setWantsLevels(wantsLevels: boolean): void;
  /** Of the engine process, where one runs: for tests and the diagnostics. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** The engine: devices, the live session and file cleaning, in a process of their own. */
export function createEngineService(options: EngineServiceOptions): EngineService {
  const supervisor = new EngineSupervisor(options);
  const engine: LiveEngine = new LiveEngine({
    ...options,
    supervisor,
    makeWay: () => test.makeWay(),
    onStateChanged(state) {
      test.onLiveChanged(state.live?.inputDevice.name ?? null);
      options.onStateChanged(state);
    },
    onLevelsMeasured(levels) {
      test.onLiveLevel(levels.inputPeakDb);
      options.onLevelsMeasured(levels);
    },
    onOtherFailed(message) {
      if (!test.isCapturing) return false;
      test.onFailed(message);
      return true;
    },
  });
  let wantsLevels = false;
  const followLevels = () => (engine.wantsLevels = wantsLevels || test.isFollowingLive);
  const test = new AudioTestEngine({
    supervisor,
    log: options.log,
    live: {
      get inputName() {
        return engine.state.live?.inputDevice.name ?? null;
      },
      setTone: (isOn) => engine.playTone(isOn),
    },
    onStateChanged(state) {
      followLevels();
      options.onTestStateChanged?.(state);
    },
    onLevelMeasured: (level) => options.onTestLevelMeasured?.(level),
  });
  const capture = new CaptureEngine({ ...options, supervisor });
  const plugins = new PluginEngine({ ...options, supervisor });

  /** Ends what runs in good order, which a hung process cannot delay for long. */
  async function endSessions(): Promise<void> {
    const limitMs = capture.state.take ? CLOSE_TAKE_LIMIT_MS : CLOSE_LIMIT_MS;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, limitMs)));
    const ending = [engine.stop(), capture.stop()].map((stopping) =>
      stopping.catch((error: unknown) => options.log.error('a session could not be stopped', error)),
    );
    await Promise.race([Promise.all(ending), limit]);
    clearTimeout(timer);
  }

  return {
    startLive: (input) => engine.start(input),
    stopLive: () => engine.stop(),
    capture,
    plugins,
    bench: (benchOptions) => supervisor.use((link) => link.call('bench.runEngine', benchOptions)),
    handlers: {
      'engine.readState': () => engine.state,
      'engine.startLive': (input) => engine.start(input),
      'engine.updateLive': ({ chain, presetId }) => engine.update(chain, presetId),
      'engine.setListening': ({ listening }) => engine.setListening(listening),
      'engine.stopLive': () => engine.stop(),
      'engine.watchScope': (_input, { signal }) => engine.scope.read(signal),
      'engine.watchSpectrum': (_input, { signal }) => engine.spectrum.read(signal),
      async *'engine.watchSound'(_input, { signal }) {
        yield new TextEncoder().encode(JSON.stringify({ sampleRate: TAPPED_RATE_HZ }));
        yield* engine.sound.read(signal);
      },
      'audioTest.readState': () => test.state,
      'audioTest.start': (devices) => test.start(devices),
      'audioTest.stop': () => test.stop(),
      'audioTest.playTone': (devices) => test.playTone(devices),
    },
    devices: createDeviceEngine({ ...options, supervisor }),
    readBuild: () => supervisor.use((link) => link.call('process.readBuild', undefined)),
    inspectPlugin: (plugin) => supervisor.use((link) => link.call('plugins.inspect', { plugin })),
    clean: (cleanOptions, { signal, onProgress }) =>
      supervisor.use(async (link) => {
        const jobId = randomUUID();
        const stopListening = link.client.subscribe('clean.onProgress', ({ jobId: ofJob, ...progress }) => {
          if (ofJob === jobId) onProgress(progress);
        });
        // Asked for and not enforced: the answer comes when the job has let go of its files.
        const cancel = () => void link.client.call('clean.cancel', { jobId });
        signal.addEventListener('abort', cancel, { once: true });
        try {
          const running = link.call('clean.run', { jobId, options: cleanOptions });
          if (signal.aborted) cancel();
          return await running;
        } finally {
          signal.removeEventListener('abort', cancel);
          stopListening();
        }
      }),
    runTakeJob: <J extends TakeJob>(job: J, { signal, onProgress }: TakeJobTask = {}) =>
      supervisor.use(async (link) => {
        const jobId = randomUUID();
        const stopListening = link.client.subscribe('take.onProgress', ({ jobId: ofJob, done }) => {
          if (ofJob === jobId) onProgress?.(done);
        });
        const cancel = () => void link.client.call('take.cancel', { jobId });
        signal?.addEventListener('abort', cancel, { once: true });
        try {
          const running = link.call('take.run', { jobId, job });
          if (signal?.aborted) cancel();
          return (await running) as TakeJobResultOf<J['kind']>;
        } finally {
          signal?.removeEventListener('abort', cancel);
          stopListening();
        }
      }),
    setWantsLevels(isWanted) {
      wantsLevels = isWanted;
      followLevels();
    },
    endTest() {
      if (!test.state.isActive) return;
      test.stop().catch((error: unknown) => options.log.error('the audio test could not be ended', error));
    },
    get liveFigures() {
      return engine.figures;
    },
    refreshLiveFigures: () => engine.refreshFigures(),
    get pid() {
      return supervisor.link?.pid;
    },
    async close() {
      await endSessions();
      await supervisor.close();
    },
  };
}
