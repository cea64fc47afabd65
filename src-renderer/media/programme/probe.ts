import { ENCODER_SPARE, type MasterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { DRAWN_IN_MEMORY } from './broadcastFrames.ts';
import { ProgrammeEncoder } from './programmeEncoder.ts';
import type { EncoderProbe } from './programmeMessages.ts';

const BARS = ['#ffffff', '#c0c000', '#00c0c0', '#00c000', '#c000c0', '#c00000', '#0000c0', '#101010'];
const SPOTS = 240;

/** Draws and encodes a second of a moving test chart, as fast as this machine does. */
export async function probe(quality: MasterQuality): Promise<EncoderProbe> {
  let problem: string | null = null;
  const encoder = new ProgrammeEncoder({
    quality,
    clockOffsetMs: 0,
    nowMs: () => performance.now(),
    onConfig: () => undefined,
    onFrames: () => undefined,
    onFailed: (message) => (problem = message),
  });
  const answer = { isSupported: false, isHardware: false, encodedFps: null };
  if (!(await encoder.open())) return { ...answer, message: 'unsupported' };
  const { width, height, fps } = quality;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', DRAWN_IN_MEMORY);
  if (!context) return { ...answer, message: 'unsupported' };
  const startMs = performance.now();
  for (let number = 0; number < fps && problem === null; number += 1) {
    drawChart(context, width, height, number);
    await encoder.ready();
    await encoder.encode(canvas, (number * 1000) / fps, { isLate: false, isSame: false });
  }
  await encoder.close();
  const { framesMade } = encoder.figures;
  const { isHardware } = encoder;
  if (problem !== null || framesMade === 0) return { ...answer, isHardware, message: 'failed' };
  const encodedFps = (framesMade * 1000) / (performance.now() - startMs);
  return { isSupported: true, isHardware, encodedFps, message: judge(encodedFps, fps) };
}

function judge(encodedFps: number, fps: number): EncoderProbe['message'] {
  if (encodedFps >= fps * ENCODER_SPARE) return 'ok';
  return encodedFps >= fps ? 'tight' : 'tooSlow';
}

/** Bars that move, and spots of all colors over them: a camera's image is no easier. */
function drawChart(
  context: OffscreenCanvasRenderingContext2D,
  width: number,
  height: number,
  number: number,
): void {
  const bar = width / BARS.length;
  BARS.forEach((color, at) => {
    context.fillStyle = color;
    context.fillRect((at * bar + number * 5) % width, 0, bar + 1, height);
  });
  for (let spot = 0; spot < SPOTS; spot += 1) {
    context.fillStyle = `hsl(${(spot * 47) % 360} 80% ${30 + (spot % 5) * 10}%)`;
    const x = (spot * 7919 + number * (3 + (spot % 7))) % width;
    context.fillRect(x, (spot * 104_729) % height, 24, 18);
  }
}
