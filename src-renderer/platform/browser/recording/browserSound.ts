import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { RecordingSound, NotedMarker, TakeProgress } from '../../../../src-shared/contract/recording.ts';
import type { TakeDocument } from '../../../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../../../src-shared/domain/certificateSchema.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import {
  TakeClock,
  type TakeEnding,
  type TakePlace,
  type TakeSound,
  type TakeTime,
} from '../../../../src-shared/recording/index.ts';
import { followSounds, liveSound, type SoundId } from '../../../media/recorder/index.ts';
import { DOCUMENT_NAME, JOURNAL_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { RESERVE_NAME } from '../takes/names.ts';
import { openTakeChanges } from '../takes/takeChanges.ts';
import { soundTrackOf } from '../takes/soundTrack.ts';
import type { ScannedFile } from '../takes/scanTake.ts';
import { mixSounds, type SoundMix } from './mixSounds.ts';
import { OpenTake } from './openTake.ts';
import { NO_WRITER } from './videoStore.ts';
import { SoundPart } from './soundPart.ts';
import { nameByTime } from '../../../../src-shared/domain/time.ts';

export interface BrowserSoundOptions {
  locks: LockManager;
  createId: () => string;
  /** Milliseconds since 1970. */
  wallMs: () => number;
  /** Milliseconds that only ever grow, as encoders report them. */
  nowMs: () => number;
  /** What lies in a file of a take, all of it looked through. */
  scan: (takeId: string, file: string) => Promise<ScannedFile | null>;
  /** The files of a take are there, and can be opened by the recorder of its video. */
  onOpened: (take: OpenTake) => void;
  /** Another sound is recorded, or one less. */
  onChanged: () => void;
  /** Some times a second. */
  onProgressed: (progress: TakeProgress) => void;
  log: (message: string, error: unknown) => void;
}

type SoundReport = 'began' | 'paused' | 'resumed' | 'soundEnded';

const PROGRESS_MS = 500;
const framesOf = (ms: number) => Math.max(0, Math.round((ms / 1000) * OPUS_RATE_HZ));

/** The time and the sound of a take that a page records: what it hears itself, each into a file of its own. */
export class BrowserSound implements TakeSound {
  readonly markers: NotedMarker[] = [];
  startedAtMs: number;
  readonly #options: BrowserSoundOptions;
  readonly #name: string;
  readonly #wanted: ReadonlySet<SoundId>;
  readonly #isOfScreen: boolean;
  readonly #notify: (report: SoundReport, given?: unknown) => void;
  readonly #parts: SoundPart[] = [];
  readonly #mixes: { mix: SoundMix; part: SoundPart | null }[] = [];
  readonly #pauses: TakeDocument['pauses'] = [];
  #take: OpenTake | null = null;
  #time: TakeTime | null = null;
  #isMuted = false;
  #isStopping = false;
  #following: (() => void) | null = null;
  #matching: Promise<void> = Promise.resolve();
  #noting: ReturnType<typeof setInterval> | null = null;

  constructor(
    options: BrowserSoundOptions,
    name: string | null,
    wanted: RecordingSound,
    notify: (report: SoundReport, given?: unknown) => void,
  ) {
    this.#options = options;
    this.#notify = notify;
    this.startedAtMs = options.wallMs();
    this.#name = name ?? nameByTime(new Date(this.startedAtMs));
    this.#isOfScreen = wanted.of === 'screen';
    this.#wanted = new Set<SoundId>([
      ...(wanted.of === 'channels' || wanted.microphone ? (['microphone'] as const) : []),
      ...(wanted.of === 'screen' && wanted.system ? (['system'] as const) : []),
    ]);
  }

  get hasSound(): boolean {
    return this.#parts.length > 0;
  }

  /** What has come or gone until now is recorded, or not any more. */
  get matched(): Promise<void> {
    return this.#matching;
  }

  get place(): TakePlace | null {
    return this.#take && { folder: this.#take.id, name: this.#name };
  }

  get time(): TakeTime | null {
    return this.#time;
  }

  get channelIds(): string[] {
    const heard = this.#parts.filter(({ isOver }) => !isOver);
    return heard.map(({ sound }) => sound.channelId ?? sound.id);
  }

  get progress(): TakeProgress | null {
    const { clock } = this.#time ?? {};
    if (!this.#take || !clock || !this.hasSound) return null;
    return {
      recordedSec: this.#nowFrame / OPUS_RATE_HZ,
      isPaused: clock.isPaused,
      bytesWritten: this.#take.bytesWritten,
      secondsLeft: null,
      gaps: this.#parts.filter(({ ended }) => ended !== null).length,
      missingFrames: framesOf(this.#parts.reduce((sum, { filledMs }) => sum + filledMs, 0)),
      clockDriftMs: 0,
    };
  }

  get isMicrophoneMuted(): boolean | null {
    const hasMicrophone = this.#parts.some(({ sound }) => sound.id === 'microphone');
    return this.#isOfScreen && hasMicrophone ? this.#isMuted : null;
  }

  async start(): Promise<void> {
    const { createId, locks, nowMs, wallMs, onOpened } = this.#options;
    const take = await OpenTake.begin(createId(), locks, (error) => this.endBy(error));
    this.#take = take;
    let clock: TakeClock;
    try {
      await this.#match();
      this.startedAtMs = wallMs();
      // What is heard from now on is recorded, however long the document takes.
      take.clock = clock = new TakeClock(nowMs());
      await this.#save('recording', 0, null);
    } catch (error) {
      this.#abandon();
      take.close();
      throw error;
    }
    onOpened(take);
    this.#time = { clock, sampleRate: OPUS_RATE_HZ };
    take.note({ type: 'start', sessionFrame: 0, startedAtMs: this.startedAtMs, timeReference: null });
    this.#following = followSounds(() => {
      this.#matching = this.#matching
        .then(() => this.#match())
        .catch((error: unknown) => this.#options.log('a sound could not be recorded', error));
    });
    this.#noting = setInterval(() => this.#noteProgress(), PROGRESS_MS);
    this.#notify('began');
  }

  pause(): Promise<void> {
    this.#time?.clock.pause(this.#options.nowMs());
    const atFrame = this.#nowFrame;
    this.#take?.note({ type: 'pause', atFrame, sessionFrame: this.#sessionFrame });
    this.#notify('paused');
    return Promise.resolve();
  }

  resume(): Promise<void> {
    const pause = this.#time?.clock.resume(this.#options.nowMs());
    if (pause) {
      const atFrame = framesOf(pause.takeMs);
      this.#pauses.push({ atFrame, frames: framesOf(pause.lengthMs) });
      this.#take?.note({ type: 'resume', atFrame, sessionFrame: this.#sessionFrame });
    }
    this.#notify('resumed');
    return Promise.resolve();
  }

  addMarker(label: string): Promise<NotedMarker> {
    const atFrame = this.#nowFrame;
    const marker = { label, atSec: atFrame / OPUS_RATE_HZ };
    this.markers.push(marker);
    this.#take?.note({ type: 'marker', atFrame, label });
    return Promise.resolve(marker);
  }

  setMicrophoneMuted(isMuted: boolean): Promise<void> {
    if (this.isMicrophoneMuted === null) return Promise.reject(failWith('CHANNEL_NOT_FOUND', 'noMicInVideo'));
    this.#isMuted = isMuted;
    for (const part of this.#parts) if (part.sound.id === 'microphone') part.setMuted(isMuted);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.#close();
    this.#notify('soundEnded');
  }

  async finish(recordedMs: number, why: TakeEnding | null): Promise<void> {
    const take = this.#take;
    if (!take) return;
    try {
      await take.writer.ask({ kind: 'drop', names: [RESERVE_NAME] });
      for (const { file } of this.#parts) await take.writer.ask({ kind: 'end', file });
      await this.#save('finished', recordedMs, why);
      await take.writer.ask({ kind: 'drop', names: [JOURNAL_NAME] });
    } finally {
      take.close();
      openTakeChanges().notify(take.id);
    }
  }

  freeDevices(): Promise<void> {
    return Promise.resolve();
  }

  /** Records what is to be heard and is there now, and no more of what has gone. */
  async #match(): Promise<void> {
    const take = this.#take;
    if (!take || this.#isStopping) return;
    const added: SoundPart[] = [];
    let isFaderMoved = false;
    for (const id of this.#wanted) {
      const sound = liveSound(id);
      const known = this.#parts.findLast((part) => part.sound.id === id && !part.isOver);
      const isSame = known !== undefined && known.sound.track === sound?.track;
      if (known && !isSame) await known.stop();
      if (known && sound && isSame)
        isFaderMoved = known.noteFader(sound.fader, this.#nowFrame) || isFaderMoved;
      if (!sound || sound.hasEnded || isSame) continue;
      const number = this.#parts.filter((part) => part.sound.id === id).length + 1;
      const part = new SoundPart(take, sound, number, this.#options.onChanged);
      if (id === 'microphone' && this.#isMuted) part.setMuted(true);
      part.noteFader(sound.fader, this.#nowFrame);
      added.push(part);
    }
    const isMixNew = added.length > 0 || (this.#time === null && this.#mixes.length === 0);
    const mix = isMixNew ? this.#makeMix([...this.#parts, ...added]) : null;
    try {
      await Promise.all([...added.map(({ isReady }) => isReady), mix?.part?.isReady]);
      for (const part of added) await take.openSoundFile(part.id);
    } catch (error) {
      added.forEach((part) => part.abandon());
      mix?.part?.abandon();
      mix?.mix.close();
      throw error;
    }
    this.#parts.push(...added);
    if (mix) {
      this.#mixes.push(mix);
      take.useMix(mix.part?.id ?? mix.mix.id);
    }
    const hasNew = added.length > 0;
    if ((!hasNew && !isFaderMoved) || !this.#time) return;
    await this.#save('recording', 0, null);
    if (hasNew) this.#options.onChanged();
  }

  /** What files of video hold that are opened from now on. */
  #makeMix(parts: readonly SoundPart[]): { mix: SoundMix; part: SoundPart | null } | null {
    const take = this.#take;
    const heard = parts.filter(({ isOver }) => !isOver);
    const mix = mixSounds(heard.map(({ id, sound: { track } }) => ({ id, track })));
    if (!mix || !take) return null;
    if (!mix.track) return { mix, part: null };
    const sound = {
      id: 'mix',
      track: mix.track,
      name: 'Mix',
      label: null,
      channelId: null,
      fader: null,
      isRaw: false,
      uncleaned: null,
      hasEnded: false,
    } as const;
    return { mix, part: new SoundPart(take, sound, this.#mixes.length + 1, null) };
  }

  async #close(): Promise<void> {
    this.#isStopping = true;
    this.#following?.();
    if (this.#noting) clearInterval(this.#noting);
    await this.#matching;
    await Promise.all(
      [...this.#parts, ...this.#mixes.flatMap(({ part }) => part ?? [])].map((part) => part.stop()),
    );
    this.#mixes.forEach(({ mix }) => mix.close());
    await this.#take?.settled();
  }

  #abandon(): void {
    this.#isStopping = true;
    this.#parts.forEach((part) => part.abandon());
    this.#mixes.forEach(({ mix, part }) => {
      part?.abandon();
      mix.close();
    });
  }

  /** It ends on its own, e.g. since nothing more can be written. */
  endBy({ code, message }: RpcError): void {
    if (this.#isStopping) return;
    void this.#close().then(() => {
      const ended = { ...this.place, recordedSec: this.#nowFrame / OPUS_RATE_HZ, continuedIn: null };
      this.#notify('soundEnded', { ...ended, code, message });
    });
  }

  async #save(status: TakeDocument['status'], recordedMs: number, ended: TakeEnding | null): Promise<void> {
    const take = this.#take;
    if (!take) return;
    const frames = framesOf(recordedMs);
    const scanned = new Map<string, ScannedFile | null>();
    if (status === 'finished')
      for (const { file } of this.#parts) scanned.set(file, await this.#options.scan(take.id, file));
    const document: TakeDocument = {
      schemaVersion: TAKE_SCHEMA_VERSION,
      name: this.#name,
      status,
      mode: 'multitrack',
      tap: this.#isProcessed ? 'processed' : 'raw',
      container: 'webm',
      encoding: 'opus',
      sampleRate: OPUS_RATE_HZ,
      startedAtMs: this.startedAtMs,
      startFrame: 0,
      frames,
      timecode: { source: 'none', timeReference: null, fps: null },
      markers: this.markers.map(({ label, atSec }) => ({ label, atFrame: framesOf(1000 * atSec) })),
      pauses: this.#pauses,
      missedDeadlines: 0,
      ended,
      writer: NO_WRITER,
      videoTracks: [],
      tracks: this.#parts.map((part) =>
        soundTrackOf({
          id: part.id,
          file: part.file,
          name: part.label(this.#parts),
          source: part.sound.name,
          colour: part.sound.colour,
          startMs: part.startMs,
          ended: part.ended,
          scanned: scanned.get(part.file) ?? null,
          takeFrames: frames,
          isReplaced: part.isReplaced(this.#parts),
          faders: part.faders,
        }),
      ),
    };
    await take.save(DOCUMENT_NAME, document);
  }

  /** Of a screen the voice is cleaned, where this browser can; a channel is as it is wanted. */
  get #isProcessed(): boolean {
    return this.#parts.every(({ sound }) => sound.uncleaned === null && !sound.isRaw);
  }

  #noteProgress(): void {
    const nothing = this.#parts.map(() => null);
    this.#take?.note({
      type: 'progress',
      sessionFrame: this.#sessionFrame,
      frames: this.#nowFrame,
      missedDeadlines: 0,
      driftPpm: nothing,
    });
    const { progress } = this;
    if (progress) this.#options.onProgressed(progress);
  }

  get #nowFrame(): number {
    return framesOf(this.#time?.clock.recordedMsAt(this.#options.nowMs()) ?? 0);
  }

  /** Pauses counted. */
  get #sessionFrame(): number {
    const pausedMs = this.#time?.clock.pauses.reduce(
      (sum, { fromMs, toMs }) => sum + (toMs ?? this.#options.nowMs()) - fromMs,
      0,
    );
    return this.#nowFrame + framesOf(pausedMs ?? 0);
  }
}
