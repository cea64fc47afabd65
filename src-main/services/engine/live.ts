import type {
  EngineState,
  LiveLevels,
  LiveState,
  StartLiveInput,
  EngineFailure,
  RunningLive,
} from '../../../src-shared/contract/engine.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Listening } from '../../../src-shared/domain/liveChain.ts';
import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import type { Clock, Log } from '../ports.ts';
import { createAdaptiveGate } from '../../../src-shared/domain/voiceCare.ts';
import type { LiveInfo, LiveSettings } from './contract.ts';
import type { SessionFigures } from '../../../src-shared/domain/journalPeriod.ts';
import { createFollowedStream, type FollowedStream } from './followedStream.ts';
import type { EngineDeath, EngineLink } from './link.ts';
import { toLiveSettings } from '../../../src-shared/domain/strip.ts';
import type { EngineSupervisor } from './supervisor.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

/** After a death the sound server may still hold the devices for the dead: pauses before new tries. */
const RESTORE_DELAYS_MS = [100, 200, 400, 800];

export interface LiveEngineOptions {
  supervisor: EngineSupervisor;
  clock: Clock;
  log: Log;
  onStateChanged(state: EngineState): void;
  onLevelsMeasured(levels: LiveLevels): void;
  /** What is learned of rooms, where that is wanted. */
  room?: {
    readonly isLearning: boolean;
    thresholdDb(deviceId: string): number | null;
    /** A session on this device has ended, with the gate there. */
    onHeard(deviceId: string, thresholdDb: number): void;
  };
  /** Ends a capture that is no session, before one starts. */
  makeWay(): Promise<void>;
  /** A capture that is no session (a test) has ended on its own. True where it was one. */
  onOtherFailed?(message: string): boolean;
}

/**
 * The engine with its live session: what the user wants to run is kept here, and put back into
 * place when the process that ran it has died.
 */
export class LiveEngine {
  readonly supervisor: EngineSupervisor;
  readonly scope: FollowedStream;
  readonly spectrum: FollowedStream;
  readonly sound: FollowedStream;
  readonly #options: LiveEngineOptions;
  #live: RunningLive | null = null;
  #lastFailure: EngineFailure | null = null;
  /** The user's calls: a stop waits for the start before it. */
  readonly #inTurn = createTurns();
  #wantsLevels = false;
  #stopLevels: () => void = () => undefined;
  /** The process that levels come from. */
  #levelsOf: EngineLink | null = null;
  #adaptiveGate = createAdaptiveGate();
  #figures: SessionFigures | null = null;

  constructor(options: LiveEngineOptions) {
    this.#options = options;
    this.supervisor = options.supervisor;
    this.scope = createFollowedStream('live.watchScope', options);
    this.spectrum = createFollowedStream('live.watchSpectrum', options);
    this.sound = createFollowedStream('live.watchSound', options);
    this.supervisor.addTenant({
      isNeeded: () => this.#live !== null,
      onUp: (link) => this.#onUp(link),
      onDown: (death, willRestart) => this.#onDown(death, willRestart),
      onStatusChanged: () => this.#announce(),
    });
  }

