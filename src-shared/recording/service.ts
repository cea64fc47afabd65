import type { ParsedInputOf } from '../contract/define.ts';
import { RpcError } from '../contract/errors.ts';
import type { NewSource, videoContract, VideoTrackState } from '../contract/video.ts';
import type {
  EndedTake,
  recordingContract,
  RecordingSound,
  RecordingState,
  RunningTake,
  TakeMarker,
} from '../contract/recording.ts';
import type { EventHub, Handlers } from '../rpc/index.ts';
import { RecordingMachine } from './machine.ts';
import { VideoTake } from './video/videoTake.ts';
import { createStartRequests } from './video/startRequests.ts';
import { createUploads, type Uploads } from './video/uploads.ts';
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
  /** So long a page that captures has for its last frames. */
  lastFramesMs?: number;
  /** A take has ended, or goes on in another folder. */
  onEnded?: (take: { recordedSec: number; isContinued: boolean }) => void;
  /** All files of a take are closed: it wants its certificate. */
  certify?: (folder: string) => Promise<void>;
  /** Looks through what is left of a take that was cut, and repairs it. */
  recover?: (folder: string) => Promise<{ isWhole: boolean; message: string }>;
}

export interface Recorder {
  handlers: Handlers<Contract>;
  /** What is recorded now. */
  readonly sound: TakeSound | null;
  readonly state: RecordingState;
  /** The sound that is recorded now has something to say. */
  notify(report: RecordingReport, given?: unknown): void;
  /** Whoever follows is told the state anew. */
  announce(): void;
  /** What has sound cannot go on in its folder, and does in `continuedIn`. */
  cut(ended: SoundEnd): void;
  /** Ends what has cameras and screens; sound alone is ended by its own close. */
  close(): Promise<void>;
}

/** So long is waited for the first frame of the sound. */
const SOUND_START_MS = 10_000;
/** The engine tells a pause as soon as it has acted. */
const PAUSE_KNOWN_MS = 2000;
const POLL_MS = 20;
const passed = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
/** An encoder is asked for what it holds. */
const LAST_FRAMES_MS = 3000;

