import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { EndedTake } from '../../../../src-shared/contract/capture.ts';
import type {
  EndedPictures,
  picturesContract,
  PicturesState,
  PictureTrackState,
} from '../../../../src-shared/contract/pictures.ts';
import { DEFAULT_RECORDING } from '../../../../src-shared/domain/captureSetUp.ts';
import type { Handlers } from '../../../../src-shared/rpc/index.ts';
import type { TakeMoment } from '../../engine/index.ts';
import type { Clock, Log } from '../../ports.ts';
import { toFileError } from '../../files/index.ts';
import { PictureTake } from './pictureTake.ts';
import type { NewPictureTrack } from './pictureTrack.ts';
import { createStartRequests } from './startRequests.ts';
import { SOUNDLESS_RATE, SoundlessTake } from './soundlessTake.ts';
import { TakeClock } from './takeClock.ts';

/** What records sound, as far as pictures need to know. */
export interface SoundOfPictures {
  /** The take that is being recorded, whoever began it. */
  readonly take: {
    folder: string;
    name: string;
    /** Its first frame and its pauses, as the engine has told them. */
    moments: readonly TakeMoment[];
    /** What its clock has lost against the machine's since its start. */
    clockDriftMs: number;
  } | null;
  start(request: { name: string | null; microphone: boolean; system: boolean }): Promise<void>;
  /** Of the take that `start` began; null where it has no microphone. */
  readonly isMicrophoneMuted: boolean | null;
  setMicrophoneMuted(isMuted: boolean): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  addMarker(label: string): Promise<{ label: string; atSec: number }>;
  stop(): Promise<void>;
}

export interface PicturesServiceOptions {
  sound: SoundOfPictures;
  /** Makes an empty folder for a take without sound. */
  makeFolder: (name: string | null) => { folder: string; name: string };
  clock: Clock;
  createId: () => string;
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
  /** Of the time since then, what `nowMs` has not counted: the computer slept. */
  uncountedMsSince?: (wallMs: number) => number;
  log: Log;
  /** Throws why the take may have no other camera or screen; `tracks`: all that it had. */
  assertMayAdd?: (kind: PictureTrackState['kind'], tracks: readonly PictureTrackState[]) => Promise<void>;
  /** A take ends before its disk has less than this. */
  keepFreeBytes?: number;
  /** So long a page that captures has for its last pictures. */
  lastPicturesMs?: number;
  onStateChanged: (state: PicturesState) => void;
  /** Whoever captures is asked for what was encoded and not sent yet. */
  onTakeEnding: (id: string) => void;
  onTakeEnded: (ended: EndedPictures) => void;
  onStartAsked: () => void;
  /** A take without sound is closed: it wants its certificate. */
  onSoundlessEnded: (folder: string, recordedSec: number) => void;
}

export interface PicturesService {
  handlers: Handlers<typeof picturesContract>;
  /** The take of pictures alone that is recorded now. */
  readonly soundlessTake: { folder: string; recordedSec: number; isPaused: boolean } | null;
  /** The engine has told a moment of the sound. */
  onSoundMoved(moment: TakeMoment): void;
  /** The sound's clock has gone on. */
  onSoundProgressed(): void;
  /** The sound has ended; resolves when the pictures beside it are closed. */
  onSoundEnded(ended: EndedTake): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  take: PictureTake;
  name: string;
  isOwn: boolean;
  /** null: the native recorder of the sound writes `take.json`. */
  soundless: SoundlessTake | null;
  /** When the pause that was asked for is known to the frame. */
  pausesKnown: Promise<unknown>;
  finishing: Promise<void> | null;
}

type Trouble = Pick<RpcError, 'code' | 'message'>;

/** So long is waited for the first frame of the sound. */
const SOUND_START_MS = 10_000;
/** The engine tells a pause as soon as it has acted. */
const PAUSE_KNOWN_MS = 2000;
const POLL_MS = 20;
/** An encoder is asked for what it holds. */
const LAST_PICTURES_MS = 3000;

