import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright';
import { KERNEL_PATH } from '../../src-main/node/project.ts';
import { hashMedia, probeMedia } from '../../src-main/services/projects/index.ts';
import { readShown, runRender } from '../../src-main/services/renders/index.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../src-shared/domain/edit/document.ts';
import {
  renderOptionsSchema,
  type RenderCertificate,
  type RenderRange,
} from '../../src-shared/domain/edit/render.ts';
import { SOUND_RATE } from '../../src-shared/domain/edit/time.ts';
import { encodeInChromium } from './chromiumVideo.ts';
import { makeMedia } from './editorRig.ts';

const SIZE = { width: 160, height: 90 };
const RATE = 30;

/** Samples of sound a frame. */
const FRAME_SAMPLES = SOUND_RATE / RATE;

/** Kinds of video that our takes and usual cameras have; `open` is one whose groups are not closed. */
export const CUT_KINDS = ['h264', 'baseline', 'vp8', 'vp9', 'open'] as const;
/** `chromium` is H.264 that Chromium itself encodes. */
export type CutKind = (typeof CUT_KINDS)[number] | 'chromium';

const BT709 = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];
const CODECS: Readonly<Record<Exclude<CutKind, 'chromium'>, readonly string[]>> = {
  h264: [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '60',
    '-bf',
    '2',
    '-x264-params',
    'b-pyramid=normal:open-gop=0',
  ],
  // As Chromium's encoder makes it: no frame is shown out of order.
  baseline: ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-g', '45', '-bf', '0'],
  vp8: [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-b:v',
    '2M',
    '-g',
    '60',
    '-auto-alt-ref',
    '0',
  ],
  vp9: [
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-b:v',
    '2M',
    '-g',
    '60',
    '-auto-alt-ref',
    '0',
  ],
  open: [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '60',
    '-bf',
    '2',
    '-x264-params',
    'open-gop=1:scenecut=0',
  ],
};
const isWebM = (kind: CutKind) => kind === 'vp8' || kind === 'vp9';
const endingOf = (kind: CutKind) => (isWebM(kind) ? 'webm' : 'mp4');
export const videoTypeOf = (kind: CutKind) => `video/${endingOf(kind)}`;

export interface CutSource {
  kind: CutKind;
  media: Media;
  path: string;
  /** Its frames in the order in which they are shown, and its sound. */
  raw: Buffer;
  sound: Float32Array;
  /** Of its colours, as FFmpeg names it. */
  range: string | undefined;
}

/** With sound that never repeats. `chromium` takes a browser. */
export async function makeCutSource(
  dir: string,
  kind: CutKind,
  seconds: number,
  browser?: Browser,
): Promise<CutSource> {
  const video = await videoOf(dir, kind, seconds, browser);
  const path = makeMedia(join(dir, `${kind}.${endingOf(kind)}`), [
    ...[...video.input, '-f', 'lavfi', '-i', `anoisesrc=r=${SOUND_RATE}:d=${seconds}:a=0.3:seed=1`],
    ...['-map', '0:v', '-map', '1:a', ...video.codec],
    ...['-c:a', isWebM(kind) ? 'libopus' : 'aac', '-b:a', '160k'],
  ]);
  const probed = await probeMedia(path, kind);
  const source = { type: 'file' as const, path, handleId: null, ...(await hashMedia(path)) };
  const media: Media = { id: 'media', ...probed, source, linkId: null, startSec: 0 };
  const { raw, sound } = decode(path);
  return { kind, media, path, raw, sound, range: (await readShown(path))?.colour.range };
}

