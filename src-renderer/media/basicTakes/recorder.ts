import { RpcError } from '../../../src-shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import type { PictureArea } from '../pictures/encoderMessages.ts';
import { capturePictures, type CaptureEnd, type PictureSink } from '../pictures/pictureCapture.ts';
import {
  isSoundKind,
  lockOf,
  type BasicKind,
  type BasicPurpose,
  type BasicTake,
  type BasicTrack,
  type PictureKind,
} from './document.ts';
import { mixSounds } from './mixSounds.ts';
import { captureSound } from './soundCapture.ts';
import { createTakeClock } from './takeClock.ts';
import { createTakeFiles, type TakeFiles } from './takeFiles.ts';
import { createTakeWriter } from './writer.ts';

/** Bits a second of a file of each kind, where nothing else is asked for. */
export const BASIC_BITS = { audio: 192_000, video: 4_000_000 };
/** A picture that the encoder has had for so long holds up what comes after it: a kill would lose all of that. */
const MOST_ENCODING_MS = 400;
/** A source that gives nothing for so long will not. */
const WAIT_FOR_FIRST_MS = 20_000;

export interface SoundSource {
  kind: 'audio' | 'system';
  track: MediaStreamTrack;
}
export interface PictureSource {
  kind: PictureKind;
  track: MediaStreamTrack;
  /** null: all of it. */
  area: PictureArea | null;
  fps: number;
  maxHeight: number;
  bitsPerSecond: number;
}
export type BasicSource = SoundSource | PictureSource;

export interface BasicFigures {
  framesWritten: number;
  framesDropped: number;
  bytesWritten: number;
  /** Of the newest picture; null where there is none. */
  size: { width: number; height: number } | null;
}

export interface BasicRecording {
  readonly takeId: string;
  recordedMs(): number;
  readonly isPaused: boolean;
  setPaused(isPaused: boolean): void;
  figures(): BasicFigures;
  /** Resolves when all is written, however it ended. */
  stop(): Promise<BasicTake>;
  readonly ended: Promise<BasicTake>;
}

export interface BasicTakeOptions {
  id: string;
  name: string;
  purpose: BasicPurpose;
  /** The take ends with its first picture: what it was for is over. */
  endsWithPicture: boolean;
  /** Something can be read anew. */
  onChanged: () => void;
}

interface Channel {
  track: BasicTrack;
  isOver: boolean;
  stop(): Promise<void>;
  abandon(): void;
  /** No more than a picture that can be begun with; sound always can. */
  askForKey(): void;
  setPaused(isPaused: boolean): void;
}

/**
 * Records microphones, cameras and screens, each into a file of its own in the browser's storage. What is encoded is with
 * the system some tenths of a second later. Files with pictures hold the sound as well, so that each can be played alone.
 */
