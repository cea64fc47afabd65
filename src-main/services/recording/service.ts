import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedInputOf } from '../../../src-shared/contract/define.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type {
  NewSource,
  picturesContract,
  PictureTrackState,
} from '../../../src-shared/contract/pictures.ts';
import type {
  EndedTake,
  recordingContract,
  RecordingSound,
  RecordingState,
  RunningTake,
  TakeMarker,
} from '../../../src-shared/contract/recording.ts';
import { DEFAULT_RECORDING } from '../../../src-shared/domain/captureSetUp.ts';
import type { EventHub, Handlers } from '../../../src-shared/rpc/index.ts';
import type { CaptureChannels } from '../capture/index.ts';
import { toFileError } from '../files/index.ts';
import type { Log } from '../ports.ts';
import { RecordingMachine } from './machine.ts';
import { PictureTake } from './pictures/pictureTake.ts';
import { createStartRequests } from './pictures/startRequests.ts';
import { createUploads, type Uploads } from './pictures/uploads.ts';
import { hasPictures, type Run } from './run.ts';
import { findScreenSound, type ScreenSoundDevices } from './screenSound.ts';
import {
  EngineSound,
  NoSound,
  type EngineEnd,
  type SoundOptions,
  type TakeEngine,
  type TakeSound,
} from './sound.ts';
import type { RecordingEffect } from './states.ts';
import { makeContinuation } from './takeFolder.ts';

type Contract = typeof recordingContract & typeof picturesContract;

export interface RecordingServiceOptions extends SoundOptions {
  /** Records sound; there are takes without. */
  sound: { engine: TakeEngine; channels: CaptureChannels } | null;
  /** Devices for the sound of a screen. */
  screenSound?: ScreenSoundDevices;
  createId: () => string;
  log: Log;
  events: Pick<EventHub<Contract>, 'emit'>;
  /** Throws why the take may have no other camera or screen; `tracks`: all that it had. */
  assertMayAdd?: (
    kind: PictureTrackState['kind'],
    tracks: readonly Pick<PictureTrackState, 'kind' | 'isEnded'>[],
  ) => Promise<void>;
  /** A take ends before its disk has less than this. */
  keepFreeBytes?: number;
  /** So long a page that captures has for its last pictures. */
  lastPicturesMs?: number;
  /** A take has ended, or goes on in another folder. */
  onEnded?: (take: { recordedSec: number; isContinued: boolean }) => void;
  /** All files of a take are closed: it wants its certificate. */
  certify?: (folder: string) => Promise<void>;
  /** Looks through what is left of a take that was cut, and repairs it. */
  recover?: (folder: string) => Promise<{ isWhole: boolean; message: string }>;
}

export interface RecordingService {
  handlers: Handlers<Contract>;
  /** The take without sound that is recorded now. */
  readonly soundlessTake: { folder: string; recordedSec: number; isPaused: boolean } | null;
  /** Ends what has cameras and screens; sound alone is ended by the engine's own close. */
  close(): Promise<void>;
}

/** So long is waited for the first frame of the sound. */
const SOUND_START_MS = 10_000;
/** The engine tells a pause as soon as it has acted. */
const PAUSE_KNOWN_MS = 2000;
const POLL_MS = 20;
/** An encoder is asked for what it holds. */
const LAST_PICTURES_MS = 3000;

/**
 * The one owner of a take: sound, cameras and screens are its parts. What it does when is in `states.ts`; what a part
 * has to say moves it on as commands do.
 */
