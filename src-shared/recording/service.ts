import type { ParsedInputOf } from '../contract/define.ts';
import type { RpcError } from '../contract/errors.ts';
import { failWith } from '../contract/errorTexts.ts';
import type { NewSource, videoContract, VideoTrackState } from '../contract/video.ts';
import type {
  EndedTake,
  recordingContract,
  RecordingSound,
  RecordingState,
  NotedMarker,
  RunningTake,
} from '../contract/recording.ts';
import type { EventHub, Handlers } from '../rpc/index.ts';
import { RecordingMachine } from './machine.ts';
import { VideoTake } from './video/videoTake.ts';
import { createStartRequests } from './video/startRequests.ts';
import { createUploads } from './video/uploads.ts';
import { takeIdOf, type VideoStore, type RecordingLog, type SoundEnd, type TakeSound } from './ports.ts';
import { hasVideo, type Run } from './run.ts';
import type { RecordingEffect, RecordingReport } from './states.ts';

type Contract = typeof recordingContract & typeof videoContract;

export interface RecorderOptions {
  /** What counts the time of a take, and records its sound; `notify`: what it has to say. Throws `UNSUPPORTED`. */
  makeSound: (
    name: string | null,
    wanted: RecordingSound,
    notify: (report: RecordingReport, given?: unknown) => void,
  ) => TakeSound;
  /** Throws why such a take cannot be begun now. */
  assertMayStart?: (wanted: RecordingSound) => Promise<void>;
  /** Where the video of a take lies. */
  openVideo: (folder: string) => VideoStore;
  /** What went wrong with the files of a folder. */
  toFileError: (folder: string, error: unknown) => RpcError;
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
  createId: () => string;
  log: RecordingLog;
  events: Pick<EventHub<Contract>, 'emit'>;
  /** Throws why the take may have no other camera or screen; `tracks`: all that it had. */
  assertMayAdd?: (
    kind: VideoTrackState['kind'],
    tracks: readonly Pick<VideoTrackState, 'kind' | 'isEnded'>[],
  ) => Promise<void>;
  /** How long a capturing page has for its last frames. */
  lastFramesMs?: number;
  /** A take has ended, or continues in another folder. */
  onEnded?: (take: { recordedSec: number; isContinued: boolean }) => void;
  /** All files of a take are closed: it wants its certificate. */
  certify?: (folder: string) => Promise<void>;
  /** Looks through what is left of a take that was cut, and repairs it. */
  recover?: (folder: string) => Promise<{ isWhole: boolean; message: string }>;
}

/** How long it waits for the first frame of the sound. */
const SOUND_START_MS = 10_000;
/** The engine reports a pause as soon as it has acted. */
const PAUSE_KNOWN_MS = 2000;
const POLL_MS = 20;
const passed = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
/** An encoder is asked for what it holds. */
const LAST_FRAMES_MS = 3000;

/**
 * The one owner of a take: sound, cameras and screens are its parts. What it does when is in `states.ts`; what a part
 * has to say moves it on as commands do.
 */
export class Recorder {
  readonly handlers: Handlers<Contract>;
  readonly #options: RecorderOptions;
  readonly #machine: RecordingMachine<Run>;
  #lastTake: EndedTake | null = null;

  constructor(options: RecorderOptions) {
    const { nowMs, log, events } = options;
    this.#options = options;
    this.#machine = new RecordingMachine({ effects: this.#effects(), onMoved: () => this.announce(), log });
    this.handlers = {
      ...this.#commands(),
      ...createUploads({
        ...options,
        machine: this.#machine,
        mostWaitMs: SOUND_START_MS,
        announce: () => this.announce(),
      }),
      ...createStartRequests(nowMs, () => events.emit('video.onStartAsked', {})),
    };
  }

  /** What is recorded now. */
  get sound(): TakeSound | null {
    return this.#machine.run?.sound ?? null;
  }

