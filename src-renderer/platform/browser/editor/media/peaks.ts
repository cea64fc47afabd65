import { SOUND_RATE } from '../../../../../src-shared/domain/edit/time.ts';
import type { MediaSound } from './sound.ts';

/** Each point of what is kept is the largest of so many samples: 5 ms. */
const POINT_SAMPLES = 240;
const BLOCK_SAMPLES = 10 * SOUND_RATE;

export interface PeakSpan {
  fromSample: number;
  samples: number;
  parts: number;
}

/** The largest sample of each 5 ms, over both channels. */
export async function collectPeaks(
  sound: MediaSound,
  durationSec: number,
): Promise<Float32Array<ArrayBuffer>> {
  const samples = Math.ceil(durationSec * SOUND_RATE);
  const points = new Float32Array(Math.ceil(samples / POINT_SAMPLES));
  for (let at = 0; at < samples; at += BLOCK_SAMPLES) {
    const block = await sound.read(at, Math.min(BLOCK_SAMPLES, samples - at));
    block.forEach((value, index) => {
      const point = Math.floor((at + (index >> 1)) / POINT_SAMPLES);
      const size = Math.abs(value);
      if (size > (points[point] ?? 0)) points[point] = size;
    });
  }
  return points;
}

/** Whether the points that are kept are fine enough for what is asked; else the sound itself is read. */
export const isCoarse = ({ samples, parts }: PeakSpan): boolean => samples / parts >= POINT_SAMPLES;

export function readPoints(points: Float32Array, { fromSample, samples, parts }: PeakSpan): number[] {
  const count = Math.min(parts, samples);
  return Array.from({ length: count }, (_, part) => {
    const first = Math.floor((fromSample + (part * samples) / count) / POINT_SAMPLES);
    const last = Math.ceil((fromSample + ((part + 1) * samples) / count) / POINT_SAMPLES);
    return points
      .subarray(first, Math.max(first + 1, last))
      .reduce((most, value) => Math.max(most, value), 0);
  });
}

export async function readFinePeaks(
  sound: MediaSound,
  { fromSample, samples, parts }: PeakSpan,
): Promise<number[]> {
  const count = Math.min(parts, samples);
  const peaks = new Array<number>(count).fill(0);
  const block = await sound.read(fromSample, samples);
  block.forEach((value, index) => {
    const part = Math.floor(((index >> 1) * count) / samples);
    const size = Math.abs(value);
    if (size > (peaks[part] ?? 0)) peaks[part] = size;
  });
  return peaks;
}
