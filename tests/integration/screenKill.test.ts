import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../lib/chromium.ts';
import { licenseDataDir } from '../lib/licensedHost.ts';
import { killWhileCapturing, SHARED_SCREEN } from '../lib/screenKill.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;

/** `scripts/soak/screenKill.mjs` does the same many times. */
describe('a host that is killed while a screen is captured', () => {
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(SHARED_SCREEN), startPulse()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each([true, false])(
    'offers the take repaired, with its certificate, and a second of it is lost at most (sound: %s)',
    async (isWithSound) => {
      const dir = temporaryDir();
      await licenseDataDir(join(dir, '.data'));
      const found = await killWhileCapturing({ dir, browser, env: server.env, seconds: 3, isWithSound });
      expect(found.grade).toBe('amber');
      expect(found.framesDecoded).toBeGreaterThan(10);
      expect(found.lostMs).toBeLessThan(1000);
    },
  );
});
