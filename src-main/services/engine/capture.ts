import type {
  CaptureDeviceState,
  CaptureInfo,
  CaptureLevels,
  CaptureState,
} from '../../../src-shared/contract/capture.ts';
import { RpcError, unwrap, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { STUDIO_MODEL_ID } from '../../../src-shared/domain/denoise.ts';
import type { Clock, Log } from '../ports.ts';
import type { CaptureEvent, TakeMoment, CaptureOptions, TakeOptions } from './captureContract.ts';
import { assertTakeKept, needsNewSession, stepsBetween } from './captureDiff.ts';
import type { CaptureListener, TakeListener } from './captureListener.ts';
import { applySteps, isEngineGone } from './captureSteps.ts';
import { createTake, describeTake, type RunningTake } from './captureTake.ts';
import type { SoundEnd } from '../../../src-shared/recording/index.ts';
import type { FindModel } from './fileJobs.ts';
import { createFollowedStream, type FollowedStream } from './followedStream.ts';
import { toLittleEndianBytes } from './process/sampleBytes.ts';
import { unpackProgram, type ProgramPiece } from './programPiece.ts';
import { unpackVoices, type VoicePiece } from './voicePiece.ts';
import type { EngineDeath, EngineLink } from './link.ts';
import type { EngineSupervisor } from './supervisor.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

/** After a death the sound server may still hold the devices for the dead: pauses before new tries. */
const RESTORE_DELAYS_MS = [100, 200, 400, 800];
/** Clocks and lost frames change all the time; this is how often the state reports them at most. */
const DEVICE_FIGURES_INTERVAL_MS = 1000;

export interface CaptureEngineOptions {
  findModel?: FindModel | undefined;
  supervisor: EngineSupervisor;
  clock: Clock;
  log: Log;
}

type Session = Omit<NonNullable<CaptureState['session']>, 'elapsedSec'>;

type TakeCall = 'capture.pauseTake' | 'capture.resumeTake' | 'capture.stopTake';

/**
 * Multi-channel capture in the engine process: what is wanted is kept here, and put back into place when the
 * process that ran it has died. A take that was cut by that continues in a folder of its own.
 */
export class CaptureEngine {
  readonly #supervisor: EngineSupervisor;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #findModel: FindModel | undefined;
  #listener: CaptureListener | null = null;
  #takeListener: TakeListener | null = null;
  readonly #program: FollowedStream;
  readonly #voices: FollowedStream;
  #options: CaptureOptions | null = null;
  #session: Session | null = null;
  #take: RunningTake | null = null;
  #lastFailure: CaptureState['lastFailure'] = null;
  #deathReason = '';
  #reportedFiguresAtMs = 0;
  /** Calls and restorations. */
  readonly #inTurn = createTurns();
  readonly #playedInTurn = createTurns();
  #wantsLevels = false;
  #levels: CaptureLevels | null = null;
  #stopLevels: () => void = () => undefined;

  constructor({ supervisor, clock, log, findModel }: CaptureEngineOptions) {
    this.#findModel = findModel;
    this.#supervisor = supervisor;
    this.#clock = clock;
    this.#log = log;
    this.#program = createFollowedStream('capture.watchProgram', { supervisor, log });
    this.#voices = createFollowedStream('capture.watchVoices', { supervisor, log });
    supervisor.addTenant({
      isNeeded: () => this.#session !== null,
      onUp: (link) => this.#onUp(link),
      onDown: (death, willRestart) => this.#onDown(death, willRestart),
      onStatusChanged: () => undefined,
    });
  }

  /** What listeners hear, at the session's rate. It never waits for a reader. */
  async *readProgram(signal: AbortSignal): AsyncGenerator<ProgramPiece> {
    for await (const bytes of this.#program.read(signal)) yield unpackProgram(bytes);
  }

  /** What is said at each channel, ten times a second. It never waits for a reader. */
  async *readVoices(signal: AbortSignal): AsyncGenerator<VoicePiece[]> {
    for await (const bytes of this.#voices.read(signal)) yield unpackVoices(bytes);
  }

  /** There is one: the owner of the set-up. */
  set listener(listener: CaptureListener) {
    this.#listener = listener;
  }

  /** There is one: the owner of takes. */
  set takeListener(listener: TakeListener) {
    this.#takeListener = listener;
  }

  get state(): Omit<CaptureState, 'setUp'> & { take: ReturnType<typeof describeTake> | null } {
    const elapsedSec = (sinceMs: number) => Math.max(0, (this.#clock.nowMs() - sinceMs) / 1000);
    const session = this.#session && { ...this.#session, elapsedSec: elapsedSec(this.#session.startedAtMs) };
    return {
      session,
      take: this.#take && describeTake(this.#take),
      lastFailure: this.#lastFailure,
    };
  }

  /** The newest that were measured while somebody wanted them. */
  get levels(): CaptureLevels | null {
    return this.#levels;
  }

  /** Levels leave the engine process only while somebody wants them. */
  set wantsLevels(wantsLevels: boolean) {
    this.#wantsLevels = wantsLevels;
    this.#followLevels();
  }

  start(options: CaptureOptions): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#session) throw failWith('CAPTURE_ALREADY_RUNNING', 'captureRunning');
      await this.#supervisor.use((link) => this.#startIn(link, options, this.#clock.nowMs()));
      this.#lastFailure = null;
    });
  }

  /**
   * Its caller announces the new state, together with the set-up. Makes the running session what `next` says; does nothing where none runs. Throws why it was refused, and
   * then nothing has changed. `isModeAsked`: the latency mode is set again, even if it is already the wanted one.
   */
  change(next: CaptureOptions, isModeAsked = false): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#options;
      if (!this.#session || !now) return;
      if (this.#take) assertTakeKept(this.#take.channelIds, now, next);
      const { link } = this.#supervisor;
      if (this.#session.isInterrupted || !link) {
        this.#adopt(next, isModeAsked || next.latencyModeMs !== now.latencyModeMs);
      } else if (needsNewSession(now, next)) {
        await this.#replaceSession(link, now, next);
      } else {
        const from = isModeAsked ? { ...now, latencyModeMs: this.#session.latencyModeMs } : now;
        await this.#installStudio(link, next);
        await applySteps(link, stepsBetween(from, next), this.#log);
        this.#adopt(next, isModeAsked || next.latencyModeMs !== now.latencyModeMs);
      }
    });
  }

  /** Ends a running take cleanly, and then the session. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#session) return;
      if (this.#take) await this.#endTake(this.#take);
      this.#session = null;
      await this.#unlessGone(async (link) => link.call('capture.stop', undefined));
      this.#supervisor.reconsiderIdle();
      this.#announce();
    });
  }

  startTake(options: TakeOptions): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#take) throw failWith('TAKE_ALREADY_RUNNING', 'takeRunning');
      if (!this.#session || !this.#options) {
        throw failWith('CAPTURE_NOT_RUNNING', 'captureNotRunning');
      }
      await this.#startTakeIn(this.#requireLink(), options, this.#options);
      this.#announce();
    });
  }

  /** Tracks of the running take that are played to it. */
  get playedIds(): readonly string[] {
    return this.#take?.options.played?.map(({ id }) => id) ?? [];
  }

  /** Their sound from a frame of the program on, stereo pairs, as many of each; what is written in turn stays in turn. */
  writePlayed(sessionFrame: number, sounds: readonly { id: string; samples: Float32Array }[]): void {
    const ids = sounds.map(({ id }) => id);
    const pieces = sounds.map(({ samples }) => toLittleEndianBytes(samples));
    const sizeBytes = pieces[0]?.byteLength ?? 0;
    if (sizeBytes === 0) return;
    this.#playedInTurn(async () => {
      const { link } = this.#supervisor;
      if (!link || !this.#take) return;
      unwrap(await link.client.upload('capture.writePlayed', { sessionFrame, ids, sizeBytes }, pieces));
    }).catch((error: unknown) => this.#log.error('sound files could not be recorded', error));
  }

  pauseTake(): Promise<void> {
    return this.#callTake('capture.pauseTake', true);
  }

  resumeTake(): Promise<void> {
    return this.#callTake('capture.resumeTake', false);
  }

  addMarker(label: string): Promise<{ label: string; atSec: number }> {
    return this.#inTurn(async () => {
      const take = this.#requireTake();
      const { atSec } = await this.#requireLink().call('capture.addMarker', { label });
      const marker = { label, atSec };
      take.markers.push(marker);
      this.#announce();
      return marker;
    });
  }

  /** Resolves when all files are closed, also where it had to end for another reason meanwhile. */
  stopTake(): Promise<SoundEnd> {
    return this.#inTurn(async () => this.#endTake(this.#requireTake()));
  }

  async #startIn(link: EngineLink, options: CaptureOptions, startedAtMs: number): Promise<void> {
    await this.#installStudio(link, options);
    const info: CaptureInfo = await link.call('capture.start', options);
    // A crash right after the answer was reported while there was nothing to restart yet.
    if (this.#supervisor.link !== link) throw stoppedError();
    this.#options = options;
    const { latencyModeMs } = options;
    this.#session = { ...info, startedAtMs, latencyModeMs, isInterrupted: false };
  }

  /** Where the model is missing, or damaged, a session runs nonetheless: RNNoise stands in for it. */
  async #installStudio(link: EngineLink, { channels }: CaptureOptions): Promise<void> {
    if (!channels.some(({ strip }) => strip.denoise.engine === 'studio')) return;
    const [path] = this.#findModel?.(STUDIO_MODEL_ID) ?? [];
    if (path === undefined) return;
    await link.call('capture.installStudio', { path }).catch((error: unknown) => {
      if (isEngineGone(error)) throw error;
      this.#log.error('the model of the engine studio could not be read', error, { path });
    });
  }

  /** Other rates and outputs want another session; where that is refused, the one before continues. */
  async #replaceSession(link: EngineLink, now: CaptureOptions, next: CaptureOptions): Promise<void> {
    await link.call('capture.stop', undefined);
    const startedAtMs = this.#clock.nowMs();
    try {
      await this.#startIn(link, next, startedAtMs);
    } catch (error) {
      if (isEngineGone(error)) throw error;
      await this.#startIn(link, now, startedAtMs).catch((again: unknown) => this.#endSession(again));
      throw error;
    }
  }

  #adopt(next: CaptureOptions, isModeChanged: boolean): void {
    this.#options = next;
    if (isModeChanged && this.#session) this.#session.latencyModeMs = next.latencyModeMs;
  }

  async #startTakeIn(
    link: EngineLink,
    options: TakeOptions,
    { channels }: CaptureOptions,
    unreported: TakeMoment[] | null = null,
  ): Promise<RunningTake> {
    // Set before the request: the first events of the recorder already belong to this take.
    const take = { ...createTake(options, channels, this.#clock.nowMs()), unreported };
    this.#take = take;
    try {
      const starting = link.call('capture.startTake', options);
      // What is played while the files are made belongs to the take.
      this.#playedInTurn(() => starting).catch(() => undefined);
      await starting;
      return take;
    } catch (error) {
      this.#take = null;
      throw error;
    }
  }

  #callTake(name: Exclude<TakeCall, 'capture.stopTake'>, isPaused: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const take = this.#requireTake();
      await this.#requireLink().call(name, undefined);
      take.progress = { ...take.progress, isPaused };
      this.#announce();
    });
  }

  async #endTake(take: RunningTake): Promise<SoundEnd> {
    take.isEnding = true;
    if (this.#session?.isInterrupted) this.#settleCut(take, null);
    else await this.#unlessGone(async (link) => link.call('capture.stopTake', undefined));
    return await take.ended;
  }

  #settleTake(take: RunningTake, why: Pick<SoundEnd, 'code' | 'message' | 'continuedIn'>): void {
    const { folder, name } = take.options;
    const ended = { name, folder, recordedSec: take.progress.recordedSec, ...why };
    if (this.#take === take) this.#take = null;
    take.settle(ended);
    this.#takeListener?.onTakeEnded(ended);
    this.#announce();
  }

  /** A take that the death of the engine has cut, and the folder in which the recording continues. */
  #settleCut(take: RunningTake, continuedIn: string | null): void {
    const goesOn = continuedIn === null ? '' : ` The recording continues in ${continuedIn}.`;
    this.#settleTake(take, {
      code: 'ENGINE_STOPPED',
      message: `The audio engine stopped unexpectedly (${this.#deathReason}). What was recorded until then is kept in ${take.options.folder}.${goesOn}`,
      continuedIn,
    });
  }

  #announce(): void {
    this.#listener?.onStateChanged();
  }

  #requireTake(): RunningTake {
    if (!this.#take) throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
    return this.#take;
  }

  #requireLink(): EngineLink {
    const { link } = this.#supervisor;
    if (!link || this.#session?.isInterrupted) throw stoppedError();
    return link;
  }

  /** A call that has nothing left to do where the process has died meanwhile. */
  async #unlessGone(call: (link: EngineLink) => Promise<void>): Promise<void> {
    try {
      if (this.#supervisor.link) await call(this.#supervisor.link);
    } catch (error) {
      if (!isEngineGone(error)) throw error;
    }
  }

  async #onUp(link: EngineLink): Promise<void> {
    link.client.subscribe('capture.onEvent', (event) => this.#onEvent(link, event));
    this.#followLevels();
    this.#program.follow();
    this.#voices.follow();
    if (this.#session) await this.#inTurn(() => this.#restore(link));
  }

  #onDown(death: EngineDeath, willRestart: boolean): void {
    this.#followLevels();
    this.#program.follow();
    this.#voices.follow();
    this.#deathReason = death.reason;
    if (!this.#session) return;
    this.#session.isInterrupted = true;
    const consequence = willRestart
      ? 'It is being started again.'
      : 'It stopped too often to restart automatically. Start capture again; "npx sounddesk doctor" shows what is wrong.';
    this.#fail('ENGINE_STOPPED', `The audio engine stopped unexpectedly (${death.reason}). ${consequence}`);
    if (this.#take && (!willRestart || this.#take.isEnding)) this.#settleCut(this.#take, null);
    if (!willRestart) this.#session = null;
    this.#announce();
  }

  /** Puts the session into a new process, on the very devices that it ran on, and the recording after it. */
  async #restore(link: EngineLink): Promise<void> {
    for (let attempt = 0; this.#session && this.#options; attempt += 1) {
      const { startedAtMs, latencyModeMs } = this.#session;
      const wanted = this.#options;
      try {
        await this.#startIn(link, { ...wanted, latencyModeMs }, startedAtMs);
        this.#options = wanted;
        await this.#continueTake(link);
        return this.#announce();
      } catch (error) {
        if (isEngineGone(error)) throw error;
        const delayMs = RESTORE_DELAYS_MS[attempt];
        if (delayMs === undefined) return this.#endSession(error);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  async #continueTake(link: EngineLink): Promise<void> {
    const cut = this.#take;
    if (!cut || !this.#options) return;
    try {
      const place = this.#takeListener?.placeContinuation(cut.options);
      if (!place) return this.#settleCut(cut, null);
      // What came before the cut is in the take that was cut.
      const options = { ...cut.options, ...place, preRollSec: 0 };
      // It is reported when the take that was cut has ended.
      const unreported: TakeMoment[] = [];
      const next = await this.#startTakeIn(link, options, this.#options, unreported);
      if (cut.progress.isPaused) await link.call('capture.pauseTake', undefined);
      this.#settleCut(cut, place.folder);
      next.unreported = null;
      for (const moment of unreported) this.#takeListener?.onTakeMoved(moment);
    } catch (error) {
      this.#take = cut;
      if (isEngineGone(error)) throw error;
      this.#log.error('the recording could not continue', error);
      this.#settleCut(cut, null);
    }
  }

  /** The session has ended without a request. */
  #endSession(error: unknown): void {
    const known = error instanceof RpcError ? error : null;
    this.#log.error('capture could not be started again', error);
    this.#fail(
      known?.code ?? 'INTERNAL',
      known?.message ?? 'Multi-channel capture could not be started again.',
    );
    if (this.#take) this.#settleCut(this.#take, null);
    this.#session = null;
    this.#supervisor.reconsiderIdle();
    this.#announce();
  }

  #fail(code: ErrorCode, message: string): void {
    this.#lastFailure = { code, message, atMs: this.#clock.nowMs() };
  }

  #onEvent(link: EngineLink, event: CaptureEvent): void {
    const [session, take] = [this.#session, this.#take];
    if (!session || this.#supervisor.link !== link) return;
    switch (event.type) {
      case 'devices':
        if (event.latencyModes.length > 0) session.latencyModes = event.latencyModes;
        return this.#onDevices(session, event.devices);
      case 'overloaded':
        session.latencyModeMs = event.toMs;
        this.#listener?.onOverloaded({ fromMs: event.fromMs, toMs: event.toMs, message: event.message });
        return this.#announce();
      case 'takeStarted':
      case 'takePaused':
      case 'takeResumed':
        if (take?.unreported) return void take.unreported.push(event);
        return take ? this.#takeListener?.onTakeMoved(event) : undefined;
      case 'takeProgress':
        if (take) take.progress = event.progress;
        return this.#takeListener?.onTakeProgressed(event.progress);
      case 'takeWarning':
        return this.#takeListener?.onTakeWarned({ code: event.code, message: event.message });
      case 'takeEnded':
        if (take) this.#settleTake(take, { code: event.code, message: event.message, continuedIn: null });
        return;
      case 'failed':
        return this.#onFailed(link, event.code, event.message);
    }
  }

  #onDevices(session: Session, devices: CaptureDeviceState[]): void {
    const isOf = (device: CaptureDeviceState) => (other: CaptureDeviceState) =>
      other.id === device.id && other.direction === device.direction;
    const changed = devices.filter((device) => {
      const before = session.devices.find(isOf(device));
      return before ? before.status !== device.status : device.status !== 'open';
    });
    session.devices = devices;
    for (const device of changed) this.#listener?.onDeviceChanged(device);
    const nowMs = this.#clock.nowMs();
    if (changed.length === 0 && nowMs - this.#reportedFiguresAtMs < DEVICE_FIGURES_INTERVAL_MS) return;
    this.#reportedFiguresAtMs = nowMs;
    this.#announce();
  }

  /** A lost sound server leaves the process without one for good: a new process waits for its devices. */
  #onFailed(link: EngineLink, code: ErrorCode, message: string): void {
    if (code === 'DEVICE_LOST') {
      link.giveUp('its sound server has died');
      this.#fail(code, message);
      return this.#announce();
    }
    if (this.#take) this.#settleTake(this.#take, { code, message, continuedIn: null });
    this.#session = null;
    this.#fail(code, message);
    this.#announce();
    this.#inTurn(() => link.call('capture.stop', undefined))
      .catch((error: unknown) => this.#log.error('the failed capture could not be closed', error))
      .finally(() => this.#supervisor.reconsiderIdle());
  }

  #followLevels(): void {
    this.#stopLevels();
    const { link } = this.#supervisor;
    this.#stopLevels =
      link && this.#wantsLevels
        ? link.client.subscribe('capture.onLevelsMeasured', (levels) => {
            if (!this.#session) return;
            this.#levels = levels;
            this.#listener?.onLevelsMeasured(levels);
          })
        : () => undefined;
  }
}

function stoppedError(): RpcError {
  return failWith('ENGINE_STOPPED', 'engineRestarting', { retryable: true });
}
