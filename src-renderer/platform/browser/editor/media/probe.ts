import {
  ALL_FORMATS,
  AudioSampleSink,
  BlobSource,
  Input,
  VideoSampleSink,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Media, Rational } from '../../../../../src-shared/domain/edit/document.ts';
import { originOf } from '../../../../../src-shared/domain/edit/time.ts';
import { decodeImage, imageTypeOf } from '../../../../media/editor/decodedImages.ts';

/** 8K: a decoded frame is 50 MB. */
const MOST_PIXELS = 8192 * 8192;
const MOST_SIDE = 16_384;
const MOST_CHANNELS = 64;
/** Enough to know a rate by. */
const LOOKED_AT_PACKETS = 300;
const HEAD_BYTES = 16;
/** What is hashed of each end of a file: all of a long one would take minutes. */
const HASHED_BYTES = 1 << 22;

/** What a file holds, without where it lies. */
export type ProbedMedia = Pick<Media, 'name' | 'kind' | 'durationSec' | 'originSec' | 'video' | 'sound'>;

/**
 * Looks into a file, and decodes its first frame and sound: `FILE_EMPTY`, `FILE_UNREADABLE` where it is damaged or of no known kind,
 * `FILE_BEYOND_LIMITS`, `FORMAT_UNSUPPORTED` where this browser cannot decode it.
 */
export async function probeMedia(file: Blob, name: string): Promise<ProbedMedia> {
  if (file.size === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
  const title =
    name
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, 200) || 'Media';
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (imageTypeOf(head) !== null) return { name: title, ...(await probeImage(file, name)) };
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
    try {
      return { name: title, ...(await probeTracks(input, name)) };
    } finally {
      input.dispose();
    }
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw failWith('FILE_UNREADABLE', 'mediaDamaged', { values: { name }, cause: error });
  }
}

async function probeImage(file: Blob, name: string): Promise<Omit<ProbedMedia, 'name'>> {
  const { width, height } = await decodeImage(new Uint8Array(await file.arrayBuffer()));
  const colour = { matrix: 'bt709', isFullRange: true } as const;
  const video = { ...sizeOf(width, height, name), rate: { num: 30, den: 1 }, rotation: 0 as const, colour };
  return { kind: 'image', durationSec: 0, video, sound: null };
}

async function probeTracks(input: Input, name: string): Promise<Omit<ProbedMedia, 'name'>> {
  const video = await input.getPrimaryVideoTrack();
  const sound = await input.getPrimaryAudioTrack();
  if (!video && !sound) throw failWith('FILE_UNREADABLE', 'mediaNeither', { values: { name } });
  for (const track of [video, sound])
    if (track && !(await track.canDecode()))
      throw failWith('FORMAT_UNSUPPORTED', 'pageCannotDecode', {
        values: { name, codec: (await track.getCodec()) ?? '?' },
      });
  const firstVideoSec = await video?.getFirstTimestamp();
  const firstSec = Math.min(firstVideoSec ?? Infinity, (await sound?.getFirstTimestamp()) ?? Infinity);
  const originSec = originOf(firstSec, firstVideoSec);
  const endSec = (await (video ?? sound)?.computeDuration()) ?? 0;
  return {
    kind: video ? 'video' : 'audio',
    durationSec: Math.max(0, endSec - originSec),
    ...(originSec > 0 ? { originSec } : {}),
    video: video && (await videoOf(video, name)),
    sound: sound && (await soundOf(sound, name)),
  };
}

async function videoOf(track: InputVideoTrack, name: string): Promise<NonNullable<Media['video']>> {
  const first = await firstOf(new VideoSampleSink(track).samples());
  if (!first) throw failWith('FILE_UNREADABLE', 'mediaNoFrame', { values: { path: name } });
  const { width, height } = first.visibleRect;
  first.close();
  const { matrix, fullRange } = await track.getColorSpace();
  const { bestGuessFrameRate } = await track.computeFrameRateMetrics({
    targetPacketCount: LOOKED_AT_PACKETS,
  });
  return {
    ...sizeOf(width, height, name),
    rate: rateOf(bestGuessFrameRate),
    rotation: await track.getRotation(),
    colour: { matrix: matrixOf(matrix, height), isFullRange: fullRange === true },
  };
}

async function soundOf(track: InputAudioTrack, name: string): Promise<NonNullable<Media['sound']>> {
  const [sampleRate, channels] = [await track.getSampleRate(), await track.getNumberOfChannels()];
  if (!(sampleRate > 0) || channels > MOST_CHANNELS)
    throw failWith('FILE_BEYOND_LIMITS', 'mediaTooManyChannels', { values: { name, channels, sampleRate } });
  // A header may be whole where nothing behind it is.
  const first = await firstOf(new AudioSampleSink(track).samples());
  if (!first) throw failWith('FILE_UNREADABLE', 'mediaDamaged', { values: { name } });
  first.close();
  return { sampleRate, channels };
}

async function firstOf<T>(items: AsyncGenerator<T, void, unknown>): Promise<T | null> {
  const { value } = await items.next();
  await items.return();
  return value ?? null;
}

function sizeOf(width: number, height: number, name: string): { width: number; height: number } {
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    throw failWith('FILE_BEYOND_LIMITS', 'mediaTooLarge', { values: { name, width, height } });
  return { width, height };
}

/** 29.97 and its like as they are meant. */
function rateOf(fps: number): Rational {
  const whole = Math.round(fps);
  if (!(fps >= 1 && fps <= 240)) return { num: 30, den: 1 };
  if (Math.abs(fps - whole) < 0.001) return { num: whole, den: 1 };
  if (Math.abs(fps - (whole * 1000) / 1001) < 0.001) return { num: whole * 1000, den: 1001 };
  return { num: Math.round(fps * 1000), den: 1000 };
}

/** What is not tagged follows the size, as players guess it. */
function matrixOf(matrix: string | null | undefined, height: number): 'bt709' | 'bt601' | 'bt2020' {
  if (matrix === 'bt709') return 'bt709';
  if (matrix?.startsWith('bt2020')) return 'bt2020';
  if (matrix === 'smpte170m' || matrix === 'bt470bg') return 'bt601';
  return height < 720 ? 'bt601' : 'bt709';
}

/** Of its size, its first and its last 4 MiB: enough to know it again, here and on another machine. */
export async function hashMedia(file: Blob): Promise<{ sizeBytes: number; sha256: string }> {
  const { size } = file;
  const ends = [...new Set([0, Math.max(0, size - HASHED_BYTES)])].map((at) =>
    file.slice(at, at + HASHED_BYTES),
  );
  const hashed = await new Blob([`${size}:`, ...ends]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', hashed));
  return { sizeBytes: size, sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}
