import { RpcError } from '../../../src-shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import type { PictureArea } from '../pictures/encoderMessages.ts';
import { capturePictures, type CaptureEnd, type PictureSink } from '../pictures/pictureCapture.ts';
import type { BasicTrack, PictureKind, SoundKind } from './document.ts';
import { captureSound } from './soundCapture.ts';
import type { TakeFiles } from './takeFiles.ts';

/** Bits a second of a file of each kind, where nothing else is asked for. */
export const BASIC_BITS = { audio: 192_000, video: 4_000_000 };
/** A picture that the encoder has had for so long holds up what comes after it: a kill would lose all of that. */
const MOST_ENCODING_MS = 400;
/** A source that gives nothing for so long will not. */
const WAIT_FOR_FIRST_MS = 20_000;

export interface SoundSource {
  kind: SoundKind;
  track: MediaStreamTrack;
  /** What it is called; absent: as its track is. */
  name?: string;
}
export interface PictureSource {
  kind: PictureKind;
  track: MediaStreamTrack;
  /** What it is called; absent: as its track is. */
  name?: string;
  /** null: all of it. */
  area: PictureArea | null;
  fps: number;
  maxHeight: number;
  bitsPerSecond: number;
  onStill?: ((isStill: boolean) => void) | undefined;
}
export type BasicSource = SoundSource | PictureSource;

/** A source that is recorded, or was. */
export interface Channel {
  /** Of its sound or its pictures, in this take. */
  readonly id: string;
  readonly source: BasicSource;
  readonly track: BasicTrack;
  /** Whether it has a file of its own; the mix of several sounds is in those of pictures alone. */
  readonly isKept: boolean;
  /** Resolves when it has given its first piece. */
  readonly isReady: Promise<void>;
  isOver: boolean;
  stop(): Promise<void>;
  abandon(): void;
  /** No more than a picture that can be begun with; sound always can. */
  askForKey(): void;
  setPaused(isPaused: boolean): void;
}

/** What channels are made with. */
export interface ChannelParts {
  files: TakeFiles;
  /** It gives nothing more; `reason`: why, where nobody has asked for it. */
  over: (channel: Channel, reason: string | null) => void;
}

/** A microphone, what a shared tab plays, or the mix of several: `isKept` says whether it has a file of its own. */
export function openSound(
  source: SoundSource,
  { id, isKept }: Pick<Channel, 'id' | 'isKept'>,
  { files, over }: ChannelParts,
): Channel {
  const own = source.track.clone();
  const ready = createReady(nameOf(source));
  const file = `${id}.webm`;
  const channel: Channel = {
    ...{ id, source, isKept, isReady: ready.promise, isOver: false },
    track: newTrack(source, file, 'audio/webm;codecs=opus'),
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
        files.addSound(id, facts, isKept ? file : null);
        ready.resolve();
      },
      append: (pieces) => files.appendSound(id, pieces, channel.track),
      end(why) {
        const failure = why.kind === 'failed' ? why.message : null;
        ready.fail(failure ?? 'It has ended.');
        over(channel, why.kind === 'asked' || !isKept ? null : reasonOf(channel.track, failure));
      },
    },
  });
  // A track that was cut off by its own device ends; its copies may not be told.
  if (isKept) source.track.addEventListener('ended', () => void endEarly(channel, over));
  return channel;
}

/** A camera or a screen, in a file with the sound that `mixId` says. */
export function openPicture(
  source: PictureSource,
  { id, mixId }: { id: string; mixId: string | null },
  { files, over }: ChannelParts,
): Channel {
  const { area, fps, maxHeight, bitsPerSecond, onStill } = source;
  const own = source.track.clone();
  const ready = createReady(nameOf(source));
  const file = `${id}.webm`;
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
    ...{ id, source, isKept: true, isReady: ready.promise, isOver: false },
    track: newTrack(source, file, 'video/webm'),
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
    ...{ track: own, area, fps, maxHeight, bitsPerSecond, codec: 'vp8', sink, onStill },
    mostEncodingMs: MOST_ENCODING_MS,
  });
  void capture.ended.then((why) => {
    own.stop();
    ready.fail(messageOf(why) ?? 'It has ended.');
    over(channel, why.kind === 'asked' ? null : reasonOf(channel.track, messageOf(why)));
  });
  source.track.addEventListener('ended', () => void endEarly(channel, over));
  return channel;
}

/** Its source has ended, whatever its copy says: what there was until then is written, and it is said. */
async function endEarly(channel: Channel, over: ChannelParts['over']): Promise<void> {
  if (channel.isOver) return;
  over(channel, reasonOf(channel.track, null));
  await channel.stop();
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

function nameOf(source: BasicSource): string {
  const { kind, track, name } = source;
  return name ?? (track.label === '' ? kind : track.label);
}

function newTrack(source: BasicSource, file: string, mimeType: string): BasicTrack {
  const { kind } = source;
  return { kind, file, mimeType, source: nameOf(source), startMs: 0, framesDropped: 0, ended: null };
}

const messageOf = (why: CaptureEnd): string | null =>
  why.kind !== 'failed' ? null : why.error instanceof Error ? why.error.message : String(why.error);

function reasonOf({ source }: BasicTrack, failure: string | null): string {
  return failure === null
    ? `${source} was unplugged, closed, refused or not shared any more. All until then is kept.`
    : `${source} could not be recorded any further: ${failure} All until then is kept.`;
}
