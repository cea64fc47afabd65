import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Rational, Size } from '../../../src-shared/domain/edit/document.ts';
import type { RenderFormat, RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import { lowerPriority } from '../processes/index.ts';

const MOST_WORDS_CHARS = 4000;
/** Seconds from a key frame to the next: players seek by them. */
const KEY_SEC = 2;

/** What every frame is, and what every video says of itself: without it players show other reds. */
export const BT709_LIMITED = [
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

/** How raw frames are described to FFmpeg. */
export const rawVideo = (
  { width, height }: Size,
  rate: Rational,
  tags: readonly string[] = BT709_LIMITED,
): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', `${width}x${height}`],
  ...['-framerate', `${rate.num}/${rate.den}`, ...tags],
];

export function videoCodec(
  { format, mbps }: Pick<RenderOptions, 'format' | 'mbps'>,
  rate: Rational,
): string[] {
  const keys = ['-g', String(Math.max(1, Math.round((rate.num / rate.den) * KEY_SEC)))];
  const bits =
    mbps === null ? null : ['-b:v', `${mbps}M`, '-maxrate', `${mbps}M`, '-bufsize', `${2 * mbps}M`];
  switch (format) {
    case 'webm':
      return [
        ...BT709_LIMITED,
        ...['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '6', '-row-mt', '1', ...keys],
        ...(bits ?? ['-crf', '31', '-b:v', '0']),
      ];
    case 'prores':
      return [
        ...BT709_LIMITED,
        ...['-c:v', 'prores_ks', '-profile:v', 'standard', '-vendor', 'apl0', '-pix_fmt', 'yuv422p10le'],
      ];
    case 'mp4':
    case 'mov':
      return [
        ...BT709_LIMITED,
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...keys],
        ...(bits ?? ['-crf', '18']),
      ];
    case 'gif':
    case 'png':
      // Made of frames that lost nothing.
      return ['-c:v', 'ffv1', '-pix_fmt', 'yuv420p'];
    case 'm4a':
    case 'mp3':
    case 'opus':
    case 'wav':
      return [];
  }
}

/** Which of FFmpeg's muxers writes a format. */
export const MUXERS: Readonly<Record<RenderFormat, string>> = {
  mp4: 'mp4',
  mov: 'mov',
  webm: 'webm',
  prores: 'mov',
  gif: 'gif',
  png: 'image2',
  m4a: 'ipod',
  mp3: 'mp3',
  opus: 'opus',
  wav: 'wav',
};

/** FFmpeg that is given frames, one after the other. */
export function openEncoder(args: readonly string[], signal?: AbortSignal) {
  const child = spawn('ffmpeg', ['-nostdin', '-hide_banner', '-v', 'error', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(signal ? { signal, killSignal: 'SIGKILL' as const } : {}),
  });
  child.on('spawn', () => lowerPriority(child.pid));
  let words = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (words = (words + text).slice(-MOST_WORDS_CHARS)));
  // It ended before it was given all: its exit code says why.
  child.stdin.on('error', () => undefined);
  const failure = once(child, 'error').then(([error]: unknown[]) => ({ error }));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code }));
  ended.catch(() => undefined);

  return {
    async write(frame: Uint8Array): Promise<void> {
      if (child.stdin.write(frame) || child.exitCode !== null) return;
      await Promise.race([once(child.stdin, 'drain'), ended, failure]);
    },
    /** Every frame is in its file when this resolves. */
    async finish(): Promise<void> {
      child.stdin.end();
      const outcome = await Promise.race([ended, failure]);
      if (signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
      if ('error' in outcome)
        throw new RpcError('FORMAT_UNSUPPORTED', 'FFmpeg is not installed here.', { cause: outcome.error });
      if (outcome.code === 0) return;
      if (/no space left|quota exceeded/i.test(words))
        throw new RpcError('DISK_FULL', 'There is no space left for the export. Free some and try again.');
      throw new RpcError(
        'FILE_UNWRITABLE',
        `FFmpeg could not encode the video: ${words.trim().slice(0, 300)}`,
      );
    },
    kill: () => child.kill('SIGKILL'),
  };
}
