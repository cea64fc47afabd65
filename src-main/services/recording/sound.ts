import type { CaptureSetUp, RecordingOptions } from '../../../src-shared/domain/captureSetUp.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { RunningTake, NotedMarker } from '../../../src-shared/contract/recording.ts';
import {
  TakeClock,
  type SoundEnd,
  type TakeEnding,
  type TakePlace,
  type TakeSound,
  type TakeTime,
} from '../../../src-shared/recording/index.ts';
import { toTakeOptions, type CaptureChannels } from '../capture/index.ts';
import type { CaptureEngine, TakeMoment, TakeOptions } from '../engine/index.ts';
import type { Clock } from '../ports.ts';
import { isMicrophoneMuted, uncleanedIdsOf, withMicrophoneMuted } from './screenSound.ts';
import { VIDEO_ONLY_RATE, VideoOnlyTake } from './videoOnlyTake.ts';
import { removeUnused } from './takeFolder.ts';

export interface SoundOptions {
  /** An empty folder for a take; without a name it is named by date and time. */
  makeFolder: (name: string | null) => TakePlace;
  clock: Clock;
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
  /** Of the time since then, what `nowMs` has not counted: the computer slept. */
  uncountedMsSince?: ((wallMs: number) => number) | undefined;
}

type EngineTake = TakePlace &
  Pick<RunningTake, 'startedAtMs' | 'markers' | 'channelIds'> & {
    progress: NonNullable<RunningTake['progress']>;
  };

/** What of the engine records takes. */
export interface TakeEngine extends Pick<
  CaptureEngine,
  'startTake' | 'pauseTake' | 'resumeTake' | 'addMarker' | 'takeListener'
> {
  readonly state: { take: EngineTake | null };
  /** Resolves when all its files are closed. */
  stopTake(): Promise<unknown>;
}

export interface EngineSoundOptions extends SoundOptions {
  engine: TakeEngine;
  channels: CaptureChannels;
}

type EngineReport = 'began' | 'paused' | 'resumed';

/** What the engine records: the studio's channels, or others in their place. */
export class EngineSound implements TakeSound {
  readonly hasSound = true;
  readonly #options: EngineSoundOptions;
  readonly #name: string | null;
  readonly #findOther: (() => Promise<CaptureSetUp>) | null;
  readonly #played: TakeOptions['played'];
  #other: CaptureSetUp | null = null;
  #place: TakePlace | null = null;
  #time: TakeTime | null = null;
  #known: EngineTake | null = null;

  /**
   * `findOther`: the channels that are recorded in place of the studio's; null: those are. `played`: tracks beside them,
   * whose sound comes from elsewhere.
   */
  constructor(
    options: EngineSoundOptions,
    name: string | null,
    findOther: (() => Promise<CaptureSetUp>) | null,
    played: TakeOptions['played'] = [],
  ) {
    this.#options = options;
    this.#name = name;
    this.#findOther = findOther;
    this.#played = played;
  }

  get place(): TakePlace | null {
    return this.#place;
  }

  get time(): TakeTime | null {
    return this.#time;
  }

  /** As the engine reported it last: it forgets a take whose files are closed. */
  get #take(): EngineTake | null {
    const { take } = this.#options.engine.state;
    if (take && take.folder === this.#place?.folder) this.#known = take;
    return this.#known;
  }

  get startedAtMs(): number {
    return this.#take?.startedAtMs ?? this.#options.clock.nowMs();
  }

  get progress(): RunningTake['progress'] {
    return this.#take?.progress ?? null;
  }

  get markers(): NotedMarker[] {
    return this.#take?.markers ?? [];
  }

  get channelIds(): string[] {
    return this.#take?.channelIds ?? [];
  }

  get isMicrophoneMuted(): boolean | null {
    return this.#other && isMicrophoneMuted(this.#other);
  }