  get state(): EngineState {
    const { status, restarts } = this.supervisor;
    return { process: status, restarts, lastFailure: this.#lastFailure, live: this.#liveState() };
  }

  /** Levels leave the engine process only while somebody wants them. */
  set wantsLevels(wantsLevels: boolean) {
    this.#wantsLevels = wantsLevels;
    this.#followLevels();
  }

  /** Of the running session, or of the one that ended last, as they were known last. */
  get figures(): SessionFigures | null {
    return this.#figures;
  }

  /** Asks the engine for the running session's figures. */
  async refreshFigures(): Promise<void> {
    const { link } = this.supervisor;
    if (!this.#live || !link) return;
    const figures = await link.call('live.readFigures', undefined);
    if (figures && this.#live) this.#figures = figures;
  }

  start(input: StartLiveInput): Promise<EngineState> {
    return this.#inTurn(async () => {
      if (this.#live) throw failWith('LIVE_ALREADY_RUNNING', 'liveRunning');
      // In the same turn: a stop that is asked for meanwhile comes after the start.
      await this.#options.makeWay();
      const { presetId, chain, listening, ...options } = input;
      await this.supervisor.use(async (link) => {
        this.#adaptiveGate = createAdaptiveGate();
        const info = await link.call('live.start', { ...options, ...this.#settingsOf({ chain, listening }) });
        // A crash right after the answer was reported while there was nothing to restart yet.
        if (this.supervisor.link !== link)
          throw failWith('ENGINE_STOPPED', 'engineStopped', { retryable: true });
        const startedAtMs = this.#options.clock.nowMs();
        this.#live = { ...info, startedAtMs, chain, listening, presetId };
        this.#lastFailure = null;
        this.#figures = null;
        await this.#recallRoom(link);
      });
      return this.#announce();
    });
  }

  update(chain: LiveChain, presetId: string | null): Promise<EngineState> {
    return this.#change({ chain, presetId });
  }

  setListening(listening: Listening): Promise<EngineState> {
    return this.#change({ listening });
  }

  setMonitor(monitor: StartLiveInput['monitor']): Promise<EngineState> {
    return this.#inTurn(async () => {
      const live = this.#live;
      if (!live) throw failWith('LIVE_NOT_RUNNING', 'liveNotRunning');
      const { link } = this.supervisor;
      if (!link) throw failWith('ENGINE_STOPPED', 'engineStopped', { retryable: true });
      // Refused, none is open.
      this.#live = { ...live, monitorDevice: null };
      try {
        const monitorDevice = await link.call('live.setMonitor', { monitor });
        this.#live = { ...this.#live, monitorDevice };
      } finally {
        this.#announce();
      }
      return this.state;
    });
  }

  #change(changes: Partial<Pick<RunningLive, 'chain' | 'listening' | 'presetId'>>): Promise<EngineState> {
    return this.#inTurn(async () => {
      const live = this.#live;
      if (!live) throw failWith('LIVE_NOT_RUNNING', 'liveNotRunning');
      const wanted = { ...live, ...changes };
      this.#live = wanted;
      // While the process is being replaced, the new one is given what is wanted by then.
      if (this.supervisor.status === 'running') {
        await this.#ifRunning((link) => link.call('live.update', this.#settingsOf(wanted))).catch(
          (error: unknown) => {
            if (this.#live === wanted) this.#live = live;
            throw error;
          },
        );
      }
      return this.#announce();
    });
  }

  /** A test tone in the place of what the output is given, until it is switched off. */
  async playTone(isOn: boolean): Promise<void> {
    const live = this.#live;
    if (!live) return;
    await this.#ifRunning((link) =>
      link.call('live.update', {
        ...this.#settingsOf(live),
        listening: isOn ? 'tone' : live.listening,
      }),
    );
  }

  stop(): Promise<EngineState> {
    return this.#inTurn(async () => {
      if (!this.#live) return this.state;
      this.#reportRoom();
      this.#live = null;
      const figures = await this.#ifRunning((link) => link.call('live.stop', undefined));
      this.#figures = figures ?? this.#figures;
      this.supervisor.reconsiderIdle();
      return this.#announce();
    });
  }

  #liveState(): LiveState | null {
    if (!this.#live) return null;
    const elapsedSec = Math.max(0, (this.#options.clock.nowMs() - this.#live.startedAtMs) / 1000);
    return { ...this.#live, elapsedSec };
  }

  #settingsOf({ chain, listening }: Pick<RunningLive, 'chain' | 'listening'>): LiveSettings {
    return toLiveSettings(chain, listening, this.#adaptiveGate.thresholdDb);
  }

  /** Begins where the last session in this room was. */
  async #recallRoom(link: EngineLink): Promise<void> {
    const { room } = this.#options;
    const live = this.#live;
    if (!live || !room?.isLearning) return;
    const learnedDb = room.thresholdDb(live.inputDevice.id);
    if (learnedDb === null) return;
    this.#adaptiveGate = createAdaptiveGate(learnedDb);
    if (isAdaptive(live.chain)) await link.call('live.update', this.#settingsOf(live));
  }

  #reportRoom(): void {
    const { measuredDb } = this.#adaptiveGate;
    const { room } = this.#options;
    if (!this.#live || measuredDb === null || !room?.isLearning) return;
    room.onHeard(this.#live.inputDevice.id, measuredDb);
  }

  /** The gate follows the room, where the chain wants it so. */
  #adapt(levels: LiveLevels): void {
    const live = this.#live;
    if (!live || !isAdaptive(live.chain)) return;
    if (!this.#adaptiveGate.follow(levels, this.#options.clock.nowMs())) return;
    this.#inTurn(async () => {
      if (this.#live)
        await this.#ifRunning((link) => link.call('live.update', this.#settingsOf(this.#live ?? live)));
    }).catch((error: unknown) => this.#options.log.error('the gate could not follow the room', error));
  }

  #announce(): EngineState {
    this.#followLevels();
    const state = this.state;
    this.#options.onStateChanged(state);
    return state;
  }

  /** A call that has nothing left to do where the process has died meanwhile. */
  async #ifRunning<T>(call: (link: EngineLink) => Promise<T>): Promise<T | undefined> {
    const { link } = this.supervisor;
    if (!link) return undefined;
    try {
      return await call(link);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== 'ENGINE_STOPPED') throw error;
      return undefined;
    }
  }

  async #onUp(link: EngineLink): Promise<void> {
    // Another process counts from zero.
    this.#figures = null;
    link.client.subscribe('live.onFailed', ({ code, message }) => this.#onFailed(link, code, message));
    this.#followLevels();
    this.#followStreams();
    if (this.#live) await this.#restore(link);
  }

  /** The session has ended on its own; its devices are still to be released, which a dead sound server delays. */
  #onFailed(link: EngineLink, code: EngineFailure['code'], message: string): void {
    if (this.#options.onOtherFailed?.(message)) return;
    this.#reportRoom();
    this.#live = null;
    this.#fail(code, message);
    this.#announce();
    this.#inTurn(() => link.call('live.stop', undefined))
      .catch((error: unknown) => this.#options.log.error('the failed session could not be closed', error))
      .finally(() => this.supervisor.reconsiderIdle());
  }

  #onDown(death: EngineDeath, willRestart: boolean): void {
    this.#followLevels();
    this.#followStreams();
    const hadLive = this.#live !== null;
    if (!willRestart) this.#live = null;
    const consequence = willRestart
      ? 'It is being started again.'
      : hadLive
        ? 'It stopped too often to restart automatically. Start noise cancellation again; "npx sounddesk doctor" shows what is wrong.'
        : 'It starts again when it is needed.';
    this.#fail('ENGINE_STOPPED', `The audio engine stopped unexpectedly (${death.reason}). ${consequence}`);
  }

  #fail(code: EngineFailure['code'], message: string): void {
    this.#lastFailure = { code, message, atMs: this.#options.clock.nowMs() };
  }

  /** Puts the session into a new process: on the very devices that it ran on, never on others. */
  async #restore(link: EngineLink): Promise<void> {
    for (let attempt = 0; this.#live; attempt += 1) {
      const wanted = this.#live;
      try {
        const info = await link.call('live.start', {
          inputDeviceId: wanted.inputDevice.id,
          outputDeviceId: wanted.outputDevice.id,
          monitor: wanted.monitorDevice && { deviceId: wanted.monitorDevice.id },
          sampleRate: wanted.sampleRate,
          bufferFrames: wanted.bufferFrames,
          ...this.#settingsOf(wanted),
        });
        return await this.#settleRestored(link, wanted, info);
      } catch (error) {
        if (error instanceof RpcError && error.code === 'ENGINE_STOPPED') throw error;
        const delayMs = RESTORE_DELAYS_MS[attempt];
        if (delayMs === undefined) return this.#endUnrestored(error);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  /** What the user changed while the session was being started again. */
  async #settleRestored(link: EngineLink, wanted: RunningLive, info: LiveInfo): Promise<void> {
    if (!this.#live) {
      await link.call('live.stop', undefined);
      return;
    }
    const { chain, listening } = this.#live;
    if (chain !== wanted.chain || listening !== wanted.listening) {
      await link.call('live.update', this.#settingsOf(this.#live));
    }
    this.#live = { ...this.#live, ...info };
  }

  #endUnrestored(error: unknown): void {
    this.#live = null;
    const known = error instanceof RpcError ? error : null;
    this.#options.log.error('the live session could not be started again', error);
    this.#fail(known?.code ?? 'INTERNAL', known?.message ?? 'Noise cancellation could not be started again.');
    this.supervisor.reconsiderIdle();
  }

  #followLevels(): void {
    const { link } = this.supervisor;
    const isAdapting = this.#live !== null && isAdaptive(this.#live.chain);
    const wanted = this.#wantsLevels || isAdapting ? link : null;
    if (wanted === this.#levelsOf) return;
    this.#stopLevels();
    this.#levelsOf = wanted;
    this.#stopLevels = wanted
      ? wanted.client.subscribe('live.onLevelsMeasured', (levels) => {
          if (!this.#live) return;
          this.#adapt(levels);
          if (this.#wantsLevels) this.#options.onLevelsMeasured(levels);
        })
      : () => undefined;
  }

  #followStreams(): void {
    for (const stream of [this.scope, this.spectrum, this.sound]) stream.follow();
  }
}

function isAdaptive({ adaptiveMode, gate }: LiveChain): boolean {
  return adaptiveMode && gate.isOn;
}
