import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openVideoPage, playVideo } from '../lib/chromiumVideo.ts';
import { checkCut, makeCut, makeCutSource, videoTypeOf } from '../lib/smartCuts.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchHeadlessShell();
});
afterAll(() => browser.close());

// Cuts inside groups: copied frames, encoded ones and copied ones again.
const PARTS = [
  { from: 20, frames: 70 },
  { from: 100, frames: 35 },
];

describe('a smart cut in Chromium', { timeout: 120_000 }, () => {
  it.each(['h264', 'vp8', 'vp9'] as const)(
    'plays to its end without an error or a warning: %s',
    async (kind) => {
      const dir = temporaryDir();
      const source = await makeCutSource(dir, kind, 5);
      const { path, certificate } = await makeCut(dir, source, PARTS);
      expect(new Set(certificate.ranges.map((range) => range.kind)).size).toBe(2);
      const { page, said, close } = await openVideoPage(browser, () => ({ path, type: videoTypeOf(kind) }));
      onTestFinished(close);
      const played = await playVideo(page);
      expect(played).toMatchObject({ how: 'ended', corruptedVideoFrames: 0 });
      expect(played.seconds).toBeCloseTo(105 / 30, 1);
      expect(said).toEqual([]);
    },
  );

  it('copies what Chromium itself has encoded', async () => {
    const dir = temporaryDir();
    const source = await makeCutSource(dir, 'chromium', 5, browser);
    const outcome = await checkCut(dir, source, PARTS);
    expect(outcome.problem).toBeNull();
    expect(outcome.copiedFrames).toBeGreaterThan(40);
    expect(outcome.worstDb).toBeGreaterThanOrEqual(45);
  });
});
