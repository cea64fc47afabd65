import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FlvReader,
  readFlvContent,
  type BroadcastPacket,
  type ProgrammeFormat,
} from '../../src-main/services/broadcast/index.ts';
import { runProgram } from './programs.ts';

export interface Programme {
  format: ProgrammeFormat;
  packets: BroadcastPacket[];
}

const SIZE = { width: 640, height: 360, fps: 30 };
const VIDEO_KBPS = 1000;

/** A moving image and a tone, encoded as a broadcast is. */
export async function makeProgramme(
  dir: string,
  seconds: number,
  videoKbps = VIDEO_KBPS,
  size = SIZE,
): Promise<Programme> {
  return encodeProgramme(dir, {
    video: 'testsrc2',
    params: 'nal-hrd=cbr:scenecut=0',
    seconds,
    videoKbps,
    size,
  });
}

/** An image that never moves, of which an encoder makes far less than its rate. */
export const makeStillProgramme = (dir: string, seconds: number): Promise<Programme> =>
  encodeProgramme(dir, {
    video: 'smptehdbars',
    params: 'scenecut=0',
    seconds,
    videoKbps: VIDEO_KBPS,
    size: SIZE,
  });

async function encodeProgramme(
  dir: string,
  options: { video: string; params: string; seconds: number; videoKbps: number; size: typeof SIZE },
): Promise<Programme> {
  const { video, params, seconds, videoKbps, size } = options;
  const path = join(dir, 'programme.flv');
  const { width, height, fps } = size;
  const rate = `${videoKbps}k`;
  await runProgram('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `${video}=s=${width}x${height}:r=${fps}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`, '-ac', '2'],
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', String(2 * fps)],
    ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-x264-params', params],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ...['-c:a', 'aac', '-b:a', '128k', '-f', 'flv', path],
  ]);
  return readProgramme(path, videoKbps);
}

export function readProgramme(path: string, videoKbps = VIDEO_KBPS): Programme {
  const contents = contentsOf(path);
  const configOf = (kind: string) => {
    const header = contents.find((content) => content.kind === kind);
    if (!header || !('config' in header)) throw new Error(`${path} has no ${kind}`);
    return header.config;
  };
  return {
    format: {
      video: { avcConfig: configOf('videoHeader'), ...SIZE, bitrateKbps: videoKbps },
      audio: { aacConfig: configOf('audioHeader'), sampleRateHz: 48_000, channels: 2, bitrateKbps: 128 },
    },
    packets: contents.flatMap((content) => ('bytes' in content ? [content] : [])),
  };
}

/** Hands the packets on as they would be made. `at` is called when that much was played, in seconds. */
export async function playProgramme(
  packets: readonly BroadcastPacket[],
  push: (packet: BroadcastPacket) => void,
  at: Readonly<Record<number, () => unknown>> = {},
): Promise<void> {
  const startMs = performance.now();
  const moments = Object.entries(at).map(([sec, run]) => ({ atMs: Number(sec) * 1000, run }));
  let next = 0;
  while (next < packets.length) {
    const playedMs = performance.now() - startMs;
    for (const moment of moments.splice(0)) {
      if (moment.atMs <= playedMs) await moment.run();
      else moments.push(moment);
    }
    for (let packet = packets[next]; packet && packet.atMs <= playedMs; packet = packets[next]) {
      push(packet);
      next += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const checksum = ({ kind, bytes }: BroadcastPacket) =>
  `${kind} ${createHash('sha256').update(bytes).digest('hex')}`;

/** The packets that are in none of the recordings, as `kind time`. */
export function missingIn(recordings: readonly string[], packets: readonly BroadcastPacket[]): string[] {
  const recorded = new Set(recordings.flatMap((path) => readProgramme(path).packets.map(checksum)));
  return packets
    .filter((packet) => !recorded.has(checksum(packet)))
    .map(({ kind, atMs }) => `${kind} ${atMs}`);
}

/** A frame as its encoder made it: filler is the last unit, where there is any. */
export function withoutFiller(frame: Buffer): Buffer {
  for (let at = 0; at + 4 < frame.length; at += 4 + frame.readUInt32BE(at))
    if ((frame.readUInt8(at + 4) & 0x1f) === 12) return frame.subarray(0, at);
  return frame;
}

function contentsOf(path: string) {
  return new FlvReader().push(readFileSync(path)).flatMap((tag) => readFlvContent(tag) ?? []);
}
