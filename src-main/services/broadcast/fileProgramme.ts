import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  BROADCAST_AUDIO_KBPS,
  BROADCAST_SAMPLE_RATE_HZ,
  KEY_FRAME_EVERY_SEC,
  type MasterQuality,
} from '../../../src-shared/domain/broadcast/quality.ts';
import { AAC_CONFIG } from './aacEncoder.ts';
import { FlvReader, readFlvContent } from './flvReader.ts';
import { LOCAL_FILES_ONLY, probeVideo, throwStartFailure } from './probeFile.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';

const MOST_WORDS_CHARS = 4000;
const SILENCE = ['-f', 'lavfi', '-i', `anullsrc=r=${BROADCAST_SAMPLE_RATE_HZ}:cl=stereo`];
const AAC_ARGUMENTS = [
  ...['-c:a', 'aac', '-b:a', `${BROADCAST_AUDIO_KBPS}k`, '-ac', '2', '-ar', String(BROADCAST_SAMPLE_RATE_HZ)],
];

interface ProgrammeOptions {
  quality: MasterQuality;
  /** Once, before the first packet. */
  onFormat: (format: ProgrammeFormat) => void;
  onPacket: (packet: BroadcastPacket) => void;
  signal: AbortSignal;
}

export type FileProgrammeOptions = ProgrammeOptions & { path: string };
/** `imagePath` null: color bars. */
export type StillProgrammeOptions = ProgrammeOptions & { imagePath: string | null };

/** Encodes a file as a programme, as fast as it plays. Resolves at its end, or when the signal says so. */
export async function playFile(options: FileProgrammeOptions): Promise<void> {
  const { path, quality, signal } = options;
  const { hasSound } = await probeVideo(path, signal);
  const input = ['-re', ...LOCAL_FILES_ONLY, '-i', `file:${resolve(path)}`];
  const sound = hasSound ? ['-map', '0:a:0'] : ['-map', '1:a:0'];
  await encode(options, path, null, [
    ...[...input, ...(hasSound ? [] : SILENCE), ...sound, '-shortest'],
    ...encoderArguments(quality),
    ...AAC_ARGUMENTS,
  ]);
}

/** A chart with silence, encoded as a programme is: for a test of the way. */
export async function playTestChart(options: ProgrammeOptions & { seconds: number }): Promise<void> {
  const { quality, seconds } = options;
  const chart = `testsrc2=size=${quality.width}x${quality.height}:rate=${quality.fps}:duration=${seconds}`;
  await encode(options, 'The test chart', null, [
    ...['-re', '-f', 'lavfi', '-i', chart, ...SILENCE, '-map', '1:a:0', '-shortest'],
    ...encoderArguments(quality),
    ...AAC_ARGUMENTS,
  ]);
}

/** Encodes an image as the video of a programme, until the signal says so; the sound is the caller's, in `AAC_CONFIG`. */
export async function playStill(options: StillProgrammeOptions): Promise<void> {
  const { imagePath, quality } = options;
  const bars = ['-f', 'lavfi', '-i', `smptehdbars=s=${quality.width}x${quality.height}:r=${quality.fps}`];
  const image = ['-protocol_whitelist', 'file', '-f', 'image2', '-pattern_type', 'none', '-loop', '1'];
  const input =
    imagePath === null ? bars : [...image, '-framerate', String(quality.fps), '-i', resolve(imagePath)];
  await encode(options, imagePath ?? 'The test image', AAC_CONFIG, [
    '-re',
    ...input,
    ...encoderArguments(quality),
  ]);
}

async function encode(
  options: ProgrammeOptions,
  name: string,
  aacConfig: Buffer | null,
  args: readonly string[],
): Promise<void> {
  const { signal } = options;
  const start = ['-nostdin', '-hide_banner', '-v', 'error'];
  const end = ['-f', 'flv', '-flvflags', 'no_duration_filesize', '-flush_packets', '1', 'pipe:1'];
  const child = spawn('ffmpeg', [...start, ...args, ...end], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-MOST_WORDS_CHARS);
  });
  const feed = createFeed(options, aacConfig);
  child.stdout.on('data', feed);
  const [code] = (await once(child, 'close').catch(throwStartFailure)) as [number | null];
  signal.removeEventListener('abort', kill);
  if (code !== 0 && !signal.aborted) {
    const [line = 'unknown'] = words.trim().split('\n');
    throw new RpcError('FILE_UNREADABLE', `${name} cannot be played: ${line}.`);
  }
}

/** Waits for both headers, since a destination has to know them first; that of sound may be known. */
function createFeed(
  { quality, onFormat, onPacket }: ProgrammeOptions,
  knownAacConfig: Buffer | null,
): (bytes: Buffer) => void {
  const reader = new FlvReader();
  let avcConfig: Buffer | null = null;
  let aacConfig = knownAacConfig;
  let hasFormat = false;
  return (bytes) => {
    for (const tag of reader.push(bytes)) {
      const content = readFlvContent(tag);
      if (!content) continue;
      if (content.kind === 'videoHeader') avcConfig = content.config;
      else if (content.kind === 'audioHeader') aacConfig = content.config;
      else if (hasFormat) onPacket(content);
      if (!avcConfig || !aacConfig || hasFormat) continue;
      hasFormat = true;
      onFormat(formatOf(quality, avcConfig, aacConfig));
    }
  };
}

function formatOf(quality: MasterQuality, avcConfig: Buffer, aacConfig: Buffer): ProgrammeFormat {
  const { width, height, fps, videoKbps } = quality;
  return {
    video: { avcConfig, width, height, fps, bitrateKbps: videoKbps },
    audio: {
      aacConfig,
      sampleRateHz: BROADCAST_SAMPLE_RATE_HZ,
      channels: 2,
      bitrateKbps: BROADCAST_AUDIO_KBPS,
    },
  };
}

/** Constant rate, closed groups, no frames out of order, and tagged as BT.709. */
function encoderArguments({ width, height, fps, videoKbps }: MasterQuality): string[] {
  const rate = `${videoKbps}k`;
  const group = String(fps * KEY_FRAME_EVERY_SEC);
  const size = `${width}:${height}`;
  const filters = [
    `scale=${size}:force_original_aspect_ratio=decrease:out_color_matrix=bt709:out_range=tv`,
    `pad=${size}:-1:-1:black,setsar=1,fps=${fps},format=yuv420p`,
  ].join(',');
  return [
    ...['-map', '0:v:0', '-sn', '-dn', '-map_metadata', '-1', '-vf', filters],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency', '-profile:v', 'high'],
    ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-g', group, '-keyint_min', group],
    ...['-x264-params', 'nal-hrd=cbr:scenecut=0:open-gop=0:force-cfr=1'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
  ];
}
