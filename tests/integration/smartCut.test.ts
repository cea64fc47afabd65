import { describe, expect, it } from 'vitest';
import { checkCut, makeCutSource } from '../lib/smartCuts.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

/** Hardly to be seen beside the recorded frame. */
const LEAST_DB = 45;

describe('a smart cut', () => {
  it.each(['h264', 'baseline', 'vp8', 'vp9'] as const)('copies what nothing changes: %s', async (kind) => {
    const dir = temporaryDir();
    const source = await makeCutSource(dir, kind, 5.2);
    // From soon before a key frame to behind the next one, and a part without any.
    const outcome = await checkCut(dir, source, [
      { from: 50, frames: 90 },
      { from: 140, frames: 12 },
    ]);
    expect(outcome.problem).toBeNull();
    expect(outcome.copiedFrames + outcome.encodedFrames).toBe(102);
    expect(outcome.copiedFrames).toBeGreaterThan(40);
    expect(outcome.encodedFrames).toBeGreaterThan(0);
    expect(outcome.worstDb).toBeGreaterThanOrEqual(LEAST_DB);
  });

  it('keeps the times of frames in a part of one group, which is encoded whole', async () => {
    const dir = temporaryDir();
    const source = await makeCutSource(dir, 'h264', 5);
    const outcome = await checkCut(dir, source, [{ from: 100, frames: 5 }]);
    expect(outcome).toMatchObject({ problem: null, copiedFrames: 0, encodedFrames: 5 });
  });

  it('encodes groups that are not closed, and says so', async () => {
    const dir = temporaryDir();
    const source = await makeCutSource(dir, 'open', 5);
    const outcome = await checkCut(dir, source, [{ from: 110, frames: 30 }]);
    expect(outcome).toMatchObject({ problem: null, copiedFrames: 0 });
    expect(outcome.reasons.every((reason) => reason !== null)).toBe(true);
  });
});
