import type {
  EngineState,
  LiveLevels,
  LiveState,
  StartLiveInput,
  EngineFailure,
  RunningLive,
} from '../../../../src-shared/contract/engine.ts';
import { type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { AudioDevice } from '../../../../src-shared/domain/audio.ts';
import type { SessionFigures } from '../../../../src-shared/domain/journalPeriod.ts';
import type { Listening } from '../../../../src-shared/domain/liveChain.ts';
import type { LiveChain } from '../../../../src-shared/domain/stripSchema.ts';
import { createAdaptiveGate } from '../../../../src-shared/domain/voiceCare.ts';
import type { WorkletReport } from '../../../media/chain/workletMessages.ts';
import { LiveMeters, type MeteredLevels } from '../../../media/meters/liveMeters.ts';
import type { BrowserAudio } from './browserAudio.ts';
import { toLiveSettings } from '../../../../src-shared/domain/strip.ts';
import { MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';
import { startLiveSession, type LiveSession, type SessionEnd } from './liveSession.ts';
import { createLiveTap, type LiveTap } from './liveTap.ts';
import { MICROPHONE_DENIED, readMicrophonePermission, reasonOf } from './microphone.ts';
import { takeTabLock } from './tabLock.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';

const DEFAULT_ID = 'default';
/** Browsers that get no device events from the system notice a pulled device when they are asked. */
const ASK_FOR_DEVICES_EVERY_MS = 2000;
const FRAME_MS = 10;
const FRAMES_PER_SEC = 100;
/** Reports of a second: the load is their mean. */
const LOAD_WINDOW = 30;
const REALTIME_REASON = 'A browser gives its pages no real-time priority. The desktop app asks for it.';

export interface BrowserEngineOptions {
  audio: BrowserAudio;
  loadModel: () => Promise<ArrayBuffer>;
  nowMs: () => number;
  onStateChanged: (state: EngineState) => void;
  onLevelsMeasured: (levels: LiveLevels) => void;
  /** What is learned of rooms, where that is wanted. */
  room?: {
    readonly isLearning: boolean;
    thresholdDb(deviceId: string): number | null;
    onHeard(deviceId: string, thresholdDb: number): void;
  };
  log: (message: string, error: unknown) => void;
}

/** The live session of this tab, behind the same calls as the desktop's engine. */
export class BrowserEngine {
  readonly tap: LiveTap;
  readonly #options: BrowserEngineOptions;
  #session: LiveSession | null = null;
  #live: RunningLive | null = null;
  #lastFailure: EngineFailure | null = null;
  #isStarting = false;
  #hasRun = false;
  /** The user's calls: a stop waits for the start before it. */
  readonly #inTurn = createTurns();
  #releaseTab: () => void = () => undefined;
  #stopAsking: () => void = () => undefined;
  #wasAllowed = false;
  #meters = new LiveMeters();
  #adaptiveGate = createAdaptiveGate();
  #framesProcessed = 0;
  #framesMissed = 0;
  #busyMs: number[] = [];

  constructor(options: BrowserEngineOptions) {
    this.#options = options;
    this.tap = createLiveTap((isWanted) => this.#session?.watchSound(isWanted));
  }

  get state(): EngineState {
    const process = this.#isStarting ? 'starting' : this.#hasRun ? 'running' : 'idle';
    return { process, restarts: 0, lastFailure: this.#lastFailure, live: this.#liveState() };
  }

  /** What the session that runs, or the last one, came to; null before the first. */
  get figures(): SessionFigures | null {
    if (this.#framesProcessed === 0) return null;
    const { reductionDb: meanReductionDb, ...latency } = this.#meters.session;
    return {
      meanReductionDb,
      ...latency,
      framesProcessed: this.#framesProcessed,
      framesMissed: this.#framesMissed,
    };
  }

  start(input: StartLiveInput): Promise<EngineState> {
    return this.#inTurn(async () => {
      if (this.#live) throw failWith('LIVE_ALREADY_RUNNING', 'liveRunning');
      const release = await takeTabLock(this.#options.audio.locks);
      if (!release) {
        throw failWith('DEVICE_UNAVAILABLE', 'liveInOtherTab', { retryable: true });
      }
      this.#isStarting = true;
      this.#announce();
      try {
        await this.#open(input);
        this.#releaseTab = release;
        this.#lastFailure = null;
        this.#hasRun = true;
      } catch (error) {
        release();
        throw error;
      } finally {
        this.#isStarting = false;
        this.#announce();
      }
      return this.state;
    });
  }

  update(chain: LiveChain, presetId: string | null): Promise<EngineState> {
    return this.#inTurn(async () => {
      const { live, session } = this.#running();
      const before = live.chain;
      if (before.echoCancellation !== chain.echoCancellation) {
        await session.changeInput({
          deviceId: session.inputTrack.getSettings().deviceId ?? null,
          echoCancellation: chain.echoCancellation,
        });
      }
      return this.#change({ chain, presetId });
    });
  }

  setListening(listening: Listening): Promise<EngineState> {
    return this.#inTurn(async () => this.#change({ listening }));
  }

  stop(): Promise<EngineState> {
    return this.#inTurn(async () => {
      if (!this.#live) return this.state;
      try {
        await this.#close();
      } catch (error) {
        throw failWith('ENGINE_STOPPED', 'audioStopFailed', {
          values: { reason: reasonOf(error) },
          cause: error,
        });
      } finally {
        // What could not be closed is let go of all the same: the session is over.
        this.#announce();
      }
      return this.state;
    });
  }

  /** A chosen output that is gone ends the session: it must not continue at another one, heard by others. */
  onDevicesChanged(devices: readonly AudioDevice[]): void {
    const session = this.#session;
    const output = this.#live?.outputDevice;
    if (!session || !output || output.id === DEFAULT_ID) return;
    if (devices.some(({ id, type }) => type === 'output' && id === output.id)) return;
    this.#onEnded(session, {
      kind: 'failed',
      code: 'DEVICE_LOST',
      message: `${output.name} is gone. Connect it again, or choose another device.`,
    });
  }

  async #open(input: StartLiveInput): Promise<void> {
    const { audio, loadModel, nowMs } = this.#options;
    this.#meters = new LiveMeters();
    this.#adaptiveGate = createAdaptiveGate();
    this.#framesProcessed = this.#framesMissed = 0;
    this.#busyMs = [];
    this.tap.reset();
    const session = await startLiveSession({
      audio,
      loadModel,
      inputDeviceId: ownId(input.inputDeviceId),
      outputDeviceId: ownId(input.outputDeviceId),
      bufferFrames: input.bufferFrames,
      echoCancellation: input.chain.echoCancellation,
      settings: toLiveSettings(input.chain, input.listening, null),
      onReport: (report) => this.#onReport(report),
      onEnded: (reason) => this.#onEnded(session, reason),
    });
    this.#session = session;
    session.watchSound(this.tap.wantsSound);
    this.#wasAllowed = (await readMicrophonePermission(audio.permissions)) === 'granted';
    this.#watchDevices(session);
    const { inputTrack } = session;
    this.#live = {
      startedAtMs: nowMs(),
      inputDevice: {
        id: inputTrack.getSettings().deviceId ?? DEFAULT_ID,
        name: inputTrack.label || 'Microphone',
      },
      outputDevice: await this.#outputDevice(input.outputDeviceId),
      monitorDevice: null,
      sampleRate: MODEL_RATE_HZ,
      bufferFrames: input.bufferFrames,
      realtimePriority: { granted: false, reason: REALTIME_REASON },
      chain: input.chain,
      listening: input.listening,
      presetId: input.presetId,
    };
    const { room } = this.#options;
    const learnedDb = room?.isLearning ? room.thresholdDb(this.#live.inputDevice.id) : null;
    if (learnedDb === null) return;
    this.#adaptiveGate = createAdaptiveGate(learnedDb);
    session.update(toLiveSettings(input.chain, input.listening, learnedDb));
  }

  #watchDevices(session: LiveSession): void {
    const timer = setInterval(() => {
      this.#askForDevices(session).catch((error: unknown) =>
        this.#options.log('the browser does not report its devices', error),
      );
    }, ASK_FOR_DEVICES_EVERY_MS);
    this.#stopAsking = () => clearInterval(timer);
  }

  /** A pulled device is then heard as an event, by the track and by the list; a permission taken back is not always. */
  async #askForDevices(session: LiveSession): Promise<void> {
    const { mediaDevices, permissions } = this.#options.audio;
    await mediaDevices.enumerateDevices();
    const isAllowed = (await readMicrophonePermission(permissions)) === 'granted';
    if (this.#wasAllowed && !isAllowed) this.#onEnded(session, { kind: 'inputEnded' });
  }

  async #outputDevice(id: string | null): Promise<RunningLive['outputDevice']> {
    const infos = await this.#options.audio.mediaDevices.enumerateDevices();
    const wanted = id ?? DEFAULT_ID;
    const info = infos.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === wanted);
    return { id: wanted, name: info?.label || 'Default output' };
  }

  #running(): { live: RunningLive; session: LiveSession } {
    if (this.#live && this.#session) return { live: this.#live, session: this.#session };
    throw failWith('LIVE_NOT_RUNNING', 'liveNotRunning');
  }

  #change(changes: Partial<Pick<RunningLive, 'chain' | 'listening' | 'presetId'>>): EngineState {
    const { live, session } = this.#running();
    this.#live = { ...live, ...changes };
    session.update(toLiveSettings(this.#live.chain, this.#live.listening, this.#adaptiveGate.thresholdDb));
    return this.#announce();
  }

  async #close(): Promise<void> {
    const session = this.#session;
    const { measuredDb } = this.#adaptiveGate;
    if (this.#live && measuredDb !== null && this.#options.room?.isLearning) {
      this.#options.room.onHeard(this.#live.inputDevice.id, measuredDb);
    }
    this.#session = null;
    this.#live = null;
    this.#stopAsking();
    try {
      await session?.stop();
    } finally {
      this.#releaseTab();
      this.#releaseTab = () => undefined;
    }
  }

  #onReport(report: WorkletReport): void {
    const { records, busyMs, sound } = report;
    for (const record of records) this.#meters.add(record);
    this.#framesProcessed += records.length;
    this.tap.push(records, sound);
    this.#busyMs = [...this.#busyMs.slice(1 - LOAD_WINDOW), busyMs / Math.max(1, records.length)];
    const session = this.#session;
    if (!session) return;
    session.path.follow(report);
    const latencyMs = session.path.latencyMs();
    if (latencyMs !== null) this.#meters.addLatency(latencyMs);
    const missed = Math.ceil(session.path.lostSec() * FRAMES_PER_SEC);
    this.#framesMissed = Math.max(this.#framesMissed, missed);
    const levels = this.#levels();
    this.#adapt(levels);
    this.#options.onLevelsMeasured(levels);
  }

  /** The gate follows the room, where the chain wants it so. */
  #adapt(levels: LiveLevels): void {
    const chain = this.#live?.chain;
    if (!chain?.adaptiveMode || !chain.gate.isOn) return;
    if (this.#adaptiveGate.follow(levels, this.#options.nowMs())) this.#change({});
  }

  #levels(): LiveLevels {
    const busyMs = this.#busyMs.reduce((sum, one) => sum + one, 0) / Math.max(1, this.#busyMs.length);
    return {
      ...withoutHum(this.#meters.take()),
      latencyMs: this.#meters.latencyAt(0.5, LOAD_WINDOW),
      latencyP50Ms: this.#meters.latencyAt(0.5),
      latencyP99Ms: this.#meters.latencyAt(0.99),
      monitorLatencyMs: null,
      framesProcessed: this.#framesProcessed,
      framesMissed: this.#framesMissed,
      dspLoad: busyMs / FRAME_MS,
    };
  }

  /** The session has ended on its own: said why, and closed. */
  #onEnded(session: LiveSession, reason: SessionEnd): void {
    if (this.#session !== session) return;
    void this.#inTurn(async () => {
      if (this.#session !== session) return;
      const name = this.#live?.inputDevice.name ?? 'The microphone';
      const { code, message } = reason.kind === 'failed' ? reason : await this.#whyInputEnded(session, name);
      await this.#close();
      this.#fail(code, message);
    }).catch((error: unknown) => this.#fail('ENGINE_STOPPED', `Failed to stop audio: ${reasonOf(error)}`));
  }

  /** A track ends when its device is pulled, and when the user takes the permission back. */
  async #whyInputEnded(session: LiveSession, name: string): Promise<{ code: ErrorCode; message: string }> {
    const { permissions, mediaDevices } = this.#options.audio;
    const isAllowed = (await readMicrophonePermission(permissions)) === 'granted';
    if (this.#wasAllowed && !isAllowed) return { code: 'DEVICE_UNAVAILABLE', message: MICROPHONE_DENIED };
    const { deviceId } = session.inputTrack.getSettings();
    const isHere = (await mediaDevices.enumerateDevices()).some(
      (info) => info.kind === 'audioinput' && info.deviceId === deviceId,
    );
    return isHere
      ? {
          code: 'DEVICE_LOST',
          message: `Audio error: ${name} has stopped. Start again, or choose another microphone.`,
        }
      : { code: 'DEVICE_LOST', message: `${name} is gone. Connect it again, or choose another device.` };
  }

  #fail(code: ErrorCode, message: string): void {
    this.#lastFailure = { code, message, atMs: this.#options.nowMs() };
    this.#announce();
  }

  #liveState(): LiveState | null {
    if (!this.#live) return null;
    const elapsedSec = Math.max(0, (this.#options.nowMs() - this.#live.startedAtMs) / 1000);
    return { ...this.#live, elapsedSec };
  }

  #announce(): EngineState {
    const state = this.state;
    this.#options.onStateChanged(state);
    return state;
  }
}

const withoutHum = ({ hum: _, ...levels }: MeteredLevels) => levels;

/** `default` is no device's own id: it stands for what the browser takes on its own. */
function ownId(id: string | null): string | null {
  return id === DEFAULT_ID ? null : id;
}
