import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_PATH } from '../../src-main/node/project.ts';
import { hashMedia, probeMedia } from '../../src-main/services/projects/index.ts';
import { runRender } from '../../src-main/services/renders/index.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Lut, Media, Project } from '../../src-shared/domain/edit/document.ts';
import { renderOptionsSchema } from '../../src-shared/domain/edit/render.ts';
import { readCube } from '../../src-shared/video/cube.ts';
import { makeMedia } from './editorRig.ts';
import { countDecoded } from './encodedFrames.ts';

export interface RenderCost {
  /** Until the file is whole, and with every frame of it decoded. */
  renderSec: number;
  verifiedSec: number;
  ffmpegSec: number;
  /** By MLT, where Debian's `melt` is installed. */
  meltSec: number | null;
  frames: number;
}

const RATE = 30;
const SMALL = { width: 576, height: 324, x: 1280, y: 680 };

/** An export of 1080p30 with two layers, a LUT of 33³ and a blur, beside FFmpeg's own filters with the same encoder. */
export async function measureRender(dir: string, seconds: number): Promise<RenderCost> {
  const path = makeMedia(join(dir, 'camera.mp4'), [
    ...['-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=${RATE}:d=${seconds}`, '-c:v', 'libx264'],
    ...[
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '60',
      '-colorspace',
      'bt709',
      '-color_range',
      'tv',
    ],
  ]);
  const cube = join(dir, 'look.cube');
  writeFileSync(cube, gammaCube());
  const source = { type: 'file' as const, path, handleId: null, ...(await hashMedia(path)) };
  const media: Media = {
    id: 'camera',
    ...(await probeMedia(path, 'Camera')),
    source,
    linkId: null,
    startSec: 0,
  };
  const workFolder = join(dir, 'render');
  const startedMs = performance.now();
  let wholeMs = 0;
  await runRender(
    {
      project: projectOf(media, seconds * RATE),
      options: renderOptionsSchema.parse({ format: 'mp4' }),
      media: { camera: { path, offsetSamples: 0 } },
      textFolder: dir,
      soundDir: dir,
      workFolder,
      outputPath: join(dir, 'out.mp4'),
      kernelPath: KERNEL_PATH,
    },
    {
      nowMs: () => 0,
      onProgress(step) {
        if (step === 'check' && wholeMs === 0) wholeMs = performance.now();
      },
    },
  );
  const verifiedMs = performance.now();
  rmSync(workFolder, { recursive: true, force: true });
  const ffmpegMs = runGraph(path, cube, join(dir, 'graph.mp4'));
  const meltMs = runMelt(path, cube, { output: join(dir, 'melt.mp4'), frames: seconds * RATE });
  return {
    renderSec: (wholeMs - startedMs) / 1000,
    verifiedSec: (verifiedMs - startedMs) / 1000,
    ffmpegSec: ffmpegMs / 1000,
    meltSec: meltMs === null ? null : meltMs / 1000,
    frames: seconds * RATE,
  };
}

function projectOf(media: Media, lengthFrames: number): Project {
  let count = 0;
  const project = createProject('Bench', () => `id-${(count += 1)}`);
  const look: Lut = { id: 'look', name: 'Look', category: 'Test', ...readCube(gammaCube()) };
  const whole = { name: 'Camera', mediaId: media.id, startFrame: 0, lengthFrames };
  const [left, top] = [SMALL.x + SMALL.width / 2 - 960, SMALL.y + SMALL.height / 2 - 540];
  const below = createClip({
    ...whole,
    id: 'below',
    lutId: 'look',
    effects: [{ id: 'blur', kind: 'blur', isOn: true, values: { amount: 5 } }],
  });
  const small = createClip({ ...whole, id: 'above' });
  const above = { ...small, transform: { ...small.transform, x: left, y: top, scale: 30 } };
  const clips = [[below], [above]];
  return {
    ...project,
    media: { [media.id]: media },
    luts: { look },
    tracks: project.tracks.map((track, index) => ({ ...track, clips: clips[index] ?? [] })),
  };
}

function runGraph(path: string, cube: string, output: string): number {
  const { width, height, x, y } = SMALL;
  const graph =
    `[0:v]lut3d=${cube}:interp=tetrahedral,format=yuv420p,gblur=sigma=2:steps=1[below];` +
    `[1:v]scale=${width}:${height}:flags=bilinear[above];[below][above]overlay=${x}:${y}`;
  const startedMs = performance.now();
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-i', path, '-i', path, '-filter_complex', graph],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-g', '60', '-pix_fmt', 'yuv420p', output],
  ]);
  return performance.now() - startedMs;
}

/** The same scene, by the program behind Shotcut and Kdenlive. */
function runMelt(
  path: string,
  cube: string,
  { output, frames }: { output: string; frames: number },
): number | null {
  if (spawnSync('melt', ['-version']).error) return null;
  const { width, height, x, y } = SMALL;
  const startedMs = performance.now();
  execFileSync(
    'melt',
    [
      ...['-silent', '-profile', 'atsc_1080p_30', path],
      ...['-attach', 'avfilter.lut3d', `av.file=${cube}`, 'av.interp=tetrahedral'],
      ...['-attach', 'avfilter.gblur', 'av.sigma=2', 'av.steps=1', '-track', path],
      ...['-transition', 'composite', `geometry=${x}/${y}:${width}x${height}:100`, 'progressive=1'],
      ...['a_track=0', 'b_track=1', 'in=0', `out=${frames - 1}`],
      ...['-consumer', `avformat:${output}`, 'vcodec=libx264', 'preset=veryfast', 'crf=18', 'g=60'],
      ...['pix_fmt=yuv420p', 'an=1', 'real_time=-2'],
    ],
    { stdio: 'ignore' },
  );
  const takenMs = performance.now() - startedMs;
  const made = countDecoded(output);
  if (made !== frames) throw new Error(`melt made ${made} of ${frames} frames.`);
  return takenMs;
}

function gammaCube(): string {
  const lines = ['LUT_3D_SIZE 33'];
  const step = (at: number, power: number) => ((at / 32) ** power).toFixed(6);
  for (let blue = 0; blue < 33; blue += 1)
    for (let green = 0; green < 33; green += 1)
      for (let red = 0; red < 33; red += 1)
        lines.push(`${step(red, 1.1)} ${step(green, 1)} ${step(blue, 0.9)}`);
  return lines.join('\n');
}
