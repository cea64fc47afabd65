import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { Cover } from '../../../../src-shared/domain/cover.ts';
import type { EncodedFormat } from '../../../../src-shared/domain/soundExport.ts';
import type { TakeJobTask } from '../../engine/index.ts';
import { runFfmpeg } from '../../ffmpeg/index.ts';

interface EncodeRequest {
  format: EncodedFormat;
  kbps: number;
  channels: 1 | 2;
  sampleRate: number;
  durationSec: number;
  /** Shown where it cannot be written. */
  outputPath: string;
}

interface EncodeFiles {
  /** WAV. */
  sound: string;
  metadata: string;
  cover: { path: string; type: Cover['type'] } | null;
  /** Written; it is there, and empty. */
  output: string;
}

const MUXERS: Readonly<Record<EncodedFormat, string>> = { mp3: 'mp3', m4a: 'ipod', opus: 'opus' };
/** That every player has; other rates become 48 kHz. */
const PLAYED_RATES: readonly number[] = [44_100, 48_000];
const OPUS_MOST_KBPS_A_CHANNEL = 256;

/** Encodes the sound of an export, with its tags, its chapters and its cover. */
export async function encodeSound(
  files: EncodeFiles,
  request: EncodeRequest,
  { signal, onProgress }: TakeJobTask,
): Promise<void> {
  const { format, outputPath, durationSec } = request;
  const { warning } = await runFfmpeg(argsOf(files, request), {
    signal,
    outputPath,
    onLine(line) {
      const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (microseconds !== undefined) onProgress?.(Math.min(1, Number(microseconds) / 1e6 / durationSec));
    },
  });
  if (warning)
    throw failWith('FILE_UNWRITABLE', 'formatNotWritten', {
      values: { path: outputPath, format, reason: warning },
    });
}

function argsOf({ sound, metadata, cover, output }: EncodeFiles, request: EncodeRequest): string[] {
  const { format } = request;
  const input = (kind: string, path: string) => [
    ...['-protocol_whitelist', 'file,pipe', '-f', kind, '-i', `file:${resolve(path)}`],
  ];
  // Ogg has its cover among the tags.
  const image = format === 'opus' ? null : cover;
  return [
    ...input('wav', sound),
    ...input('ffmetadata', metadata),
    ...(image ? input(image.type === 'png' ? 'png_pipe' : 'jpeg_pipe', image.path) : []),
    ...['-map', '0:a:0', ...codecOf(request)],
    ...(image ? ['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'] : []),
    ...['-map_metadata', '1', '-map_chapters', '1', '-progress', 'pipe:1'],
    ...(format === 'mp3' ? ['-id3v2_version', '3'] : []),
    ...(format === 'm4a' ? ['-movflags', '+faststart'] : []),
    ...['-y', '-f', MUXERS[format], `file:${resolve(output)}`],
  ];
}

function codecOf({ format, kbps, channels, sampleRate }: EncodeRequest): string[] {
  const rate = PLAYED_RATES.includes(sampleRate) ? [] : ['-ar', '48000'];
  switch (format) {
    case 'mp3':
      return ['-c:a', 'libmp3lame', '-b:a', `${kbps}k`, ...rate];
    case 'm4a':
      return ['-c:a', 'aac', '-b:a', `${kbps}k`, ...rate];
    case 'opus':
      return [
        '-c:a',
        'libopus',
        '-b:a',
        `${Math.min(kbps, OPUS_MOST_KBPS_A_CHANNEL * channels)}k`,
        '-ar',
        '48000',
      ];
  }
}

/** For FFmpeg alone: the caller gives temporary names. */
export async function writeInputs(
  { metadata, cover }: Pick<EncodeFiles, 'metadata' | 'cover'>,
  content: { metadata: string; cover: Uint8Array | null },
): Promise<void> {
  await writeFile(metadata, content.metadata);
  if (cover && content.cover) await writeFile(cover.path, content.cover);
}