async function videoOf(dir: string, kind: CutKind, seconds: number, browser: Browser | undefined) {
  if (kind !== 'chromium')
    return {
      input: ['-f', 'lavfi', '-i', `testsrc2=s=${SIZE.width}x${SIZE.height}:r=${RATE}:d=${seconds}`],
      codec: ['-pix_fmt', 'yuv420p', ...BT709, ...CODECS[kind]],
    };
  if (!browser) throw new Error('A browser has to encode it.');
  const path = join(dir, 'chromium.h264');
  const options = { ...SIZE, fps: RATE, frames: seconds * RATE, framesOfGroup: 45 };
  writeFileSync(path, await encodeInChromium(browser, options));
  return { input: ['-r', String(RATE), '-i', path], codec: ['-c:v', 'copy'] };
}

export interface CutOutcome {
  /** What is not as it should be; null: all is. */
  problem: string | null;
  copiedFrames: number;
  encodedFrames: number;
  /** Of the encoded frame that is farthest from the source's; null: none was encoded. */
  worstDb: number | null;
  reasons: (string | null)[];
}

/** Cuts parts out of a source and puts them behind each other by a smart cut, in `workFolder`. */
export async function makeCut(
  workFolder: string,
  source: CutSource,
  parts: readonly { from: number; frames: number }[],
): Promise<{ path: string; certificate: RenderCertificate }> {
  const path = join(workFolder, `out.${endingOf(source.kind)}`);
  const certificate = await runRender(
    {
      project: projectOf(source.media, parts),
      options: renderOptionsSchema.parse({ format: endingOf(source.kind), smart: true }),
      media: { media: { path: source.path, offsetSamples: 0 } },
      textFolder: workFolder,
      // Its sound is decoded once for all cuts.
      soundDir: dirname(source.path),
      workFolder,
      outputPath: path,
      kernelPath: KERNEL_PATH,
    },
    { nowMs: () => 0 },
  );
  return { path, certificate };
}

