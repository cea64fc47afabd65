import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { RECORDING_LIMITS } from '../../../src-shared/domain/audio.ts';
import type { CleanOptions } from '../engine/index.ts';
import { RECORDING_FORMATS } from './recordingFormats.ts';

const PROBE_LIMIT_MS = 20_000;
/** Below this, FFmpeg only guesses: so it takes noise for a sound file. */
const MIN_PROBE_SCORE = 25;

const numberSchema = z.coerce.number();
const probeSchema = z.object({
  streams: z.array(
    z.object({
      sample_rate: numberSchema.pipe(z.int().positive()).optional(),
      channels: z.int().nonnegative().optional(),
      duration: numberSchema.optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
  format: z.object({ probe_score: z.number() }),
});

export type DecoderInput = Extract<CleanOptions['input'], { kind: 'command' }>;

/**
 * The FFmpeg command that decodes the first sound track of a file, whatever its kind. Throws
 * `FORMAT_UNSUPPORTED` where FFmpeg is not installed, `FILE_UNREADABLE` where there is no sound.
 */
export async function findDecoder(path: string, signal: AbortSignal): Promise<DecoderInput> {
  const url = `file:${resolve(path)}`;
  const probed = await probe(path, url, signal);
  const [stream] = probed.streams;
  if (!stream?.sample_rate || !stream.channels) {
    throw failWith('FILE_UNREADABLE', 'noReadableSound', { values: { path } });
  }
  const { sample_rate: sampleRate, channels } = stream;
  assertWithinLimits(path, sampleRate, channels);
  const seconds = stream.duration ?? parseDuration(stream.tags?.DURATION);
  return {
    kind: 'command',
    argv: [
      ...['ffmpeg', '-nostdin', '-hide_banner', '-v', 'error', ...LOCAL_FILES_ONLY, '-i', url],
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
      ...['-ar', String(sampleRate), '-ac', String(channels), '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
    ],
    sampleRate,
    channels,
    framesExpected: seconds === null ? null : Math.round(seconds * sampleRate),
  };
}

/** In the words of the engine, which reads other kinds of files. */
function assertWithinLimits(path: string, sampleRate: number, channels: number): void {
  const { channels: most, minRateHz, maxRateHz } = RECORDING_LIMITS;
  if (channels > most) {
    throw failWith('FILE_BEYOND_LIMITS', 'tooManyChannels', { values: { path, channels, most } });
  }
  if (sampleRate < minRateHz || sampleRate > maxRateHz) {
    throw failWith('FILE_BEYOND_LIMITS', 'rateBeyond', {
      values: { path, sampleRate, minRateHz, maxRateHz },
    });
  }
}

/** A play list must not make FFmpeg fetch from the network, nor read another file than the one that was named. */
export const LOCAL_FILES_ONLY = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  RECORDING_FORMATS.join(','),
];

async function probe(path: string, url: string, signal: AbortSignal): Promise<z.infer<typeof probeSchema>> {
  const args = [
    ...['-v', 'error', ...LOCAL_FILES_ONLY, '-select_streams', 'a', '-of', 'json'],
    ...['-show_entries', 'stream=sample_rate,channels,duration:stream_tags=DURATION:format=probe_score', url],
  ];
  try {
    const { stdout } = await promisify(execFile)('ffprobe', args, {
      signal,
      timeout: PROBE_LIMIT_MS,
      env: { PATH: process.env.PATH },
    });
    const probed = probeSchema.parse(JSON.parse(stdout));
    if (probed.format.probe_score < MIN_PROBE_SCORE) throw new Error('not of a known kind');
    return probed;
  } catch (error) {
    throw toProbeError(path, error, signal);
  }
}

function toProbeError(path: string, error: unknown, signal: AbortSignal): RpcError {
  if (signal.aborted) return failWith('CANCELLED', 'cancelled');
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    return failWith('FORMAT_UNSUPPORTED', 'kindNeedsFfmpeg', { values: { path }, cause: error });
  }
  return failWith('FILE_UNREADABLE', 'notARecording', { values: { path }, cause: error });
}

/** Seconds of Matroska's `00:01:02.345000000`, or null. */
function parseDuration(text: string | undefined): number | null {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text ?? '');
  if (!match) return null;
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