/** Cameras and screens of takes: with the sound of the engine, or alone. */
export function createPicturesService(options: PicturesServiceOptions): PicturesService {
  const { sound, clock, nowMs, log } = options;
  let running: Running | null = null;
  let lastTake: EndedPictures | null = null;
  /** The sound goes on in another folder: pictures wait until theirs are there. */
  let switching: Promise<void> = Promise.resolve();
  let queue: Promise<unknown> = Promise.resolve();
  /** Whoever waits for a word of the sound. */
  const waiting = new Set<() => void>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  const readState = (): PicturesState => ({ take: running && describe(running), lastTake });
  const announce = () => {
    const state = readState();
    options.onStateChanged(state);
    return state;
  };

  function describe({ take, name, isOwn, soundless }: Running): NonNullable<PicturesState['take']> {
    return {
      ...{ id: basename(take.folder), name, isOwn, hasSound: soundless === null },
      isPaused: take.clock.isPaused,
      recordedSec: take.clock.recordedMsAt(nowMs()) / 1000,
      isMicrophoneMuted: isOwn && soundless === null ? sound.isMicrophoneMuted : null,
      tracks: take.tracks.map(({ state }) => state),
      sources: take.sources,
    };
  }

  function makeTake(folder: string, time: { clock: TakeClock; sampleRate: number }): PictureTake {
    const take: PictureTake = new PictureTake({
      ...{ folder, ...time, nowMs, log },
      keepFreeBytes: options.keepFreeBytes ?? DEFAULT_RECORDING.keepFreeBytes,
      onChanged: announce,
      onTrouble(trouble) {
        if (running?.take !== take || !running.isOwn) return void announce();
        inTurn(() => stop(trouble)).catch((error: unknown) => log.error('a take could not be ended', error));
      },
    });
    return take;
  }

  /** Beside the sound that is being recorded. */
  async function attach(isOwn: boolean): Promise<Running> {
    const of = sound.take;
    if (!of) throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
    const take = makeTake(of.folder, await waitForSound(of.folder));
    return {
      ...{ take, name: of.name, isOwn, soundless: null },
      ...{ pausesKnown: Promise.resolve(), finishing: null },
    };
  }

  const countedMsSince = (wallMs: number) =>
    clock.nowMs() - wallMs - (options.uncountedMsSince?.(wallMs) ?? 0);

  /** The clock of a sound that has begun, and its frames a second. */
  async function waitForSound(folder: string): Promise<{ clock: TakeClock; sampleRate: number }> {
    const begins = () => {
      if (sound.take?.folder !== folder) return 'ended';
      return sound.take.moments.find((moment) => moment.type === 'takeStarted') ?? null;
    };
    const begun = await heard(begins, SOUND_START_MS);
    if (begun === null)
      throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
    if (begun === 'ended' || !sound.take)
      throw new RpcError('TAKE_NOT_RUNNING', 'The take has ended before its first sound.');
    const { moments, clockDriftMs } = sound.take;
    // The wall clock is looked at once: what is set meanwhile changes nothing.
    const takeClock = new TakeClock(nowMs() - countedMsSince(begun.startedAtMs));
    takeClock.follow(clockDriftMs);
    for (const moment of moments) takeClock.note(moment);
    return { clock: takeClock, sampleRate: begun.sampleRate };
  }

  /** What `look` finds, asked with every word of the sound; null where that is nothing for so long. */
  function heard<T>(look: () => T | null, mostMs: number): Promise<T | null> {
    return new Promise((resolve) => {
      const end = (found: T | null) => {
        waiting.delete(ask);
        clearTimeout(timer);
        resolve(found);
      };
      const ask = () => {
        const found = look();
        if (found !== null) end(found);
      };
      const timer = setTimeout(() => end(look()), mostMs);
      waiting.add(ask);
      ask();
    });
  }

  const tellWaiting = () => [...waiting].forEach((ask) => ask());

  async function requireRunning(): Promise<Running> {
    if (running && (running.soundless || sound.take)) return running;
    running = await attach(false);
    return running;
  }

  function requireOwn(): Running {
    if (running) return running;
    throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
  }

  async function start(name: string | null, wanted: { microphone: boolean; system: boolean }) {
    if (running || sound.take)
      throw new RpcError('TAKE_ALREADY_RUNNING', 'A take is being recorded already. Stop it first.');
    if (wanted.microphone || wanted.system) {
      await sound.start({ name, ...wanted });
      running = await attach(true).catch(async (error: unknown) => {
        await sound.stop();
        throw error;
      });
      return announce();
    }
    const place = options.makeFolder(name);
    const soundless = await SoundlessTake.begin(place.folder, place.name, clock.nowMs());
    const take = makeTake(place.folder, { clock: new TakeClock(nowMs()), sampleRate: SOUNDLESS_RATE });
    running = {
      ...{ take, name: place.name, isOwn: true, soundless },
      ...{ pausesKnown: Promise.resolve(), finishing: null },
    };
    return announce();
  }

  /** Whoever captures sends its last pictures; a page that has died is not waited for. */
  async function awaitLastPictures({ take }: Running): Promise<void> {
    if (!take.isFed) return;
    options.onTakeEnding(basename(take.folder));
    const mostMs = options.lastPicturesMs ?? LAST_PICTURES_MS;
    for (let waitedMs = 0; waitedMs < mostMs && take.isFed; waitedMs += POLL_MS) await sleep(POLL_MS);
  }

  /** Ends the take with its sound; `trouble`: why it ends by itself. */
  async function stop(trouble: RpcError | null): Promise<PicturesState> {
    const ending = running;
    if (!ending) return readState();
    // Its end closes the pictures as well: `onSoundEnded`.
    if (ending.soundless === null && sound.take) await sound.stop();
    await finish(ending, trouble);
    return announce();
  }

  function finish(ending: Running, trouble: Trouble | null): Promise<void> {
    ending.finishing ??= close(ending, trouble);
    return ending.finishing;
  }

  async function close(ending: Running, trouble: Trouble | null): Promise<void> {
    if (running === ending) running = null;
    const recordedMs = ending.take.clock.recordedMsAt(nowMs());
    let why = trouble && { code: trouble.code, message: trouble.message };
    try {
      await ending.take.end();
      ending.soundless?.end(recordedMs, why);
    } catch (error) {
      // Its files are as the last half second left them, and are repaired at the next start.
      log.error('a take could not be given its end', error, { folder: ending.take.folder });
      const known = toFileError(ending.take.folder, error);
      why ??= { code: known.code, message: known.message };
    }
    const recordedSec = recordedMs / 1000;
    lastTake = { id: basename(ending.take.folder), recordedSec, code: null, message: null, ...why };
    options.onTakeEnded(lastTake);
    if (ending.soundless) options.onSoundlessEnded(ending.take.folder, recordedSec);
    announce();
  }

  /** Of a take without sound, whose pauses are as they are asked for. */
  function setPaused({ take }: Running, soundless: SoundlessTake, isPaused: boolean): void {
    if (take.clock.isPaused === isPaused) return;
    if (isPaused) return take.clock.pause(nowMs());
    take.clock.resume(nowMs());
    const last = take.clock.pauses.at(-1);
    if (last)
      soundless.addPause(take.clock.recordedMsAt(last.fromMs), (last.toMs ?? last.fromMs) - last.fromMs);
  }

  const move = (isPaused: boolean) =>
    inTurn(async () => {
      const current = requireOwn();
      if (current.soundless) setPaused(current, current.soundless, isPaused);
      else {
        await (isPaused ? sound.pause() : sound.resume());
        const isKnown = () => running !== current || current.take.clock.isPaused === isPaused || null;
        current.pausesKnown = heard(isKnown, PAUSE_KNOWN_MS);
        await current.pausesKnown;
      }
      return announce();
    });

  return {
    handlers: {
      'pictures.readClock': () => ({ nowMs: nowMs() }),
      'pictures.readState': readState,
      'pictures.startTake': ({ name, sound: wanted }) => inTurn(() => start(name, wanted)),
      'pictures.pauseTake': () => move(true),
      'pictures.resumeTake': () => move(false),
      'pictures.setMicrophoneMuted': ({ isMuted }) =>
        inTurn(async () => {
          const { isOwn, soundless } = requireOwn();
          if (!isOwn || soundless)
            throw new RpcError('CHANNEL_NOT_FOUND', 'No microphone is recorded with these pictures.');
          await sound.setMicrophoneMuted(isMuted);
          return announce();
        }),
      ...createStartRequests(nowMs, options.onStartAsked),
      'pictures.addMarker': ({ label }) =>
        inTurn(async () => {
          const { soundless, take } = requireOwn();
          if (!soundless) return await sound.addMarker(label);
          const atMs = take.clock.recordedMsAt(nowMs());
          soundless.addMarker(label, atMs);
          return { label, atSec: atMs / 1000 };
        }),
      'pictures.stopTake': () =>
        inTurn(async () => {
          await awaitLastPictures(requireOwn());
          return await stop(null);
        }),
      'pictures.arm': ({ sources, isFromStart }) =>
        inTurn(async () => {
          const { take } = await requireRunning();
          await take.arm(sources, isFromStart ? 0 : take.clock.recordedMsAt(nowMs()));
          return announce();
        }),
      'pictures.disarm': ({ sourceId }) =>
        inTurn(async () => {
          await requireOwn().take.disarm(sourceId);
          return readState();
        }),
      'pictures.addTrack': (input) =>
        inTurn(async () => {
          const { take } = await requireRunning();
          const codecPrivate = input.codecPrivate === null ? null : Buffer.from(input.codecPrivate, 'base64');
          if (input.codec === 'avc1' && !codecPrivate)
            throw new RpcError('BAD_OPTION', 'H.264 comes with what its decoder has to know.');
          const request: NewPictureTrack = { ...input, codecPrivate, id: options.createId() };
          if (input.sourceId !== null) await take.makeWay(input.sourceId);
          await options.assertMayAdd?.(
            input.kind,
            take.tracks.map(({ state }) => state),
          );
          await take.addTrack(request);
          return { trackId: request.id };
        }),
      async 'pictures.append'({ trackId, frames, framesDropped }) {
        await switching;
        const current = requireOwn();
        await current.pausesKnown;
        const lateMs = nowMs() + 1000;
        if (frames.some(({ atMs }) => atMs > lateMs))
          throw new RpcError('BAD_OPTION', 'A picture cannot be later than now.');
        const arrived = frames.map(({ base64, ...frame }) => ({
          ...frame,
          bytes: Buffer.from(base64, 'base64'),
        }));
        const { framesWritten, wantsKey } = await current.take.append(trackId, arrived, framesDropped);
        return { framesWritten, wantsKey, isPaused: current.take.clock.isPaused };
      },
      async 'pictures.endTrack'({ trackId, framesDropped, ended }) {
        await switching;
        await requireOwn().take.endTrack(trackId, ended, framesDropped);
      },
    },
    get soundlessTake() {
      if (!running?.soundless) return null;
      const { folder, clock: of } = running.take;
      return { folder, isPaused: of.isPaused, recordedSec: of.recordedMsAt(nowMs()) / 1000 };
    },
    onSoundMoved(moment) {
      const isOurs = running && !running.soundless && sound.take?.folder === running.take.folder;
      if (isOurs) running?.take.clock.note(moment);
      tellWaiting();
      if (isOurs) announce();
    },
    onSoundProgressed() {
      if (!running || running.soundless || sound.take?.folder !== running.take.folder) return;
      running.take.clock.follow(sound.take.clockDriftMs);
    },
    async onSoundEnded(ended) {
      tellWaiting();
      const current = running;
      if (!current || current.soundless || current.take.folder !== ended.folder) return;
      if (ended.continuedIn === null) {
        const why = ended.code === null ? null : { code: ended.code, message: ended.message ?? '' };
        return await finish(current, why);
      }
      switching = continueIn(current);
      await switching;
    },
    async close() {
      if (running) await inTurn(() => stop(null));
    },
  };

  /** The engine died and the sound goes on in another folder: so do the pictures, from their next key picture. */
  async function continueIn(current: Running): Promise<void> {
    const live = current.take.tracks.filter(({ isEnded }) => !isEnded);
    const wanted = current.take.wantedSources;
    await current.take.end();
    const next = await attach(current.isOwn).catch((error: unknown) => {
      log.error('the pictures could not go on', error);
      return null;
    });
    running = next;
    if (next && wanted.length > 0) await next.take.arm(wanted, 0);
    for (const { request } of next ? live : []) await next?.take.addTrack(request);
    announce();
  }
}