export async function recordBasicTake(
  sources: readonly BasicSource[],
  options: BasicTakeOptions,
): Promise<BasicRecording> {
  const { id, name, purpose, onChanged } = options;
  const clock = createTakeClock();
  const writer = createTakeWriter();
  const take: BasicTake = {
    ...{ schemaVersion: 2, id, name, purpose, startedAtMs: 0, status: 'recording', durationMs: 0 },
    ...{ tracks: [], ended: null, deletedAtMs: null },
  };
  const { promise: ended, resolve } = Promise.withResolvers<BasicTake>();
  let trouble: RpcError | null = null;
  let finishing: Promise<BasicTake> | null = null;
  const finish = () => (finishing ??= close());
  const files = createTakeFiles(writer, clock, (error) => {
    trouble ??= error;
    void finish();
  });
  const sounds = sources.filter(isSoundSource);
  const pictures = sources.filter((source) => !isSoundSource(source));
  const mix = pictures.length > 0 ? mixSounds(sounds) : null;
  const channels: Channel[] = [];

  const over = (channel: Channel, reason: string | null) => {
    if (channel.isOver) return;
    channel.isOver = true;
    if (finishing || reason === null) return;
    channel.track.ended = reason;
    files.describe(take);
    const { kind } = channel.track;
    const isEnd = options.endsWithPicture && !isSoundKind(kind);
    if (isEnd || channels.every(({ isOver }) => isOver)) {
      trouble ??= new RpcError('DEVICE_LOST', reason);
      void finish();
    } else onChanged();
  };

  async function close(): Promise<BasicTake> {
    clock.stop(performance.now());
    await Promise.all(channels.map((channel) => channel.stop()));
    mix?.close();
    await files.settled();
    take.durationMs = clock.recordedMs(performance.now());
    take.status = 'finished';
    if (trouble) take.ended = { code: trouble.code, message: trouble.message };
    // Where not even that can be written, the next start finds it and gives it its end.
    await writer.ask({ kind: 'finish', take }).catch((error: unknown) => reportError(error));
    writer.close();
    releaseLock();
    resolve(take);
    onChanged();
    return take;
  }

  function abandon(): void {
    channels.forEach((channel) => channel.abandon());
    mix?.close();
    writer.close();
    releaseLock();
  }

  const releaseLock = await holdLock(lockOf(id));
  const build = { files, over, mixId: mix?.id ?? null };
  try {
    const opened = [
      ...sounds.map((source) => openSound(source, source.kind, build)),
      ...(mix?.track ? [openSound({ kind: 'audio', track: mix.track }, 'mix', build)] : []),
      ...pictures.map((source) => openPicture(source, `${source.kind}.webm`, build)),
    ];
    for (const { channel, isKept } of opened) {
      channels.push(channel);
      if (isKept) take.tracks.push(channel.track);
    }
    // Encoders are warm before the take begins: it does not begin without pictures.
    await Promise.all(opened.map(({ isReady }) => isReady));
    take.startedAtMs = Date.now();
    clock.start(performance.now());
    channels.forEach((channel) => channel.askForKey());
    await files.begin(take);
  } catch (error) {
    abandon();
    throw error;
  }
  onChanged();
  return {
    takeId: id,
    recordedMs: () => clock.recordedMs(performance.now()),
    get isPaused() {
      return clock.isPaused;
    },
    setPaused(isPaused) {
      clock.setPaused(isPaused, performance.now());
      channels.forEach((channel) => channel.setPaused(isPaused));
      onChanged();
    },
    figures: () => ({
      ...files.figures(),
      framesDropped: take.tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0),
    }),
    stop: finish,
    ended,
  };
}

const isSoundSource = (source: BasicSource): source is SoundSource => isSoundKind(source.kind);

interface Build {
  files: TakeFiles;
  over: (channel: Channel, reason: string | null) => void;
  /** The sound that files with pictures hold. */
  mixId: string | null;
}

interface Opened {
  channel: Channel;
  /** Whether it has a file of its own; the mix of several sounds is in those of pictures alone. */
  isKept: boolean;
  isReady: Promise<void>;
}

function openSound({ kind, track }: SoundSource, soundId: string, { files, over }: Build): Opened {
  const isKept = soundId !== 'mix';
  const own = track.clone();
  const ready = createReady(nameOf(kind, track));
  const file = `${soundId}.webm`;
  const channel: Channel = {
    track: newTrack(kind, track, file, 'audio/webm;codecs=opus'),
    isOver: false,
    async stop() {
      await capture.stop();
      own.stop();
    },
    abandon() {
      capture.abandon();
      own.stop();
    },
    askForKey: () => undefined,
    setPaused: () => undefined,
  };
  const capture = captureSound(own, {
    bitsPerSecond: BASIC_BITS.audio,
    sink: {
      begin(facts) {
        files.addSound(soundId, facts, isKept ? file : null);
        ready.resolve();
      },
      append: (pieces) => files.appendSound(soundId, pieces, channel.track),
      end(why) {
        const failure = why.kind === 'failed' ? why.message : null;
        ready.fail(failure ?? 'It has ended.');
        over(channel, why.kind === 'asked' || !isKept ? null : reasonOf(channel.track, failure));
      },
    },
  });
  // A track that was cut off by its own device ends; its copies may not be told.
  track.addEventListener('ended', () => void (isKept && endEarly(channel, over, () => capture.stop())));
  return { channel, isKept, isReady: ready.promise };
}

