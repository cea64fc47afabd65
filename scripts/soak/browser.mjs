/**
 * `node scripts/soak/browser.mjs [MINUTES] [RATE_HZ]`: the browser engine in a real Chromium beside a sound server, 10
 * minutes and devices of 48000 Hz unless said otherwise, while the page is kept busy. Says which frames were missed, and
 * how late the sound was: as the page shows it, and as a recording of microphone and speaker side by side measures it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runUnderPinnedNode } from '../lib/setup.mjs';
import { main } from '../lib/steps.mjs';

/** Asked of the latency that is shown, beside the recorded one. */
const MOST_APART_MS = 5;

await main(async () => {
  if (!(await runUnderPinnedNode())) return process.exitCode;
  const { soakBrowser } = await import('../../tests/lib/browserSoak.ts');
  const minutes = Number(process.argv[2] ?? 10);
  const deviceRateHz = Number(process.argv[3] ?? 48_000);
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  try {
    const result = await soakBrowser({ seconds: minutes * 60, dir, isBusy: true, deviceRateHz });
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return result.framesMissed === 0 && result.apartMs <= MOST_APART_MS ? 0 : 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