  async start(): Promise<void> {
    const { channels } = this.#options;
    if (!this.#findOther) return await channels.recordOwn((how) => this.#record(how, []));
    const other = await this.#findOther();
    await channels.recordOther(other, (how) => this.#record(how, uncleanedIdsOf(other)));
    this.#other = other;
  }

  async #record(how: RecordingOptions, rawOnlyIds: string[]): Promise<void> {
    const { engine, makeFolder } = this.#options;
    const place = makeFolder(this.#name);
    this.#place = place;
    const options = { ...toTakeOptions(how, place, rawOnlyIds), played: this.#played };
    await engine.startTake(options).catch((error: unknown) => {
      removeUnused(place);
      throw error;
    });
  }

  pause(): Promise<void> {
    return this.#options.engine.pauseTake();
  }

  resume(): Promise<void> {
    return this.#options.engine.resumeTake();
  }

  addMarker(label: string): Promise<NotedMarker> {
    return this.#options.engine.addMarker(label);
  }

  async setMicrophoneMuted(isMuted: boolean): Promise<void> {
    if (!this.#other || this.isMicrophoneMuted === null) throw noMicrophone();
    const next = withMicrophoneMuted(this.#other, isMuted);
    await this.#options.channels.changeOther(next);
    this.#other = next;
  }

  async stop(): Promise<void> {
    const { engine } = this.#options;
    const { take } = engine.state;
    // It may have ended on its own meanwhile.
    if (take && take.folder === this.#place?.folder) await engine.stopTake();
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  async freeDevices(): Promise<void> {
    if (this.#findOther) await this.#options.channels.leaveOther();
  }

  /** The engine has reported where the first frame, a pause or its end lies. */
  onMoment(moment: TakeMoment): EngineReport {
    if (moment.type !== 'takeStarted') {
      this.#time?.clock.note(moment);
      return moment.type === 'takePaused' ? 'paused' : 'resumed';
    }
    const { nowMs, clock, uncountedMsSince } = this.#options;
    // The wall clock is looked at once: what is set meanwhile changes nothing.
    const agoMs = clock.nowMs() - moment.startedAtMs - (uncountedMsSince?.(moment.startedAtMs) ?? 0);
    this.#time = { clock: new TakeClock(nowMs() - agoMs), sampleRate: moment.sampleRate };
    return 'began';
  }

  /** `driftMs`: what its clock has lost against the machine's. */
  onProgressed(driftMs: number): void {
    this.#time?.clock.follow(driftMs);
  }

  /** The engine died, and the recording continues in another folder. */
  onCut({ continuedIn }: SoundEnd): void {
    const { take } = this.#options.engine.state;
    if (continuedIn !== null)
      this.#place = { folder: continuedIn, name: take?.name ?? this.#place?.name ?? '' };
    this.#time = null;
  }
}

type SilentReport = EngineReport | 'soundEnded';

/** A take without sound: it counts by the host's own clock, and its reports are those of anyone who asks. */
export class NoSound implements TakeSound {
  readonly hasSound = false;
  readonly isMicrophoneMuted = null;
  readonly progress = null;
  readonly markers: NotedMarker[] = [];
  readonly channelIds: string[] = [];
  startedAtMs: number;
  readonly #options: SoundOptions;
  readonly #name: string | null;
  readonly #notify: (report: SilentReport) => void;
  #place: TakePlace | null = null;
  #time: TakeTime | null = null;
  #document: VideoOnlyTake | null = null;

  constructor(options: SoundOptions, name: string | null, notify: (report: SilentReport) => void) {
    this.#options = options;
    this.#name = name;
    this.#notify = notify;
    this.startedAtMs = options.clock.nowMs();
  }

  get place(): TakePlace | null {
    return this.#place;
  }

  get time(): TakeTime | null {
    return this.#time;
  }

  async start(): Promise<void> {
    const { makeFolder, clock, nowMs } = this.#options;
    this.#place = makeFolder(this.#name);
    this.startedAtMs = clock.nowMs();
    this.#document = await VideoOnlyTake.begin(this.#place.folder, this.#place.name, this.startedAtMs);
    this.#time = { clock: new TakeClock(nowMs()), sampleRate: VIDEO_ONLY_RATE };
    this.#notify('began');
  }

  pause(): Promise<void> {
    this.#time?.clock.pause(this.#options.nowMs());
    this.#notify('paused');
    return Promise.resolve();
  }

  resume(): Promise<void> {
    const pause = this.#time?.clock.resume(this.#options.nowMs());
    if (pause) this.#document?.addPause(pause);
    this.#notify('resumed');
    return Promise.resolve();
  }

  addMarker(label: string): Promise<NotedMarker> {
    const atMs = this.#time?.clock.recordedMsAt(this.#options.nowMs()) ?? 0;
    const marker = { label, atSec: atMs / 1000 };
    this.#document?.addMarker(label, atMs);
    this.markers.push(marker);
    return Promise.resolve(marker);
  }

  setMicrophoneMuted(): Promise<void> {
    return Promise.reject(noMicrophone());
  }

  stop(): Promise<void> {
    this.#notify('soundEnded');
    return Promise.resolve();
  }

  finish(recordedMs: number, why: TakeEnding | null): Promise<void> {
    this.#document?.end(recordedMs, why);
    return Promise.resolve();
  }

  freeDevices(): Promise<void> {
    return Promise.resolve();
  }
}

const noMicrophone = () => failWith('CHANNEL_NOT_FOUND', 'noMicInVideo');
