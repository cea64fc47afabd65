import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakeDocument } from '../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../src-shared/domain/certificateSchema.ts';
import type { VideoDocument, TakeVideoTrack } from '../../src-shared/contract/takeVideoTracks.ts';
import { toStored } from '../../src-shared/domain/storedNames.ts';
import { writeWav } from './recordings.ts';

const RATE = 48_000;

interface MadeVideoTrack {
  codec: TakeVideoTrack['codec'];
  width: number;
  height: number;
  fps: number;
  /** Of its first frame in the take. */
  startSec?: number;
  seconds: number;
  kind?: TakeVideoTrack['kind'];
  /** In place of the take's. */
  flashesSec?: readonly number[];
  bubble?: TakeVideoTrack['bubble'];
  name?: string;
  /** The camera or screen that it is a part of. */
  sourceId?: string;
  /** At most so many; else as many as the encoder likes. */
  bitsPerSecond?: number;
}

export interface MadeTake {
  seconds: number;
  /** When there is a white flash in the video, and a click in the sound. */
  flashesSec: readonly number[];
  hasSound?: boolean;
  videoTracks: readonly MadeVideoTrack[];
}

/** Without checksums, which our own writer has none of either. */
const ENCODERS = {
  avc1: [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-profile:v',
    'baseline',
    '-write_crc32',
    '0',
    '-f',
    'matroska',
  ],
  vp9: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', '-f', 'webm'],
  vp8: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', '-f', 'webm'],
} as const;

/**
 * A finished take as the recorder leaves one: a channel that hums and clicks, and video that flashes at the same moments.
 * Its video is encoded by FFmpeg, at times that are those of the take.
 */
export function makeVideoTake(folder: string, made: MadeTake): TakeDocument {
  mkdirSync(folder, { recursive: true });
  const frames = Math.round(made.seconds * RATE);
  const tracks: TakeDocument['tracks'] = [];
  if (made.hasSound !== false) {
    writeWav(join(folder, '01-Voice.wav'), {
      sampleRate: RATE,
      channels: [makeSound(frames, made.flashesSec)],
    });
    tracks.push({
      id: 'voice',
      name: 'Voice',
      kind: 'channel',
      channels: 1,
      file: '01-Voice.wav',
      peaks: '01-Voice.peaks',
      device: null,
      startFrame: 0,
      framesExpected: frames,
      framesWritten: frames,
      gaps: [],
      gapCount: 0,
      missingFrames: 0,
      dryFrames: 0,
      xruns: 0,
      clippedSamples: 0,
      driftPpm: null,
      offsetFrames: 0,
    });
  }
  const videoTracks = made.videoTracks.map((videoTrack, index) =>
    makeVideoTrack(folder, videoTrack, index, videoTrack.flashesSec ?? made.flashesSec),
  );
  const writer = { pid: 0, startedTicks: 0 };
  const document: TakeDocument = {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name: 'Interview',
    status: 'finished',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: RATE,
    startedAtMs: 1_700_000_000_000,
    startFrame: 0,
    frames,
    markers: [],
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer,
    tracks,
    timecode: { source: 'none', timeReference: null, fps: null },
    videoTracks: [],
  };
  const videoDocument: VideoDocument = {
    schemaVersion: 1,
    status: 'finished',
    writer,
    videoTracks,
    sources: [],
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify({ ...document, videoTracks: undefined }));
  writeFileSync(join(folder, 'pictures.json'), JSON.stringify(toStored(videoDocument)));
  return { ...document, videoTracks };
}

/** A hum that has a loudness, with clicks above it. */
function makeSound(frames: number, clicksSec: readonly number[]): Float32Array {
  const samples = Float32Array.from(
    { length: frames },
    (_, frame) => 0.04 * Math.sin((2 * Math.PI * 440 * frame) / RATE),
  );
  for (const clickSec of clicksSec) {
    const from = Math.round(clickSec * RATE);
    for (let at = from; at < Math.min(frames, from + 480); at += 1)
      samples[at] = (at - from) % 24 < 12 ? 0.6 : -0.6;
  }
  return samples;
}

function makeVideoTrack(
  folder: string,
  {
    codec,
    width,
    height,
    fps,
    startSec = 0,
    seconds,
    kind = 'screen',
    bubble = null,
    name,
    sourceId,
    bitsPerSecond,
  }: MadeVideoTrack,
  index: number,
  flashesSec: readonly number[],
): TakeVideoTrack {
  const file = `${kind}-${index + 1}.${codec === 'avc1' ? 'mkv' : 'webm'}`;
  const isFlash =
    flashesSec.map((at) => `between(t,${at - startSec - 0.001},${at - startSec + 0.1})`).join('+') || '0';
  encode(join(folder, file), [
    ...['-nostdin', '-v', 'error', '-f', 'lavfi'],
    ...['-i', `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds},lutyuv=y=val/4+12`],
    // A first frame that comes later than the take's first moment keeps that time in the file.
    ...['-vf', `drawbox=color=white:t=fill:enable='${isFlash}',setpts=PTS+${startSec}/TB,format=yuv420p`],
    ...['-fps_mode', 'passthrough', '-g', String(groupOf(fps, bitsPerSecond)), ...ENCODERS[codec]],
    ...(bitsPerSecond === undefined ? [] : ['-b:v', String(bitsPerSecond)]),
  ]);
  return {
    id: `${kind}-${index + 1}`,
    sourceId: sourceId ?? null,
    name: name ?? `${kind === 'video' ? 'Camera' : 'Screen'} ${index + 1}`,
    kind,
    source: 'screen:0',
    file,
    codec,
    width,
    height,
    fps,
    startFrame: Math.round(startSec * RATE),
    framesWritten: Math.round(seconds * fps),
    framesDropped: 0,
    durationSec: seconds,
    longestGapSec: 1 / fps,
    ended: null,
    bubble,
  };
}

/** Frames from one key frame to the next, as our recorder has them: half a second where there are bits enough. */
const groupOf = (fps: number, bitsPerSecond = 0) => (bitsPerSecond >= 6_000_000 ? Math.round(fps / 2) : fps);

/** What was encoded in this process before: many cases want the same video. */
const encoded = new Map<string, Buffer>();

function encode(path: string, args: readonly string[]): void {
  const key = args.join(' ');
  const before = encoded.get(key);
  if (before) return writeFileSync(path, before);
  execFileSync('ffmpeg', [...args, path]);
  encoded.set(key, readFileSync(path));
}
