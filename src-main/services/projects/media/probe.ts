import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { Media, Rational } from '../../../../src-shared/domain/edit/document.ts';
import { originOf } from '../../../../src-shared/domain/edit/time.ts';
import { toFileError } from '../../../../src-node/files/index.ts';
import { runFfmpeg } from '../../ffmpeg/index.ts';
import { inputArgs } from './input.ts';

const PROBE_LIMIT_MS = 60_000;
const MOST_PROBE_BYTES = 16 << 20;
/** Below this, FFmpeg only guesses. */
const MIN_PROBE_SCORE = 25;
/** 8K: a decoded frame is 50 MB. */
const MOST_PIXELS = 8192 * 8192;
const MOST_SIDE = 16_384;
const MOST_CHANNELS = 64;
/** What is hashed of each end of a file: all of a long one would take minutes. */
const HASHED_BYTES = 1 << 22;
const USUAL_RATE: Rational = { num: 30, den: 1 };
const STILL_KINDS = new Set([
  'png_pipe',
  'jpeg_pipe',
  'webp_pipe',
  'bmp_pipe',
  'tiff_pipe',
  'apng',
  'image2',
]);

const time = z.coerce.number().optional().catch(undefined);
const seconds = z.coerce.number().nonnegative().optional().catch(undefined);
const streamSchema = z.object({
  codec_type: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  pix_fmt: z.string().optional(),
  color_space: z.string().optional(),
  color_range: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  sample_rate: z.coerce.number().optional(),
  channels: z.int().optional(),
  start_time: time,
  duration: seconds,
  tags: z.record(z.string(), z.string()).optional(),
  side_data_list: z.array(z.looseObject({ rotation: z.coerce.number().optional() })).optional(),
  disposition: z.looseObject({ attached_pic: z.int().optional() }).optional(),
});
type Stream = z.infer<typeof streamSchema>;
const probeSchema = z.object({
  streams: z.array(streamSchema),
  format: z.object({
    format_name: z.string(),
    start_time: time,
    duration: seconds,
    probe_score: z.number(),
  }),
});

/** What a file holds, without where it lies. */
export type ProbedMedia = Pick<Media, 'name' | 'kind' | 'durationSec' | 'originSec' | 'video' | 'sound'>;

/**
 * Looks into a file, and decodes its first frame: `FILE_NOT_FOUND`, `FILE_EMPTY`, `FILE_UNREADABLE` where it is damaged or of no
 * known kind, `FILE_BEYOND_LIMITS`, `FORMAT_UNSUPPORTED` where FFmpeg is missing.
 */
export async function probeMedia(path: string, name: string, signal?: AbortSignal): Promise<ProbedMedia> {
  await requireContent(path, name);
  const { streams, format } = await probe(path, name, signal);
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  const sound = streams.find(({ codec_type, channels }) => codec_type === 'audio' && (channels ?? 0) > 0);
  if (!video && !sound) throw failWith('FILE_UNREADABLE', 'mediaNeither', { values: { name } });
  const isImage = video !== undefined && STILL_KINDS.has(format.format_name);
  const originSec = isImage ? 0 : originOf(format.start_time ?? 0, video?.start_time);
  const found: ProbedMedia = {
    name: basename(name, extname(name)).trim().slice(0, 200) || 'Media',
    kind: isImage ? 'image' : video ? 'video' : 'audio',
    durationSec: isImage ? 0 : await durationOf(path, { stream: video ?? sound, format, originSec }, signal),
    ...(originSec > 0 ? { originSec } : {}),
    video: video ? videoOf(video, name) : null,
    sound: isImage || !sound ? null : soundOf(sound, name),
  };
  await decodeFirst(path, name, found, signal);
  return found;
}

/** Of its size, its first and its last 4 MiB: enough to know it again. */
export async function hashMedia(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw toFileError(path, error);
  });
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(`${size}:`);
    const piece = Buffer.alloc(Math.min(size, HASHED_BYTES));
    for (const at of new Set([0, Math.max(0, size - HASHED_BYTES)])) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      hash.update(piece.subarray(0, bytesRead));
    }
    return { sizeBytes: size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function requireContent(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw toFileError(path, error);
  });
  if (!stats.isFile()) throw failWith('FILE_UNREADABLE', 'notAFile', { values: { path: name } });
  if (stats.size === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
}

const SHOWN = [
  'stream=codec_type,start_time,width,height,pix_fmt,color_space,color_range,avg_frame_rate,r_frame_rate,sample_rate,channels,duration',
  'stream_tags=DURATION,rotate',
  'stream_side_data=rotation',
  'stream_disposition=attached_pic',
  'format=format_name,start_time,duration,probe_score',
].join(':');

async function probe(path: string, name: string, signal?: AbortSignal): Promise<z.infer<typeof probeSchema>> {
  try {
    const { stdout } = await promisify(execFile)(
      'ffprobe',
      ['-v', 'error', '-of', 'json', '-show_entries', SHOWN, ...inputArgs(path)],
      {
        timeout: PROBE_LIMIT_MS,
        maxBuffer: MOST_PROBE_BYTES,
        env: { PATH: process.env.PATH },
        ...(signal ? { signal } : {}),
      },
    );
    const probed = probeSchema.parse(JSON.parse(stdout));
    if (probed.format.probe_score < MIN_PROBE_SCORE) throw new Error('not of a known kind');
    return probed;
  } catch (error) {
    if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw failWith('FORMAT_UNSUPPORTED', 'editorNeedsFfmpeg', { cause: error });
    throw damaged(name, error);
  }
}

