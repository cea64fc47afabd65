/**
 * Cuts seeded parts out of each kind of video, puts up to twelve of them behind each other by a smart cut, looks at every frame and at the
 * sound of what comes out, and has Chromium play it. `--cuts` is the number of parts of each kind: `node scripts/soak/smartCut.mjs [--cuts 500] [--seed 1] [--kinds h264,chromium,vp8,vp9]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchHeadlessShell } from '../../tests/lib/chromium.ts';
import { openVideoPage, playVideo } from '../../tests/lib/chromiumVideo.ts';
import { createRandom, pick } from '../../tests/lib/random.ts';
import { checkCut, makeCutSource, videoTypeOf } from '../../tests/lib/smartCuts.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'h264,chromium,vp8,vp9' },
  },
});

const SECONDS = 10;
const FRAMES = SECONDS * 30;
const LEAST_DB = 45;
const MOST_PARTS = 12;
/** As fast as a page may play. */
const PLAYED_RATE = 16;

/** One page that plays one file after the other. */
async function openPlayer(browser) {
  let shown = { path: '', type: '' };
  const { page, said, close } = await openVideoPage(browser, () => shown);
  return {
    close,
    /** @returns What is wrong with the file when Chromium plays it, or null. */
    async play(file, kind) {
      shown = { path: file, type: videoTypeOf(kind) };
      const { how, corruptedVideoFrames } = await playVideo(page, PLAYED_RATE);
      const words = said.splice(0).join(' ');
      if (how === 'ended' && corruptedVideoFrames === 0 && words === '') return null;
      return `Chromium: ${how}, ${corruptedVideoFrames} damaged frames, ${words}`;
    },
  };
}

async function main() {
  const random = createRandom(Number(values.seed));
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  const browser = await launchHeadlessShell();
  const player = await openPlayer(browser);
  let failures = 0;
  try {
    for (const kind of values.kinds.split(',')) {
      const source = await makeCutSource(dir, kind, SECONDS, browser);
      let [copied, encoded, worstDb] = [0, 0, 100];
      for (let cuts = 0; cuts < Number(values.cuts);) {
        const count = Math.min(1 + pick(random, MOST_PARTS), Number(values.cuts) - cuts);
        const parts = Array.from({ length: count }, () => {
          const from = pick(random, FRAMES - 2);
          return { from, frames: 1 + pick(random, FRAMES - from - 1) };
        });
        cuts += count;
        const outcome = await checkCut(dir, source, parts, (file) => player.play(file, kind)).catch(
          (error) => ({
            problem: String(error),
            worstDb: null,
            copiedFrames: 0,
            encodedFrames: 0,
          }),
        );
        copied += outcome.copiedFrames;
        encoded += outcome.encodedFrames;
        worstDb = Math.min(worstDb, outcome.worstDb ?? 100);
        say(`${kind} ${cuts}: worst ${worstDb.toFixed(1)} dB, ${failures} FAILED`);
        const isGood = outcome.problem === null && (outcome.worstDb ?? 100) >= LEAST_DB;
        if (isGood) continue;
        failures += 1;
        say(`${kind} ${JSON.stringify(parts)}: ${outcome.problem ?? ''} ${outcome.worstDb} dB  FAILED`);
      }
      say(`${kind}: ${copied} frames copied, ${encoded} encoded, worst ${worstDb.toFixed(1)} dB`);
    }
  } finally {
    await player.close();
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
  say(failures === 0 ? 'All is well.' : `${failures} files FAILED.`);
  process.exit(failures === 0 ? 0 : 1);
}

await main();
