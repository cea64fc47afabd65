import type { audioTestContract } from '../../../src-shared/contract/audioTest.ts';
import type { engineContract, EngineState, StartLiveInput } from '../../../src-shared/contract/engine.ts';
import type { BenchEngine } from '../../../src-shared/domain/denoise.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { AudioTestEngine } from './audioTest.ts';
import { CaptureEngine } from './capture.ts';
import type { EngineBench } from './captureContract.ts';
import { TAPPED_RATE_HZ, type AddonBuild } from './contract.ts';
import type { SessionFigures } from '../../../src-shared/domain/journalPeriod.ts';
import { createDeviceEngine, type DeviceEngine } from './devices.ts';
import { createFileJobs, type FileJobs, type FindModel } from './fileJobs.ts';
import type { LiveEngine } from './live.ts';
import { openLiveAndTest, type LiveAndTestOptions } from './liveAndTest.ts';
import type { FilePlugin, PluginInspection } from './pluginContract.ts';
import { PluginEngine } from './plugins.ts';
import { EngineSupervisor, type SupervisorOptions } from './supervisor.ts';

export type { PluginEngine } from './plugins.ts';
export type { ChainReport, ChainSpec, FilePlugin, PluginInspection, PluginEvent } from './pluginContract.ts';
export { pluginErrorCode } from './pluginErrorCode.ts';
export { pluginEnvironment, pluginHostBeside } from './pluginEnvironment.ts';
export {
  ADDON_ARGUMENT,
  WITHOUT_PLUGINS,
  type AddonBuild,
  type CleanMastering,
  type CleanOptions,
  type CleanProgress,
  type CleanResult,
} from './contract.ts';
export type { CaptureEngine } from './capture.ts';
export type {
  CaptureChannel,
  CaptureOptions,
  EngineBench,
  TakeMoment,
  TakeOptions,
} from './captureContract.ts';
export type { TakePlace } from './captureListener.ts';
export type { DeviceEngine } from './devices.ts';
export type { TakeJobTask } from './fileJobs.ts';
export type { TakeJob } from './takeJobs.ts';

/** Freeing the devices takes so long at most before the process is ended without; files of a take get longer. */
const CLOSE_LIMIT_MS = 2000;
const CLOSE_TAKE_LIMIT_MS = 15_000;

export type EngineServiceOptions = SupervisorOptions &
  Omit<LiveAndTestOptions, 'supervisor'> & {
    /** Where none is given no model is installed. */
    findModel?: FindModel;
  };

export interface EngineService extends FileJobs {
  handlers: Handlers<typeof engineContract> & Handlers<typeof audioTestContract>;
  startLive(input: StartLiveInput): Promise<EngineState>;
  stopLive(): Promise<EngineState>;
  /** Nobody listens to the test's levels any more: it ends. */
  endTest(): void;
  readonly devices: DeviceEngine;
  /** What was compiled in; `ENGINE_UNAVAILABLE` with reason and remedy where it cannot be loaded. */
  readBuild(): Promise<AddonBuild>;
  /** Loads a plug-in on its own and looks at it. */
  inspectPlugin(plugin: FilePlugin): Promise<PluginInspection>;
  /** Several channels at once, and takes; the capture service owns it. */
  readonly capture: CaptureEngine;
  /** The chains of plug-ins; the plug-in service owns it. */
  readonly plugins: PluginEngine;
  /** Whole strips as fast as one core goes, with nothing else running. */
  bench(options: { channels: number; seconds: number; engine: BenchEngine }): Promise<EngineBench>;
  /** What the running live session, or the one that ended last, came to; as it was known last. */
  readonly liveFigures: SessionFigures | null;
  refreshLiveFigures(): Promise<void>;
  /** Measured levels are only fetched while this is on. */
  setWantsLevels(wantsLevels: boolean): void;
  /** Of the engine process, where one runs: for tests and the diagnostics. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** The engine: devices, the live session and file cleaning, in a process of their own. */
export function createEngineService(options: EngineServiceOptions): EngineService {
  const { log } = options;
  const supervisor = new EngineSupervisor(options);
  const { engine, test, setWantsLevels } = openLiveAndTest({ ...options, supervisor });
  const capture = new CaptureEngine({ ...options, supervisor });
  const plugins = new PluginEngine({ ...options, supervisor });

  /** Ends what runs cleanly, which a hung process cannot delay for long. */
  async function endSessions(): Promise<void> {
    const limitMs = capture.state.take ? CLOSE_TAKE_LIMIT_MS : CLOSE_LIMIT_MS;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, limitMs)));
    const ending = [engine.stop(), capture.stop()].map((stopping) =>
      stopping.catch((error: unknown) => log.error('a session could not be stopped', error)),
    );
    await Promise.race([Promise.all(ending), limit]);
    clearTimeout(timer);
  }

  return {
    startLive: (input) => engine.start(input),
    stopLive: () => engine.stop(),
    capture,
    plugins,
    ...createFileJobs(supervisor, options.findModel ?? (() => null)),
    handlers: createHandlers(engine, test),
    devices: createDeviceEngine({ ...options, supervisor }),
    bench: (benchOptions) => supervisor.use((link) => link.call('bench.runEngine', benchOptions)),
    readBuild: () => supervisor.use((link) => link.call('process.readBuild', undefined)),
    inspectPlugin: (plugin) => supervisor.use((link) => link.call('plugins.inspect', { plugin })),
    setWantsLevels,
    endTest() {
      if (!test.state.isActive) return;
      test.stop().catch((error: unknown) => log.error('the audio test could not be ended', error));
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

function createHandlers(engine: LiveEngine, test: AudioTestEngine): EngineService['handlers'] {
  return {
    'engine.readState': () => engine.state,
    'engine.startLive': (input) => engine.start(input),
    'engine.updateLive': ({ chain, presetId }) => engine.update(chain, presetId),
    'engine.setListening': ({ listening }) => engine.setListening(listening),
    'engine.setMonitor': ({ monitor }) => engine.setMonitor(monitor),
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
  };
}
