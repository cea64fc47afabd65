import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { LOCAL_FILES_ONLY } from './decoder.ts';

/** Kinds of file that keep their video, with the encoder of their sound and its bits a second for each channel. */
const VIDEO_CONTAINERS = {
  mp4: { muxer: 'mp4', encoder: 'aac' },
  mov: { muxer: 'mov', encoder: 'aac' },
  mkv: { muxer: 'matroska', encoder: 'aac' },
  webm: { muxer: 'webm', encoder: 'libopus' },
} as const;
export type VideoContainer = keyof typeof VIDEO_CONTAINERS;

const BITRATE_OF_CHANNEL = 96_000;
const PROBE_LIMIT_MS = 20_000;
const MOST_MESSAGE_BYTES = 1024 * 1024;

const seconds = z.coerce.number().catch(0);
const probeSchema = z.object({
  streams: z.array(z.object({ codec_type: z.string(), start_time: seconds, channels: z.int().optional() })),
  format: z.object({ start_time: seconds }),
});

export const isVideoContainer = (container: string): container is VideoContainer =>
  Object.hasOwn(VIDEO_CONTAINERS, container);

interface Replacement {
  /** The recording as it came. */
  videoPath: string;
  /** Its sound, cleaned: from the first frame of the sound on. */
  soundPath: string;
  outputPath: string;
  container: VideoContainer;
}

/**
 * Writes the recording with other sound: frames of video and subtitles are copied as they are, the sound starts when the
 * recording's own does. Throws `FILE_UNREADABLE` where the container cannot hold the video, `CANCELLED` after an abort.
 */
export async function replaceSound(
  { videoPath, soundPath, outputPath, container }: Replacement,
  signal: AbortSignal,
): Promise<void> {
  const url = `file:${resolve(videoPath)}`;
  const { offsetSec, channels } = await probe(videoPath, url, signal);
  const { muxer, encoder } = VIDEO_CONTAINERS[container];
  const args = [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...LOCAL_FILES_ONLY, '-i', url],
    ...['-itsoffset', String(offsetSec), '-protocol_whitelist', 'file', '-i', `file:${resolve(soundPath)}`],
    ...['-map', '0:v?', '-map', '1:a:0', '-c:v', 'copy', '-c:a', encoder],
    ...['-b:a', String(BITRATE_OF_CHANNEL * channels), '-map_metadata', '0', '-map_chapters', '0'],
    // Opus knows 48 kHz alone.
    ...(encoder === 'libopus' ? ['-ar', '48000'] : []),
    ...(muxer === 'mp4' || muxer === 'mov' ? ['-movflags', '+faststart'] : []),
    ...['-metadata', 'encoder=SoundDesk', '-f', muxer, resolve(outputPath)],
  ];
  await run('ffmpeg', args, signal, (words) => {
    const reason = words.trim().split('\n').at(-1) ?? '';
    return /no space left on device|disk quota exceeded/i.test(words)
      ? failWith('DISK_FULL', 'diskFull', { values: { path: outputPath } })
      : failWith('FILE_UNWRITABLE', 'notWrittenWithVideo', {
          values: { path: outputPath, videoPath, reason },
        });
  });
}

/** Whether a file holds video beside its sound; a cover image is none. */
export async function hasVideo(path: string, signal: AbortSignal): Promise<boolean> {
  const args = ['-v', 'error', ...LOCAL_FILES_ONLY, '-select_streams', 'V', '-of', 'csv=p=0'];
  try {
    const { stdout } = await promisify(execFile)(
      'ffprobe',
      [...args, '-show_entries', 'stream=index', `file:${resolve(path)}`],
      { signal, timeout: PROBE_LIMIT_MS, env: { PATH: process.env.PATH } },
    );
    return stdout.trim() !== '';
  } catch {
    // Without FFmpeg, or of a kind that it does not know: nothing is lost but the choice.
    return false;
  }
}

/** How much later than the recording its sound starts. */
async function probe(path: string, url: string, signal: AbortSignal) {
  const entries = 'stream=codec_type,start_time,channels:format=start_time';
  const args = ['-v', 'error', ...LOCAL_FILES_ONLY, '-of', 'json', '-show_entries', entries, url];
  const stdout = await run('ffprobe', args, signal, () =>
    failWith('FILE_UNREADABLE', 'notARecording', { values: { path } }),
  );
  const { streams, format } = probeSchema.parse(JSON.parse(stdout));
  const sound = streams.find(({ codec_type: type }) => type === 'audio');
  return {
    offsetSec: Math.max(0, (sound?.start_time ?? 0) - format.start_time),
    channels: Math.min(8, sound?.channels ?? 2),
  };
}

async function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  toError: (words: string) => RpcError,
): Promise<string> {
  try {
    const options = { signal, maxBuffer: MOST_MESSAGE_BYTES, env: { PATH: process.env.PATH } };
    const { stdout } = await promisify(execFile)(program, args, options);
    return stdout;
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw failWith('FORMAT_UNSUPPORTED', 'videoNeedsFfmpeg', { cause: error });
    }
    throw toError((error as { stderr?: string }).stderr ?? '');
  }
}