  get state(): RecordingState {
    const { run } = this.#machine;
    return { take: run && this.#describe(run), lastTake: this.#lastTake };
  }

  /** The sound that is recorded now has something to say. */
  notify(report: RecordingReport, given?: unknown): void {
    const { run } = this.#machine;
    if (run) this.#machine.report(report, run, given);
  }

  /** Subscribers get the state again. */
  announce(): void {
    this.#machine.touch();
    this.#options.events.emit('recording.onStateChanged', this.state);
  }

  /** What has sound cannot continue in its folder, and does in `continuedIn`. */
  cut(ended: SoundEnd): void {
    const cutTake = { id: takeIdOf(ended.folder), ...ended };
    this.#lastTake = cutTake;
    this.notify('cut', ended);
    this.#options.events.emit('recording.onEnded', cutTake);
  }

  /** Ends what has cameras and screens; sound alone is ended by its own close. */
  async close(): Promise<void> {
    const { run, phase } = this.#machine;
    if (!run || !hasVideo(run)) return;
    if (phase !== 'stopping') this.#machine.report('videoFailed', run);
    await run.ended.promise;
  }

  #commands(): Handlers<typeof recordingContract> {
    const then = async (work: Promise<void>) => {
      await work;
      return this.state;
    };
    return {
      'recording.readState': () => this.state,
      'recording.start': (input) => then(this.#start(input)),
      'recording.pause': () => then(this.#pause()),
      'recording.resume': () => then(this.#resume()),
      'recording.addMarker': ({ label }) => this.#addMarker(label),
      'recording.stop': () => then(this.#stop()),
      'recording.setMicrophoneMuted': ({ isMuted }) => then(this.#muteMicrophone(isMuted)),
    };
  }

  #effects(): Record<RecordingEffect, (run: Run, given: unknown) => Promise<unknown>> {
    return {
      startParts: ({ sound }) => sound.start(),
      beginVideo: (run) => this.#beginVideo(run),
      pauseParts: ({ sound }) => sound.pause(),
      resumeParts: ({ sound }) => sound.resume(),
      addMarker: ({ sound }, label) => sound.addMarker(label as string),
      askLastFrames: (run) => this.#askLastFrames(run),
      stopSound: ({ sound }) => sound.stop(),
      changeFolder: (run, ended) => this.#changeFolder(run, ended as SoundEnd),
      closeFiles: (run, ended) => this.#closeFiles(run, ended as SoundEnd | undefined),
      freeDevices: async (run) => {
        await run.sound
          .freeDevices()
          .catch((error: unknown) => this.#options.log.error('devices stay open', error));
        this.#machine.report('closed', run);
      },
      reportEnd: (run) => this.#reportEnd(run),
    };
  }

  #createRun(sources: NewSource[], make: (run: () => Run) => Pick<Run, 'sound' | 'hasChannels'>): Run {
    const run: Run = {
      ...make(() => run),
      video: null,
      carried: { sources, tracks: [] },
      why: null,
      recordedMs: 0,
      isCut: false,
      ended: Promise.withResolvers<void>(),
    };
    return run;
  }

  async #start({ name, sound, sources }: ParsedInputOf<Contract['recording.start']>): Promise<void> {
    // Before the state moves: a second command is then refused for the same reason, and not for the first one's sake.
    if (this.#machine.phase === 'idle') {
      await this.#assertMayShow(sources);
      await this.#options.assertMayStart?.(sound);
    }
    const run = this.#createRun(sources, (itself) => ({
      sound: this.#options.makeSound(name, sound, (report, given) =>
        this.#machine.report(report, itself(), given),
      ),
      hasChannels: sound.of === 'channels',
    }));
    await this.#machine.command('start', undefined, run);
    this.announce();
    if (!run.hasChannels) await this.#awaitFirstFrame(run);
  }

  async #assertMayShow(sources: readonly NewSource[]): Promise<void> {
    const before: Pick<VideoTrackState, 'kind' | 'isEnded'>[] = [];
    for (const { kind } of sources) {
      await this.#options.assertMayAdd?.(kind, before);
      before.push({ kind, isEnded: false });
    }
  }

  /** A take of screens is begun when its time is known. */
  async #awaitFirstFrame(run: Run): Promise<void> {
    const isOver = () => this.#machine.run !== run || this.#machine.phase === 'stopping';
    const isKnown = await this.#machine.until(() => run.video !== null || isOver(), SOUND_START_MS);
    if (!isKnown) {
      this.#machine.report('silent', run);
      await run.ended.promise;
      throw failWith('DEVICE_UNAVAILABLE', 'noFirstSound');
    }
    if (run.video === null) throw failWith('TAKE_NOT_RUNNING', 'takeEndedEarly');
  }

  async #pause(): Promise<void> {
    await this.#machine.command('pause');
    await this.#machine.until(() => this.#machine.phase !== 'pausing', PAUSE_KNOWN_MS);
  }

  async #resume(): Promise<void> {
    await this.#machine.command('resume');
    await this.#machine.until(() => this.#machine.phase !== 'resuming', PAUSE_KNOWN_MS);
  }

  async #addMarker(label: string): Promise<NotedMarker> {
    const marker = (await this.#machine.command('mark', label)) as NotedMarker;
    this.announce();
    return marker;
  }

  /** Resolves when all files are closed. */
  async #stop(): Promise<void> {
    const { run } = this.#machine;
    await this.#machine.command('stop');
    await run?.ended.promise;
  }

  async #beginVideo(run: Run): Promise<void> {
    const { place, time } = run.sound;
    if (!place || !time) return;
    const { carried } = run;
    const { nowMs, log } = this.#options;
    const video: VideoTake = new VideoTake({
      folder: place.folder,
      ...time,
      nowMs,
      log,
      store: this.#options.openVideo(place.folder),
      onChanged: () => this.announce(),
      onTrouble: ({ code, message }) => {
        if (run.video !== video || run.hasChannels) return this.announce();
        run.why ??= { code, message };
        this.#machine.report('videoFailed', run);
      },
    });
    if (carried && carried.sources.length > 0) await video.arm(carried.sources, 0);
    for (const track of carried?.tracks ?? []) await video.addTrack(track);
    run.video = video;
    run.carried = null;
    this.announce();
  }

  /** The capturing page sends its last frames; a page that has died is not waited for. */
  async #askLastFrames({ video }: Run): Promise<void> {
    if (!video?.isFed) return;
    this.#options.events.emit('recording.onEnding', { id: takeIdOf(video.folder) });
    const mostMs = this.#options.lastFramesMs ?? LAST_FRAMES_MS;
    for (let waitedMs = 0; waitedMs < mostMs && video.isFed; waitedMs += POLL_MS) await passed(POLL_MS);
  }

  /** The engine died and the sound continues in another folder: so does the video, from its next key frame. */
  async #changeFolder(run: Run, { folder }: SoundEnd): Promise<void> {
    const { video } = run;
    if (video) {
      const tracks = video.tracks.filter(({ isEnded }) => !isEnded).map(({ request }) => request);
      run.carried = { sources: video.wantedSources, tracks };
      await video
        .end()
        .catch((error: unknown) => this.#options.log.error('video was cut off', error, { folder }));
    }
    void this.#recover(folder);
  }

  async #closeFiles(run: Run, ended: SoundEnd | undefined): Promise<void> {
    const { video, sound } = run;
    run.recordedMs = sound.time?.clock.recordedMsAt(this.#options.nowMs()) ?? 0;
    if (ended && ended.code !== null) run.why ??= { code: ended.code, message: ended.message ?? '' };
    run.isCut = ended?.code === 'ENGINE_STOPPED';
    try {
      await video?.end();
      await sound.finish(run.recordedMs, run.why);
    } catch (error) {
      const folder = sound.place?.folder ?? '';
      // Its files are as the last half second left them, and are repaired at the next start.
      this.#options.log.error('a take could not be given its end', error, { folder });
      const { code, message } = this.#options.toFileError(folder, error);
      run.why ??= { code, message };
    }
    const { place } = sound;
    if (!place) return;
    const recordedSec = ended?.recordedSec ?? run.recordedMs / 1000;
    this.#lastTake = {
      id: takeIdOf(place.folder),
      ...place,
      recordedSec,
      code: null,
      message: null,
      continuedIn: null,
      ...run.why,
    };
  }

  #reportEnd(run: Run): Promise<void> {
    const { sound, recordedMs } = run;
    if (sound.place && this.#lastTake) this.#options.events.emit('recording.onEnded', this.#lastTake);
    if (!sound.hasSound) this.#options.onEnded?.({ recordedSec: recordedMs / 1000, isContinued: false });
    this.announce();
    run.ended.resolve();
    const folder = sound.place?.folder;
    if (folder === undefined) return Promise.resolve();
    if (run.isCut) void this.#recover(folder);
    else
      this.#options
        .certify?.(folder)
        .catch((error: unknown) =>
          this.#options.log.error('the end of a take went wrong', error, { folder }),
        );
    return Promise.resolve();
  }

  async #recover(folder: string): Promise<void> {
    if (!this.#options.recover) return;
    try {
      this.#options.events.emit('recording.onRecovered', {
        folder,
        ...(await this.#options.recover(folder)),
      });
    } catch (error) {
      this.#options.log.error('an interrupted take could not be looked through', error, { folder });
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The take in ${folder} could not be looked through: ${reason} "npx sounddesk takes repair" tries again.`;
      this.#options.events.emit('recording.onRecovered', { folder, isWhole: false, message });
    }
  }

  #describe({ sound, hasChannels, video }: Run): RunningTake | null {
    const { place, time, startedAtMs, progress, markers, channelIds, hasSound, isMicrophoneMuted } = sound;
    // One of screens is there when its time is known.
    if (!place || (!hasChannels && !video)) return null;
    return {
      id: takeIdOf(place.folder),
      ...place,
      startedAtMs,
      hasChannels,
      hasSound,
      isMicrophoneMuted,
      isPaused: time?.clock.isPaused ?? progress?.isPaused ?? false,
      recordedSec: (time?.clock.recordedMsAt(this.#options.nowMs()) ?? 0) / 1000,
      progress,
      markers,
      channelIds,
      tracks: video?.tracks.map(({ state }) => state) ?? [],
      sources: video?.sources ?? [],
    };
  }

  async #muteMicrophone(isMuted: boolean): Promise<void> {
    const { run } = this.#machine;
    if (!run) throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
    await run.sound.setMicrophoneMuted(isMuted);
    this.announce();
  }
}
