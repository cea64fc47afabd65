import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killBroadcast } from '../lib/broadcastKill.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { SHARED_SCREEN } from '../lib/screenKill.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

/** `scripts/soak/broadcastKill.mjs` does the same many times, and kills the page as well. */
describe('a broadcast with a take beside it', () => {
  let dir: string;
  let server: SoundServer;
  let browser: Browser;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
    [server, browser] = await Promise.all([startPulse(), launchHeadlessShell(SHARED_SCREEN)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(['host', 'engine'] as const)(
    'is resumed, and its take kept, where the %s is killed',
    async (target) => {
      const folder = join(dir, target);
      await giveTrial(join(folder, '.data'));
      const kill = await killBroadcast({ dir: folder, browser, env: server.env, seconds: 2, target });
      expect(kill.lostMs).toBeLessThanOrEqual(1000);
      expect(kill.framesDecoded).toBeGreaterThan(15);
    },
  );
});