const damaged = (name: string, cause?: unknown) =>
  failWith('FILE_UNREADABLE', 'mediaDamaged', { values: { name }, cause });

function videoOf(stream: Stream, name: string): NonNullable<Media['video']> {
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) throw damaged(name);
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    throw failWith('FILE_BEYOND_LIMITS', 'mediaTooLarge', { values: { name, width, height } });
  return {
    width,
    height,
    rate: rateOf(stream.avg_frame_rate) ?? rateOf(stream.r_frame_rate) ?? USUAL_RATE,
    rotation: rotationOf(stream),
    colour: { matrix: matrixOf(stream, height), isFullRange: isFullRange(stream) },
  };
}

function rateOf(text: string | undefined): Rational | null {
  const [num = 0, den = 0] = (text ?? '').split('/').map(Number);
  if (!(num > 0 && den > 0 && num / den >= 1 && num / den <= 240)) return null;
  if (num <= 1_000_000 && den <= 1_000_000) return { num, den };
  return { num: Math.min(240_000, Math.round((num / den) * 1000)), den: 1000 };
}

/** FFmpeg says counter-clockwise; older files say clockwise, in a tag. */
function rotationOf({ side_data_list: sideData, tags }: Stream): 0 | 90 | 180 | 270 {
  const side = sideData?.find(({ rotation }) => rotation !== undefined)?.rotation;
  const clockwise = side === undefined ? Number(tags?.rotate ?? 0) : -side;
  const turned = (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

/** What is not tagged follows the size, as players guess it. */
function matrixOf({ color_space: space }: Stream, height: number): 'bt709' | 'bt601' | 'bt2020' {
  if (space === 'bt709') return 'bt709';
  if (space?.startsWith('bt2020')) return 'bt2020';
  if (space === 'smpte170m' || space === 'bt470bg') return 'bt601';
  return height < 720 ? 'bt601' : 'bt709';
}

const isFullRange = ({ color_range: range, pix_fmt: pixels }: Stream) =>
  range === 'pc' || (pixels ?? '').startsWith('yuvj');

function soundOf(
  { sample_rate: sampleRate = 0, channels = 0 }: Stream,
  name: string,
): NonNullable<Media['sound']> {
  if (!(sampleRate > 0) || channels > MOST_CHANNELS)
    throw failWith('FILE_BEYOND_LIMITS', 'mediaTooManyChannels', { values: { name, channels, sampleRate } });
  return { sampleRate, channels };
}

/** Some files say nothing of it: the end of their last packet does. */
async function durationOf(
  path: string,
  {
    stream,
    format,
    originSec,
  }: { stream: Stream | undefined; format: { duration?: number | undefined }; originSec: number },
  signal?: AbortSignal,
): Promise<number> {
  // Matroska's is where it ends.
  const taggedEndSec = parseDuration(stream?.tags?.DURATION);
  const tagged = taggedEndSec === undefined ? undefined : taggedEndSec - originSec;
  const known = stream?.duration ?? tagged ?? format.duration;
  if (known !== undefined && known > 0) return known;
  let endSec = 0;
  await runFfmpeg([...inputArgs(path), '-map', '0', '-c', 'copy', '-copyts', '-f', 'framecrc', 'pipe:1'], {
    ...(signal ? { signal } : {}),
    purpose: 'checked',
    onLine: followEnd((sec) => (endSec = Math.max(endSec, sec))),
  }).catch((error: unknown) => {
    // Of a damaged end what comes before counts.
    if (signal?.aborted) throw error;
  });
  return Math.max(0, endSec - originSec);
}

function followEnd(onEnd: (sec: number) => void): (line: string) => void {
  const timeBases: number[] = [];
  return (line) => {
    const [, of, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)/.exec(line) ?? [];
    if (of !== undefined) timeBases[Number(of)] = Number(numerator) / Number(denominator);
    if (!/^\d/.test(line)) return;
    const [index = 0, , time = 0, length = 0] = line.split(',').map(Number);
    onEnd((time + length) * (timeBases[index] ?? 0));
  };
}

/** Matroska's `00:01:02.345000000`. */
function parseDuration(text: string | undefined): number | undefined {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text ?? '');
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

/** A header may be whole where nothing behind it is. */
async function decodeFirst(path: string, name: string, { video, sound }: ProbedMedia, signal?: AbortSignal) {
  let count = 0;
  const what = video ? ['-map', '0:V:0', '-frames:v', '1'] : ['-map', '0:a:0', '-frames:a', '1'];
  try {
    await runFfmpeg([...inputArgs(path), ...what, '-f', 'framecrc', 'pipe:1'], {
      ...(signal ? { signal } : {}),
      purpose: 'checked',
      onLine: (line) => (count += /^\d/.test(line) ? 1 : 0),
    });
  } catch (error) {
    if (error instanceof RpcError && error.code === 'FILE_UNREADABLE') throw damaged(name, error);
    throw error;
  }
  if (count === 0 && (video ?? sound)) throw damaged(name);
}