function openPicture(source: PictureSource, file: string, { files, over, mixId }: Build): Opened {
  const { kind, track, area, fps, maxHeight, bitsPerSecond } = source;
  const own = track.clone();
  const ready = createReady(nameOf(kind, track));
  let needsKey = true;
  const sink: PictureSink = {
    begin(facts) {
      files.addPicture(file, { ...facts, writer: PRODUCT_NAME }, mixId);
      ready.resolve();
      return Promise.resolve();
    },
    async append(frames, framesDropped) {
      channel.track.framesDropped = framesDropped;
      const answer = await files.appendPictures(file, frames, channel.track, needsKey);
      needsKey = answer.needsKey;
      return { wantsKey: answer.wantsKey };
    },
    end: () => Promise.resolve(),
  };
  const channel: Channel = {
    track: newTrack(kind, track, file, 'video/webm'),
    isOver: false,
    async stop() {
      await capture.stop();
      own.stop();
    },
    abandon() {
      capture.abandon();
      own.stop();
    },
    askForKey: () => capture.askForKey(),
    setPaused: (isPaused) => capture.setPaused(isPaused),
  };
  const capture = capturePictures({
    ...{ track: own, area, fps, maxHeight, bitsPerSecond, codec: 'vp8', sink },
    mostEncodingMs: MOST_ENCODING_MS,
  });
  void capture.ended.then((why) => {
    own.stop();
    ready.fail(messageOf(why) ?? 'It has ended.');
    over(channel, why.kind === 'asked' ? null : reasonOf(channel.track, messageOf(why)));
  });
  track.addEventListener('ended', () => void endEarly(channel, over, () => capture.stop()));
  return { channel, isKept: true, isReady: ready.promise };
}

/** Its source has ended, whatever its copy says: what there was until then is written, and it is said. */
async function endEarly(channel: Channel, over: Build['over'], stop: () => Promise<void>): Promise<void> {
  if (channel.isOver) return;
  over(channel, reasonOf(channel.track, null));
  await stop();
}

/** Told when a source has given its first piece. */
function createReady(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string) =>
    reject(new RpcError('DEVICE_UNAVAILABLE', `${name} gives nothing that can be recorded: ${reason}`));
  const timer = setTimeout(
    () => fail('it has not begun within 20 seconds. Choose another one.'),
    WAIT_FOR_FIRST_MS,
  );
  // Nobody may be waiting any more.
  promise.catch(() => undefined);
  void promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  return { promise, resolve, fail };
}

const nameOf = (kind: BasicKind, { label }: MediaStreamTrack) => (label === '' ? kind : label);

function newTrack(kind: BasicKind, from: MediaStreamTrack, file: string, mimeType: string): BasicTrack {
  return { kind, file, mimeType, source: nameOf(kind, from), startMs: 0, framesDropped: 0, ended: null };
}

const messageOf = (why: CaptureEnd): string | null =>
  why.kind !== 'failed' ? null : why.error instanceof Error ? why.error.message : String(why.error);

function reasonOf({ source }: BasicTrack, failure: string | null): string {
  return failure === null
    ? `${source} was unplugged, closed, refused or not shared any more. All until then is kept.`
    : `${source} could not be recorded any further: ${failure} All until then is kept.`;
}

async function holdLock(name: string): Promise<() => void> {
  const held = Promise.withResolvers<() => void>();
  void navigator.locks.request(name, () => new Promise<void>((release) => held.resolve(release)));
  return await held.promise;
}