/**
 * The one owner of a take: sound, cameras and screens are its parts. What it does when is in `states.ts`; what a part
 * has to say moves it on as commands do.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { nowMs, log, events } = options;
  let lastTake: EndedTake | null = null;

  const effects: Record<RecordingEffect, (run: Run, given: unknown) => Promise<unknown>> = {
    startParts: ({ sound }) => sound.start(),
    beginVideo: (run) => beginVideo(run),
    pauseParts: ({ sound }) => sound.pause(),
    resumeParts: ({ sound }) => sound.resume(),
    addMarker: ({ sound }, label) => sound.addMarker(label as string),
    askLastFrames: (run) => askLastFrames(run),
    stopSound: ({ sound }) => sound.stop(),
    changeFolder: (run, ended) => changeFolder(run, ended as SoundEnd),
    closeFiles: (run, ended) => closeFiles(run, ended as SoundEnd | undefined),
    async freeDevices(run) {
      await run.sound.freeDevices().catch((error: unknown) => log.error('devices stay open', error));
      machine.report('closed', run);
    },
    reportEnd: (run) => reportEnd(run),
  };
  const machine = new RecordingMachine<Run>({ effects, onMoved: () => announce(), log });
  const uploads: Uploads = createUploads({
    ...options,
    machine,
    mostWaitMs: SOUND_START_MS,
    announce,
  });

  function createRun(
    sources: NewSource[],
    make: (run: () => Run) => Pick<Run, 'sound' | 'hasChannels'>,
  ): Run {
    const run: Run = {
      ...make(() => run),
      ...{ video: null, carried: { sources, tracks: [] }, why: null, recordedMs: 0, isCut: false },
      ended: Promise.withResolvers<void>(),
    };
    return run;
  }

  async function start({ name, sound, sources }: ParsedInputOf<Contract['recording.start']>): Promise<void> {
    // Before the state moves: a second command is then refused for the same reason, and not for the first one's sake.
    if (machine.phase === 'idle') {
      await assertMayShow(sources);
      await options.assertMayStart?.(sound);
    }
    const run = createRun(sources, (itself) => ({
      sound: options.makeSound(name, sound, (report, given) => machine.report(report, itself(), given)),
      hasChannels: sound.of === 'channels',
    }));
    await machine.command('start', undefined, run);
    announce();
    if (!run.hasChannels) await awaitFirstFrame(run);
  }

  async function assertMayShow(sources: readonly NewSource[]): Promise<void> {
    const before: Pick<VideoTrackState, 'kind' | 'isEnded'>[] = [];
    for (const { kind } of sources) {
      await options.assertMayAdd?.(kind, before);
      before.push({ kind, isEnded: false });
    }
  }

  /** A take of screens is begun when its time is known. */
  async function awaitFirstFrame(run: Run): Promise<void> {
    const isOver = () => machine.run !== run || machine.phase === 'stopping';
    const isKnown = await machine.until(() => run.video !== null || isOver(), SOUND_START_MS);
    if (!isKnown) {
      machine.report('silent', run);
      await run.ended.promise;
      throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
    }
    if (run.video === null)
      throw new RpcError('TAKE_NOT_RUNNING', 'The take has ended before its first sound.');
  }

  async function pause(): Promise<void> {
    await machine.command('pause');
    await machine.until(() => machine.phase !== 'pausing', PAUSE_KNOWN_MS);
  }

  async function resume(): Promise<void> {
    await machine.command('resume');
    await machine.until(() => machine.phase !== 'resuming', PAUSE_KNOWN_MS);
  }

  async function addMarker(label: string): Promise<TakeMarker> {
    const marker = (await machine.command('mark', label)) as TakeMarker;
    announce();
    return marker;
  }

  /** Resolves when all files are closed. */
  async function stop(): Promise<void> {
    const { run } = machine;
    await machine.command('stop');
    await run?.ended.promise;
  }

  async function beginVideo(run: Run): Promise<void> {
    const { place, time } = run.sound;
    if (!place || !time) return;
    const { carried } = run;
    const video: VideoTake = new VideoTake({
      ...{ folder: place.folder, ...time, nowMs, log },
      store: options.openVideo(place.folder),
      onChanged: announce,
      onTrouble({ code, message }) {
        if (run.video !== video || run.hasChannels) return announce();
        run.why ??= { code, message };
        machine.report('videoFailed', run);
      },
    });
    if (carried && carried.sources.length > 0) await video.arm(carried.sources, 0);
    for (const track of carried?.tracks ?? []) await video.addTrack(track);
    run.video = video;
    run.carried = null;
    announce();
  }

  /** Whoever captures sends its last frames; a page that has died is not waited for. */
  async function askLastFrames({ video }: Run): Promise<void> {
    if (!video?.isFed) return;
    events.emit('recording.onEnding', { id: takeIdOf(video.folder) });
    const mostMs = options.lastFramesMs ?? LAST_FRAMES_MS;
    for (let waitedMs = 0; waitedMs < mostMs && video.isFed; waitedMs += POLL_MS) await passed(POLL_MS);
  }

  /** The engine died and the sound goes on in another folder: so does the video, from its next key frame. */
  async function changeFolder(run: Run, { folder }: SoundEnd): Promise<void> {
    const { video } = run;
    if (video) {
      const tracks = video.tracks.filter(({ isEnded }) => !isEnded).map(({ request }) => request);
      run.carried = { sources: video.wantedSources, tracks };
      await video.end().catch((error: unknown) => log.error('video was cut off', error, { folder }));
    }
    void recover(folder);
  }

  async function closeFiles(run: Run, ended: SoundEnd | undefined): Promise<void> {
    const { video, sound } = run;
    run.recordedMs = sound.time?.clock.recordedMsAt(nowMs()) ?? 0;
    if (ended && ended.code !== null) run.why ??= { code: ended.code, message: ended.message ?? '' };
    run.isCut = ended?.code === 'ENGINE_STOPPED';
    try {
      await video?.end();
      await sound.finish(run.recordedMs, run.why);
    } catch (error) {
      const folder = sound.place?.folder ?? '';
      // Its files are as the last half second left them, and are repaired at the next start.
      log.error('a take could not be given its end', error, { folder });
      const { code, message } = options.toFileError(folder, error);
      run.why ??= { code, message };
    }
    const { place } = sound;
    if (!place) return;
    const recordedSec = ended?.recordedSec ?? run.recordedMs / 1000;
    lastTake = {
      ...{ id: takeIdOf(place.folder), ...place, recordedSec, code: null, message: null, continuedIn: null },
      ...run.why,
    };
  }

  function reportEnd(run: Run): Promise<void> {
    const { sound, recordedMs } = run;
    if (sound.place && lastTake) events.emit('recording.onEnded', lastTake);
    if (!sound.hasSound) options.onEnded?.({ recordedSec: recordedMs / 1000, isContinued: false });
    announce();
    run.ended.resolve();
    const folder = sound.place?.folder;
    if (folder === undefined) return Promise.resolve();
    if (run.isCut) void recover(folder);
    else
      options
        .certify?.(folder)
        .catch((error: unknown) => log.error('the end of a take went wrong', error, { folder }));
    return Promise.resolve();
  }

  async function recover(folder: string): Promise<void> {
    if (!options.recover) return;
    try {
      events.emit('recording.onRecovered', { folder, ...(await options.recover(folder)) });
    } catch (error) {
      log.error('an interrupted take could not be looked through', error, { folder });
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The take in ${folder} could not be looked through: ${reason} "npx sounddesk takes repair" tries again.`;
      events.emit('recording.onRecovered', { folder, isWhole: false, message });
    }
  }

  const readState = (): RecordingState => ({ take: machine.run && describe(machine.run), lastTake });

  function describe({ sound, hasChannels, video }: Run): RunningTake | null {
    const { place, time, startedAtMs, progress, markers, channelIds, hasSound, isMicrophoneMuted } = sound;
    // One of screens is there when its time is known.
    if (!place || (!hasChannels && !video)) return null;
    return {
      ...{ id: takeIdOf(place.folder), ...place, startedAtMs, hasChannels, hasSound, isMicrophoneMuted },
      isPaused: time?.clock.isPaused ?? progress?.isPaused ?? false,
      recordedSec: (time?.clock.recordedMsAt(nowMs()) ?? 0) / 1000,
      ...{ progress, markers, channelIds },
      tracks: video?.tracks.map(({ state }) => state) ?? [],
      sources: video?.sources ?? [],
    };
  }

  function announce(): void {
    machine.touch();
    events.emit('recording.onStateChanged', readState());
  }

  const then = async (work: Promise<void>) => {
    await work;
    return readState();
  };

  return {
    handlers: {
      'recording.readState': readState,
      'recording.start': (input) => then(start(input)),
      'recording.pause': () => then(pause()),
      'recording.resume': () => then(resume()),
      'recording.addMarker': ({ label }) => addMarker(label),
      'recording.stop': () => then(stop()),
      async 'recording.setMicrophoneMuted'({ isMuted }) {
        const { run } = machine;
        if (!run) throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
        await run.sound.setMicrophoneMuted(isMuted);
        announce();
        return readState();
      },
      ...uploads,
      ...createStartRequests(nowMs, () => events.emit('video.onStartAsked', {})),
    },
    get sound() {
      return machine.run?.sound ?? null;
    },
    get state() {
      return readState();
    },
    notify(report, given) {
      if (machine.run) machine.report(report, machine.run, given);
    },
    announce,
    cut(ended) {
      const cutTake = { id: takeIdOf(ended.folder), ...ended };
      lastTake = cutTake;
      if (machine.run) machine.report('cut', machine.run, ended);
      events.emit('recording.onEnded', cutTake);
    },
    async close() {
      const { run, phase } = machine;
      if (!run || !hasVideo(run)) return;
      if (phase !== 'stopping') machine.report('videoFailed', run);
      await run.ended.promise;
    },
  };
}
