import type { MasterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import { DRAWN_IN_MEMORY } from './broadcastFrames.ts';
import { drawScene } from './drawScene.ts';
import { ProgrammeEncoder } from './programmeEncoder.ts';
import type { EncodedFrame, EncodedSlate } from './programmeMessages.ts';

/** A slate has words alone. */
const NOTHING = { source: () => null, image: () => null };

/** Encodes a slate as a key frame and the one after it; null where this browser does not. */
export async function encodeSlate(quality: MasterQuality, scene: Scene): Promise<EncodedSlate | null> {
  const { width, height, fps } = quality;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', DRAWN_IN_MEMORY);
  const frames: EncodedFrame[] = [];
  let avcConfig: Uint8Array | null = null;
  const encoder = new ProgrammeEncoder({
    quality,
    clockOffsetMs: 0,
    nowMs: () => performance.now(),
    onConfig: (config) => (avcConfig = config),
    onFrames: (made) => frames.push(...made),
    onFailed: () => undefined,
  });
  if (!context || !(await encoder.open())) return null;
  drawScene(context, { width, height }, scene, NOTHING, Date.now());
  for (const atMs of [0, 1000 / fps]) await encoder.encode(canvas, atMs, { isLate: false, isSame: atMs > 0 });
  await encoder.close();
  const [key, next] = frames;
  return avcConfig && key?.isKey && next ? { avcConfig, key: key.data, next: next.data } : null;
}