/** The same, and looks at every frame of what came out; `play` says what is wrong where something else plays it. */
export async function checkCut(
  dir: string,
  source: CutSource,
  parts: readonly { from: number; frames: number }[],
  play?: (path: string) => Promise<string | null>,
): Promise<CutOutcome> {
  const workFolder = mkdtempSync(join(dir, 'cut-'));
  try {
    const { path, certificate } = await makeCut(workFolder, source, parts);
    const outcome = judge(path, source, parts, certificate);
    return { ...outcome, problem: outcome.problem ?? (await play?.(path)) ?? null };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

function projectOf(media: Media, parts: readonly { from: number; frames: number }[]): Project {
  let count = 0;
  const project = createProject('Cut', () => `id-${(count += 1)}`);
  let startFrame = 0;
  const clips = parts.map(({ from, frames }, index) => {
    const clip = createClip({
      id: `clip-${index}`,
      name: 'Part',
      mediaId: media.id,
      startFrame,
      lengthFrames: frames,
      sourceStartTicks: from,
      sourceTicksPerSec: RATE,
    });
    startFrame += frames;
    return clip;
  });
  return {
    ...project,
    canvas: SIZE,
    media: { [media.id]: media },
    tracks: project.tracks.map((track, index) => (index === 0 ? { ...track, clips } : track)),
  };
}

function judge(
  path: string,
  source: CutSource,
  parts: readonly { from: number; frames: number }[],
  { ranges, colour }: RenderCertificate,
): CutOutcome {
  const wanted = parts.flatMap(({ from, frames }) =>
    Array.from({ length: frames }, (_, index) => from + index),
  );
  const { raw, sound, warnings } = decode(path);
  const frames = raw.length / FRAME_BYTES;
  const sumOf = (kind: RenderRange['kind']) =>
    ranges.filter((range) => range.kind === kind).reduce((sum, { frames: count }) => sum + count, 0);
  const outcome = {
    copiedFrames: sumOf('copied'),
    encodedFrames: sumOf('encoded'),
    reasons: ranges.map(({ reason }) => reason),
    worstDb: worstOf(raw, source.raw, ranges, wanted),
  };
  const isCopied = (frame: number) =>
    ranges.some(
      (range) =>
        range.kind === 'copied' && frame >= range.fromFrame && frame < range.fromFrame + range.frames,
    );
  const changed = wanted.findIndex(
    (from, frame) => isCopied(frame) && !frameOf(raw, frame).equals(frameOf(source.raw, from)),
  );
  const problem =
    (frames !== wanted.length && `it has ${frames} of ${wanted.length} frames`) ||
    (changed >= 0 && `its copied frame ${changed} is another one`) ||
    (colour?.range !== source.range && `its range of colours is ${colour?.range}`) ||
    (warnings && `FFmpeg warns: ${warnings.slice(0, 200)}`) ||
    soundProblem(sound, source.sound, parts);
  return { ...outcome, problem };
}

/** An AAC packet is decoded whole. */
const MOST_MORE_SAMPLES = 1024;
const LAGS = 600;
/** Encoded twice, noise is still much like itself. */
const LEAST_LIKENESS = 0.7;

/** Where each part begins to be heard: at its sample, or it says where. */
function soundProblem(
  heard: Float32Array,
  recorded: Float32Array,
  parts: readonly { from: number; frames: number }[],
): string | null {
  let at = 0;
  for (const { from, frames } of parts) {
    const count = Math.min(frames * FRAME_SAMPLES, 4 * FRAME_SAMPLES);
    const part = heard.subarray(at, at + count);
    let best = { lag: 0, likeness: -1 };
    for (let lag = -LAGS; lag <= LAGS; lag += 1) {
      const likeness = likenessOf(part, recorded, from * FRAME_SAMPLES + lag);
      if (likeness > best.likeness) best = { lag, likeness };
    }
    if (best.lag !== 0 || best.likeness < LEAST_LIKENESS)
      return `sample ${at} is heard ${best.lag} samples off (alike by ${best.likeness.toFixed(2)})`;
    at += frames * FRAME_SAMPLES;
  }
  const more = heard.length - at;
  return more >= 0 && more < MOST_MORE_SAMPLES ? null : `it has ${more} samples more than frames`;
}

function likenessOf(one: Float32Array, other: Float32Array, offset: number): number {
  let [both, first, second] = [0, 1e-9, 1e-9];
  for (let index = 0; index < one.length; index += 1) {
    const a = one[index] ?? 0;
    const b = other[index + offset] ?? 0;
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return both / Math.sqrt(first * second);
}

const FRAME_BYTES = (SIZE.width * SIZE.height * 3) / 2;

function worstOf(
  made: Buffer,
  recorded: Buffer,
  ranges: readonly RenderRange[],
  wanted: readonly number[],
): number | null {
  const encoded = ranges.filter(({ kind }) => kind === 'encoded');
  if (encoded.length === 0) return null;
  const each = encoded.flatMap(({ fromFrame, frames }) =>
    Array.from({ length: frames }, (_, index) => fromFrame + index).map((frame) =>
      psnr(frameOf(made, frame), frameOf(recorded, wanted[frame] ?? 0)),
    ),
  );
  return Math.min(...each);
}

/** One pass for the number of frames, their hashes and distances, for the sound, and for FFmpeg's warnings. */
function decode(path: string): { raw: Buffer; sound: Float32Array; warnings: string } {
  const { output, status } = spawnSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'warning', '-i', path],
      // As they are: of 8 bits and 4:2:0, of whichever range.
      ...['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
      ...['-map', '0:a:0', '-ac', '1', '-f', 'f32le', 'pipe:3'],
    ],
    { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const [, raw, said, samples] = output;
  const warnings = said?.toString('utf8').trim() ?? '';
  if (status !== 0 || !raw || !samples) throw new Error(`FFmpeg cannot decode ${path}: ${warnings}`);
  const sound = new Float32Array(Uint8Array.from(samples).buffer);
  return { raw, sound, warnings };
}

const frameOf = (raw: Buffer, frame: number) => raw.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES);

function psnr(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return sum === 0 ? 100 : 10 * Math.log10((255 * 255 * one.length) / sum);
}
