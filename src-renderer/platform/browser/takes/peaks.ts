import type { TakePeaks } from '../../../../src-shared/contract/takes.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import type { DecodedPiece } from './decodeSound.ts';

const POINTS_A_SECOND = 100;
/** Of a point, in frames of what is kept. */
export const POINT_FRAMES = OPUS_RATE_HZ / POINTS_A_SECOND;
const FULL_SCALE = 32_767;

/** The lowest and the highest sample of each hundredth of a second, of all channels together, as pairs of 16 bits. */
export class PeakCollector {
  readonly #startFrame: number;
  readonly #points: Int16Array<ArrayBuffer>;

  constructor(startFrame: number, frames: number) {
    this.#startFrame = startFrame;
    this.#points = new Int16Array(2 * Math.ceil(frames / POINT_FRAMES));
  }

  add({ atFrame, frames, interleaved }: DecodedPiece): void {
    const channels = interleaved.length / frames;
    for (let frame = 0; frame < frames; frame += 1) {
      const at = atFrame + frame - this.#startFrame;
      const point = 2 * Math.floor(at / POINT_FRAMES);
      if (at < 0 || point >= this.#points.length) continue;
      for (let channel = 0; channel < channels; channel += 1) {
        const value = Math.max(-1, Math.min(1, interleaved[frame * channels + channel] ?? 0)) * FULL_SCALE;
        if (value < this.#points[point]!) this.#points[point] = value;
        if (value > this.#points[point + 1]!) this.#points[point + 1] = value;
      }
    }
  }

  /** What is kept beside the take; `readPeaks` reads it. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#points.buffer);
  }
}

/** The waveform of a span in `parts` equal parts, fewer where there are fewer points; `from` and `to` are parts of its length. */
export function readPeaks(
  bytes: ArrayBuffer,
  { parts, from, to }: { parts: number; from: number; to: number },
): TakePeaks {
  const all = new Int16Array(bytes, 0, 2 * Math.floor(bytes.byteLength / 4));
  const points = all.subarray(2 * Math.floor((from * all.length) / 2), 2 * Math.ceil((to * all.length) / 2));
  const pointCount = points.length / 2;
  const count = Math.min(parts, pointCount);
  const lowest = new Array<number>(count).fill(0);
  const highest = new Array<number>(count).fill(0);
  for (let point = 0; point < pointCount; point += 1) {
    const part = Math.floor((point * count) / pointCount);
    lowest[part] = Math.min(lowest[part] ?? 0, (points[2 * point] ?? 0) / FULL_SCALE);
    highest[part] = Math.max(highest[part] ?? 0, (points[2 * point + 1] ?? 0) / FULL_SCALE);
  }
  return { lowest, highest };
}
