import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../lib/chromium.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { killWhileCapturing, SHARED_SCREEN } from '../lib/screenKill.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;

/** `scripts/soak/screenKill.mjs` kills each part in each screen, many times. */
describe('what is killed while video is captured', () => {
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(SHARED_SCREEN), startPulse()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each([
    ['host', 'screenWithSound'],
    ['page', 'studio'],
  ] as const)(
    'leaves a take, repaired and with its certificate, that lacks a second at most (%s, %s)',
    async (target, what) => {
      const dir = temporaryDir();
      await giveTrial(join(dir, '.data'));
      const found = await killWhileCapturing({
        dir,
        browser,
        env: server.env,
        seconds: 3,
        what,
        target,
      });
      // The host continues without its page, and without the camera, which is missing to the end.
      expect(found.grade).toBe(target === 'page' ? 'red' : 'amber');
      expect(found.framesDecoded).toBeGreaterThan(10);
      expect(found.lostMs).toBeLessThan(1000);
      expect(found.lostSoundMs ?? 0).toBeLessThan(1000);
    },
  );
});
