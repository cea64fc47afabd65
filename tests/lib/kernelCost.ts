import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_COLOUR } from '../../src-shared/domain/edit/effects.ts';
import type { DrawLayer } from '../../src-shared/domain/edit/resolve.ts';
import { readCube } from '../../src-shared/video/cube.ts';
import { openKernel } from '../../src-shared/video/kernel.ts';
import { imageKey, type SourceImage } from '../../src-shared/video/image.ts';
import { makeImage, type KernelFrame } from './kernelFrames.ts';
import { KERNEL_PATH } from './kernelHashes.ts';
import { drawNatively } from './nativeKernel.ts';
import { createRandom } from './random.ts';

export interface KernelCost {
  wasmMs: number;
  nativeMs: number;
  ffmpegMs: number;
}

const WIDTH = 1920;
const HEIGHT = 1080;
const TITLE = { left: 100, top: 900, width: 600, height: 80 };
const DRAWINGS = 30;
const FRAMES = 60;
const RUNS = 3;

/**
 * Milliseconds of processor time for a frame of 1080p with a LUT of 33³, a blur of 11 taps and a title over it: by the kernel in
 * Node, by the kernel natively, and by FFmpeg's own filters, which work in YUV for the blur.
 */
export async function measureKernel(dir: string): Promise<KernelCost> {
  const cube = gammaCube();
  const frame = scene(cube);
  const kernel = await openKernel(readFileSync(KERNEL_PATH));
  let wasmMs = Number.POSITIVE_INFINITY;
  for (let drawing = 0; drawing < DRAWINGS; drawing += 1) {
    const start = process.cpuUsage();
    kernel.render(frame.list, frame.images, frame.luts);
    const { user, system } = process.cpuUsage(start);
    wasmMs = Math.min(wasmMs, (user + system) / 1000);
  }
  kernel.dispose();
  const nativeMs = drawNatively([frame], DRAWINGS)[0]?.ms ?? Number.NaN;
  return { wasmMs, nativeMs, ffmpegMs: measureFfmpeg(dir, cube) };
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

function scene(cube: string): KernelFrame {
  const layer: Omit<DrawLayer, 'source'> = {
    clipId: 'camera',
    placement: { x: 0, y: 0, width: WIDTH, height: HEIGHT, rotationCentiDeg: 0 },
    crop: { left: 0, top: 0, right: 0, bottom: 0 },
    opacity: 256,
    table: { key: 'look', colour: DEFAULT_COLOUR, lutId: 'look' },
    effects: [{ kind: 'blur', values: { amount: 5 } }],
    greenScreen: null,
    frame: 0,
  };
  const camera: DrawLayer = { ...layer, source: { kind: 'media', mediaId: 'camera', sourceTimeUs: 0 } };
  const title: DrawLayer = {
    ...layer,
    source: { kind: 'media', mediaId: 'title', sourceTimeUs: 0 },
    table: null,
    effects: [],
  };
  const list = { width: WIDTH, height: HEIGHT, layers: [camera, title] };
  const images = new Map<string, SourceImage>([
    [imageKey(camera.source, list) ?? '', makeImage(createRandom(1), false, [WIDTH, HEIGHT])],
    [
      imageKey(title.source, list) ?? '',
      { format: 'rgba', width: WIDTH, height: HEIGHT, data: titleImage() },
    ],
  ]);
  return {
    list,
    images,
    luts: { look: { id: 'look', name: 'Look', category: 'Test', ...readCube(cube) } },
  };
}

function titleImage(): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = TITLE.top; y < TITLE.top + TITLE.height; y += 1) {
    for (let x = TITLE.left; x < TITLE.left + TITLE.width; x += 1)
      data.set([255, 0, 0, 180], (y * WIDTH + x) * 4);
  }
  return data;
}

/** Its processor time, less that of reading the same frames. */
function measureFfmpeg(dir: string, cube: string): number {
  const cubeFile = join(dir, 'look.cube');
  const frames = join(dir, 'frames.yuv');
  writeFileSync(cubeFile, cube);
  const quiet = ['-nostdin', '-y', '-v', 'error'];
  run(
    [...quiet, '-f', 'lavfi', '-i', `testsrc2=size=${WIDTH}x${HEIGHT}:rate=30`, '-frames:v', String(FRAMES)],
    frames,
  );
  const title = `color=c=red@0.7:size=${TITLE.width}x${TITLE.height}:rate=30,format=yuva420p`;
  const look = `lut3d=${cubeFile}:interp=tetrahedral,format=yuv420p,gblur=sigma=2:steps=1`;
  const costOf = (graph: string) =>
    Math.min(...Array.from({ length: RUNS }, () => processorSec(frames, [graph])));
  const drawnSec = costOf(`[0:v]${look}[v];${title}[t];[v][t]overlay=${TITLE.left}:${TITLE.top}:shortest=1`);
  return ((drawnSec - costOf('[0:v]null')) / FRAMES) * 1000;
}

function processorSec(frames: string, graph: string[]): number {
  const one = ['-threads', '1', '-filter_threads', '1', '-filter_complex_threads', '1'];
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    '30',
    '-i',
    frames,
  ];
  const said = run(
    ['-nostdin', '-benchmark', ...one, ...input, '-filter_complex', ...graph, '-f', 'null'],
    '-',
  );
  const [, user = '', system = ''] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(said) ?? [];
  return Number(user) + Number(system);
}

function run(args: string[], output: string): string {
  const { status, stderr } = spawnSync('ffmpeg', [...args, '-pix_fmt', 'yuv420p', output], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`FFmpeg ended with ${status}: ${stderr.slice(-1000)}`);
  return stderr;
}
