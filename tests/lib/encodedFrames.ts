import { execFileSync } from 'node:child_process';
import type { MatroskaFrame } from '../../src-shared/domain/matroska/writer.ts';

const IVF_HEADER_BYTES = 32;
const IVF_FRAME_HEADER_BYTES = 12;

/** Real VP8 frames, one key frame a second. */
export function encodeFrames(options: { seconds: number; fps: number }): MatroskaFrame[] {
  const { seconds, fps } = options;
  const ivf = execFileSync(
    'ffmpeg',
    [
      ...[
        '-nostdin',
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        `testsrc=size=320x180:rate=${fps}:duration=${seconds}`,
      ],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '500k', '-auto-alt-ref', '0'],
      ...['-g', String(fps), '-f', 'ivf', 'pipe:1'],
    ],
    { maxBuffer: 64 << 20 },
  );
  const frames: MatroskaFrame[] = [];
  for (let at = IVF_HEADER_BYTES; at + IVF_FRAME_HEADER_BYTES <= ivf.length;) {
    const size = ivf.readUInt32LE(at);
    const from = at + IVF_FRAME_HEADER_BYTES;
    const bytes = Uint8Array.from(ivf.subarray(from, from + size));
    // The lowest bit of a VP8 frame is 0 in a key frame (RFC 6386, section 9.1).
    frames.push({ atMs: (frames.length * 1000) / fps, isKey: (bytes[0]! & 1) === 0, bytes });
    at = from + size;
  }
  return frames;
}

/** Decodes a file from its first frame to its last; throws what FFmpeg has to say against it. */
export function countDecoded(path: string): number {
  const text = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-xerror', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'],
      ...['-f', 'framemd5', 'pipe:1'],
    ],
    { encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
}

/** What ffprobe says of a file and its first track of video. */
export function probeVideo(path: string): {
  codec: string;
  width: number;
  height: number;
  durationSec: number;
  startSec: number;
  timesSec: number[];
} {
  const { streams, format, packets } = JSON.parse(
    execFileSync(
      'ffprobe',
      [
        ...['-v', 'error', '-of', 'json', '-select_streams', 'v:0', '-show_entries'],
        ...['stream=codec_name,width,height:format=duration,start_time:packet=pts_time', path],
      ],
      { encoding: 'utf8', maxBuffer: 64 << 20 },
    ),
  ) as {
    streams: { codec_name: string; width: number; height: number }[];
    format: { duration?: string; start_time: string };
    packets: { pts_time: string }[];
  };
  const [stream] = streams;
  if (!stream) throw new Error(`${path} has no video`);
  return {
    codec: stream.codec_name,
    width: stream.width,
    height: stream.height,
    durationSec: Number(format.duration ?? NaN),
    startSec: Number(format.start_time),
    timesSec: packets.map(({ pts_time }) => Number(pts_time)),
  };
}
