import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_PATH } from '../../src-main/node/project.ts';
import { hashMedia, probeMedia } from '../../src-main/services/projects/index.ts';
import { runRender } from '../../src-main/services/renders/index.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../src-shared/domain/edit/document.ts';
import { renderOptionsSchema, type RenderRange } from '../../src-shared/domain/edit/render.ts';
import { makeMedia } from './editorRig.ts';

const SIZE = { width: 160, height: 90 };
const RATE = 30;

/** Kinds of video that our takes and usual cameras have; `open` is one whose groups are not closed. */
export const CUT_KINDS = ['h264', 'baseline', 'vp8', 'vp9', 'open'] as const;
export type CutKind = (typeof CUT_KINDS)[number];

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
const CODECS: Readonly<Record<CutKind, readonly string[]>> = {
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
const endingOf = (kind: CutKind) => (kind === 'vp8' || kind === 'vp9' ? 'webm' : 'mp4');

export interface CutSource {
  kind: CutKind;
  media: Media;
  path: string;
  /** Its frames in the order in which they are shown. */
  raw: Buffer;
}

export async function makeCutSource(dir: string, kind: CutKind, seconds: number): Promise<CutSource> {
  const path = makeMedia(join(dir, `${kind}.${endingOf(kind)}`), [
    ...['-f', 'lavfi', '-i', `testsrc2=s=${SIZE.width}x${SIZE.height}:r=${RATE}:d=${seconds}`],
    ...['-pix_fmt', 'yuv420p', ...BT709, ...CODECS[kind]],
  ]);
  const probed = await probeMedia(path, kind);
  const source = { type: 'file' as const, path, handleId: null, ...(await hashMedia(path)) };
  const media: Media = { id: 'media', ...probed, source, linkId: null, startSec: 0 };
  return { kind, media, path, raw: decode(path).raw };
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
): Promise<{ path: string; ranges: RenderRange[] }> {
  const path = join(workFolder, `out.${endingOf(source.kind)}`);
  const { ranges } = await runRender(
    {
      project: projectOf(source.media, parts),
      options: renderOptionsSchema.parse({ format: endingOf(source.kind), smart: true }),
      media: { media: { path: source.path, offsetSamples: 0 } },
      textFolder: workFolder,
      soundDir: workFolder,
      workFolder,
      outputPath: path,
      kernelPath: KERNEL_PATH,
    },
    { nowMs: () => 0 },
  );
  return { path, ranges };
}

/** The same, and looks at every frame of what came out. */
export async function checkCut(
  dir: string,
  source: CutSource,
  parts: readonly { from: number; frames: number }[],
): Promise<CutOutcome> {
  const workFolder = mkdtempSync(join(dir, 'cut-'));
  try {
    const { path, ranges } = await makeCut(workFolder, source, parts);
    return judge(path, source, parts, ranges);
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
  ranges: RenderRange[],
): CutOutcome {
  const wanted = parts.flatMap(({ from, frames }) =>
    Array.from({ length: frames }, (_, index) => from + index),
  );
  const { raw, warnings } = decode(path);
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
    (warnings && `FFmpeg warns: ${warnings.slice(0, 200)}`) ||
    null;
  return { ...outcome, problem };
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

/** One pass for the number of frames, their hashes and distances, and for FFmpeg's warnings. */
function decode(path: string): { raw: Buffer; warnings: string } {
  const { stdout, stderr, status } = spawnSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'warning', '-i', path],
      ...['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
    ],
    { maxBuffer: 1 << 30 },
  );
  const warnings = stderr.toString('utf8').trim();
  if (status !== 0) throw new Error(`FFmpeg cannot decode ${path}: ${warnings}`);
  return { raw: stdout, warnings };
}

const frameOf = (raw: Buffer, frame: number) => raw.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES);

function psnr(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return sum === 0 ? 100 : 10 * Math.log10((255 * 255 * one.length) / sum);
}
