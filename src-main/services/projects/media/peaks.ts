import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { MediaSound } from './sound.ts';

const BLOCK_SAMPLES = 1 << 16;

/** The largest sample of each of `parts` equal parts of a span, over both channels, 0–1 or more where it is louder. */
export async function readPeaks(
  sound: MediaSound,
  { fromSample, samples, parts }: { fromSample: number; samples: number; parts: number },
  signal: AbortSignal,
): Promise<number[]> {
  const count = Math.min(parts, samples);
  const peaks = new Array<number>(count).fill(0);
  const end = Math.min(samples, sound.samples - fromSample);
  for (let at = 0; at < end; at += BLOCK_SAMPLES) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    const block = await sound.read(fromSample + at, Math.min(BLOCK_SAMPLES, end - at));
    for (let index = 0; index < block.length; index += 1) {
      const part = Math.floor(((at + (index >> 1)) * count) / samples);
      const size = Math.abs(block[index] ?? 0);
      if (size > (peaks[part] ?? 0)) peaks[part] = size;
    }
  }
  return peaks;
}
