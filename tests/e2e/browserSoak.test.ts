import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { soakBrowser } from '../lib/browserSoak.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The short form of `scripts/soak/browser.mjs`; how near the figures come to each other is measured there. */
it.each([48_000, 44_100])(
  'lets every click through beside a busy page, and says about how late, at %i Hz',
  async (deviceRateHz) => {
    const { clicks, framesMissed, chainLoad, shownMs, measuredMs } = await soakBrowser({
      seconds: 10,
      dir,
      isBusy: true,
      deviceRateHz,
    });
    expect(clicks).toBeGreaterThanOrEqual(5);
    expect(framesMissed).toBeLessThan(100);
    expect(chainLoad).toBeLessThan(0.1);
    expect(shownMs).toBeGreaterThan(20);
    expect(Math.abs(shownMs - measuredMs)).toBeLessThan(measuredMs / 2);
  },
);
