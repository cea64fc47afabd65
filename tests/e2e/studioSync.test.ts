import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../lib/chromium.ts';
import { recordFlashesAndClicks } from '../lib/studioSync.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;

/** `scripts/soak/sync.mjs` measures the same for twenty minutes. */
describe('flashes and clicks of one moment', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    server = await startPulse();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  // The microphone's clock is as wrong in 20 s as a poor one's is in half an hour.
  it.each([0, 3000])('lie within 40 ms in all tracks, at %i ppm', async (ppm) => {
    const { pairs, drops } = await recordFlashesAndClicks(server, browser, {
      seconds: 20,
      audioChannels: 2,
      cameras: 1,
      screens: 1,
      ppm,
      size: { width: 320, height: 180 },
      fps: 30,
    });
    // Two frames, each against both channels and the mix.
    expect(pairs).toHaveLength(6);
    for (const pair of pairs) {
      expect(pair.flashes, JSON.stringify(pair)).toBeGreaterThan(5);
      expect(Math.abs(pair.startMs), JSON.stringify(pair)).toBeLessThan(40);
      expect(Math.abs(pair.endMs), JSON.stringify(pair)).toBeLessThan(40);
    }
    for (const { missing, written, certified } of drops)
      expect(certified).toEqual({ dropped: missing, decoded: written, problem: null });
  });
});