export function createRecordingService(options: RecordingServiceOptions): RecordingService {
  const { nowMs, log, events } = options;
  let lastTake: EndedTake | null = null;

  const effects: Record<RecordingEffect, (run: Run, given: unknown) => Promise<unknown>> = {
    startParts: ({ sound }) => sound.start(),
    beginPictures: (run) => beginPictures(run),
    pauseParts: ({ sound }) => sound.pause(),
    resumeParts: ({ sound }) => sound.resume(),
    addMarker: ({ sound }, label) => sound.addMarker(label as string),
    askLastPictures: (run) => askLastPictures(run),
    stopSound: ({ sound }) => sound.stop(),
    changeFolder: (run, ended) => changeFolder(run, ended as EngineEnd),
    closeFiles: (run, ended) => closeFiles(run, ended as EngineEnd | undefined),
    async freeDevices(run) {
      await run.sound.freeDevices().catch((error: unknown) => log.error('devices stay open', error));
      machine.news('closed', run);
    },
    tellEnd: (run) => tellEnd(run),
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
      ...{ pictures: null, carried: { sources, tracks: [] }, why: null, recordedMs: 0, isCut: false },
      ended: Promise.withResolvers<void>(),
    };
    return run;
  }

  function requireSound() {
    if (options.sound) return options.sound;
    throw new RpcError('UNSUPPORTED', 'Nothing records sound here.');
  }

  async function start({ name, sound, sources }: ParsedInputOf<Contract['recording.start']>): Promise<void> {
    // Before the state moves: a second command is then refused for the same reason, and not for the first one's sake.
    if (machine.phase === 'idle') {
      await assertMayShow(sources);
      if (sound.of === 'channels') await requireSound().channels.assertMayRecordOwn();
    }
    const run = createRun(sources, (itself) => ({
      sound: makeSound(name, sound, (news) => machine.news(news, itself())),
      hasChannels: sound.of === 'channels',
    }));
    await machine.command('start', undefined, run);
    announce();
    if (!run.hasChannels) await awaitFirstFrame(run);
  }

  async function assertMayShow(sources: readonly NewSource[]): Promise<void> {
    const before: Pick<PictureTrackState, 'kind' | 'isEnded'>[] = [];
    for (const { kind } of sources) {
      await options.assertMayAdd?.(kind, before);
      before.push({ kind, isEnded: false });
    }
  }

  function makeSound(
    name: string | null,
    wanted: RecordingSound,
    tell: ConstructorParameters<typeof NoSound>[2],
  ): TakeSound {
    if (wanted.of === 'channels') return new EngineSound({ ...options, ...requireSound() }, name, null);
    if (!wanted.microphone && !wanted.system) return new NoSound(options, name, tell);
    const { screenSound } = options;
    if (!screenSound) throw new RpcError('UNSUPPORTED', 'No devices are known here.');
    const find = () => findScreenSound(wanted, screenSound);
    return new EngineSound({ ...options, ...requireSound() }, name, find);
  }

  /** A take of screens is begun when its time is known. */
  async function awaitFirstFrame(run: Run): Promise<void> {
    const isOver = () => machine.run !== run || machine.phase === 'stopping';
    const isKnown = await machine.until(() => run.pictures !== null || isOver(), SOUND_START_MS);
    if (!isKnown) {
      machine.news('silent', run);
      await run.ended.promise;
      throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
    }
    if (run.pictures === null)
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

  async function beginPictures(run: Run): Promise<void> {
    const { place, time } = run.sound;
    if (!place || !time) return;
    const { carried } = run;
    const pictures: PictureTake = new PictureTake({
      ...{ folder: place.folder, ...time, nowMs, log },
      keepFreeBytes: options.keepFreeBytes ?? DEFAULT_RECORDING.keepFreeBytes,
      onChanged: announce,
      onTrouble({ code, message }) {
        if (run.pictures !== pictures || run.hasChannels) return announce();
        run.why ??= { code, message };
        machine.news('picturesFailed', run);
      },
    });
    if (carried && carried.sources.length > 0) await pictures.arm(carried.sources, 0);
    for (const track of carried?.tracks ?? []) await pictures.addTrack(track);
    run.pictures = pictures;
    run.carried = null;
    announce();
  }

  /** Whoever captures sends its last pictures; a page that has died is not waited for. */
  async function askLastPictures({ pictures }: Run): Promise<void> {
    if (!pictures?.isFed) return;
    events.emit('recording.onEnding', { id: basename(pictures.folder) });
    const mostMs = options.lastPicturesMs ?? LAST_PICTURES_MS;
    for (let waitedMs = 0; waitedMs < mostMs && pictures.isFed; waitedMs += POLL_MS) await sleep(POLL_MS);
  }

  /** The engine died and the sound goes on in another folder: so do the pictures, from their next key picture. */
  async function changeFolder(run: Run, { folder }: EngineEnd): Promise<void> {
    const { pictures } = run;
    if (pictures) {
      const tracks = pictures.tracks.filter(({ isEnded }) => !isEnded).map(({ request }) => request);
      run.carried = { sources: pictures.wantedSources, tracks };
      await pictures.end().catch((error: unknown) => log.error('pictures were cut off', error, { folder }));
    }
    void recover(folder);
  }

  async function closeFiles(run: Run, ended: EngineEnd | undefined): Promise<void> {
    const { pictures, sound } = run;
    run.recordedMs = sound.time?.clock.recordedMsAt(nowMs()) ?? 0;
    if (ended && ended.code !== null) run.why ??= { code: ended.code, message: ended.message ?? '' };
    run.isCut = ended?.code === 'ENGINE_STOPPED';
    try {
      await pictures?.end();
      await sound.finish(run.recordedMs, run.why);
    } catch (error) {
      const folder = sound.place?.folder ?? '';
      // Its files are as the last half second left them, and are repaired at the next start.
      log.error('a take could not be given its end', error, { folder });
      const { code, message } = toFileError(folder, error);
      run.why ??= { code, message };
    }
    const { place } = sound;
    if (!place) return;
    const recordedSec = ended?.recordedSec ?? run.recordedMs / 1000;
    lastTake = {
      ...{ id: basename(place.folder), ...place, recordedSec, code: null, message: null, continuedIn: null },
      ...run.why,
    };
  }

  function tellEnd(run: Run): Promise<void> {
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

  /** The sound of the engine that is recorded now. */
  function engineSound(): { run: Run; sound: EngineSound } | null {
    const { run } = machine;
    return run?.sound instanceof EngineSound ? { run, sound: run.sound } : null;
  }

  if (options.sound) {
    options.sound.engine.takeListener = {
      onTakeMoved(moment) {
        const of = engineSound();
        if (of) machine.news(of.sound.onMoment(moment), of.run);
      },
      onTakeProgressed(progress) {
        engineSound()?.sound.onProgressed(progress.clockDriftMs);
        events.emit('recording.onProgressed', progress);
      },
      onTakeWarned: (warning) => events.emit('recording.onWarned', warning),
      onTakeEnded(ended) {
        const isContinued = ended.continuedIn !== null;
        options.onEnded?.({ recordedSec: ended.recordedSec, isContinued });
        const of = engineSound();
        if (!of) return;
        if (!isContinued) return machine.news('soundEnded', of.run, ended);
        lastTake = { id: basename(ended.folder), ...ended };
        of.sound.onCut(ended);
        machine.news('cut', of.run, ended);
        events.emit('recording.onEnded', lastTake);
      },
      placeContinuation: (take) => makeContinuation(take),
    };
  }

  const readState = (): RecordingState => ({ take: machine.run && describe(machine.run), lastTake });

  function describe({ sound, hasChannels, pictures }: Run): RunningTake | null {
    const { place, time, startedAtMs, progress, markers, channelIds, hasSound, isMicrophoneMuted } = sound;
    if (!place) return null;
    return {
      ...{ id: basename(place.folder), ...place, startedAtMs, hasChannels, hasSound, isMicrophoneMuted },
      isPaused: time?.clock.isPaused ?? progress?.isPaused ?? false,
      recordedSec: (time?.clock.recordedMsAt(nowMs()) ?? 0) / 1000,
      ...{ progress, markers, channelIds },
      tracks: pictures?.tracks.map(({ state }) => state) ?? [],
      sources: pictures?.sources ?? [],
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
      ...createStartRequests(nowMs, () => events.emit('pictures.onStartAsked', {})),
    },
    get soundlessTake() {
      const { run } = machine;
      const { place, time } = run?.sound ?? {};
      if (!run || run.sound.hasSound || !place || !time) return null;
      const { clock } = time;
      return {
        folder: place.folder,
        isPaused: clock.isPaused,
        recordedSec: clock.recordedMsAt(nowMs()) / 1000,
      };
    },
    async close() {
      const { run, phase } = machine;
      if (!run || !hasPictures(run)) return;
      if (phase !== 'stopping') machine.news('picturesFailed', run);
      await run.ended.promise;
    },
  };
}
