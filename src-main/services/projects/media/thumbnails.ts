import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { FrameFile } from './frames.ts';
import { inputArgs } from './input.ts';

const MOST_BYTES = 4 << 20;
const LIMIT_MS = 20_000;

/** The key frame before a time, upright, as a JPEG; empty where none can be decoded there. */
export async function readThumbnail(
  { path, kind }: FrameFile,
  timeUs: number,
  height: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const seek = kind === 'video' && timeUs > 0 ? ['-noaccurate_seek', '-ss', (timeUs / 1e6).toFixed(6)] : [];
  try {
    const { stdout } = await promisify(execFile)(
      'ffmpeg',
      [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-skip_frame', 'nokey', ...seek, ...inputArgs(path)],
        ...[
          '-map',
          '0:V:0',
          '-frames:v',
          '1',
          '-fps_mode',
          'passthrough',
          '-vf',
          `scale=-2:${height}:flags=fast_bilinear`,
        ],
        ...['-q:v', '5', '-f', 'mjpeg', 'pipe:1'],
      ],
      { encoding: 'buffer', maxBuffer: MOST_BYTES, timeout: LIMIT_MS, signal },
    );
    return stdout;
  } catch (error) {
    if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new RpcError('FORMAT_UNSUPPORTED', 'FFmpeg is not installed here.', { cause: error });
    return Buffer.alloc(0);
  }
}
