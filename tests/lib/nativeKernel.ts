import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { layerWords, sliderWords } from '../../src-shared/video/job.ts';
import { packImage, imageKey, planesOf, type SourceImage } from '../../src-shared/video/image.ts';
import type { KernelFrame } from './kernelFrames.ts';

/** The native suite's binary, which also draws frames: `native/test/video_frames_test.cpp`. */
const PROGRAM =
  process.env.SOUNDDESK_VIDEO_PROGRAM ?? join(import.meta.dirname, '../../native/build/sounddesk_tests');
export const hasNativeKernel = existsSync(PROGRAM);

const IMAGE = 1;
const TABLE = 2;
const FRAME = 3;
const FORMATS = ['yuv420', 'nv12', 'rgba'];
const MATRICES = ['bt709', 'bt601', 'bt2020'];

/** Hashes of frames by the kernel that is compiled for this machine, and the quickest of `times` drawings of each. */
export function drawNatively(frames: readonly KernelFrame[], times = 1): { hash: string; ms: number }[] {
  const input = Buffer.concat(frames.flatMap((frame) => messagesOf(frame, times)));
  const { stdout, status } = spawnSync(
    PROGRAM,
    ['-tc=video frames*', '--no-skip', '--no-intro', '--no-version'],
    {
      input,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`The native kernel ended with ${status}: ${String(stdout).slice(-2000)}`);
  const lines = String(stdout).matchAll(/^([0-9a-f]{16}|outcome \d) ?([\d.]*)$/gm);
  return [...lines].map(([, hash = '', ms]) => ({ hash, ms: Number(ms) }));
}

function messagesOf({ list, images, luts }: KernelFrame, times: number): Buffer[] {
  const messages: Buffer[] = [];
  const words = list.layers.flatMap((layer, number) => {
    const key = imageKey(layer.source, list);
    const image = key === null ? undefined : images.get(key);
    if (image) messages.push(...imageMessage(number, image));
    if (layer.table) {
      const lut = layer.table.lutId === null ? undefined : luts[layer.table.lutId];
      messages.push(numbers([TABLE, number, ...sliderWords(layer.table.colour), lut?.size ?? 0]));
      if (lut) messages.push(Buffer.from(lut.values, 'base64'));
    }
    return layerWords(layer, image ? number : -1, layer.table ? number : -1);
  });
  return [...messages, numbers([FRAME, list.width, list.height, list.layers.length, times, ...words])];
}

function imageMessage(number: number, image: SourceImage): Buffer[] {
  const { format, width, height } = image;
  const { matrix, isFullRange } =
    image.format === 'rgba' ? { matrix: 'bt709', isFullRange: true } : image.colour;
  const bytes = planesOf(image).reduce((sum, { rowBytes, rows }) => sum + rowBytes * rows, 0);
  const packed = Buffer.alloc(bytes);
  packImage(image, packed);
  const head = [IMAGE, number, FORMATS.indexOf(format), MATRICES.indexOf(matrix), isFullRange ? 1 : 0];
  return [numbers([...head, width, height]), packed];
}

const numbers = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
