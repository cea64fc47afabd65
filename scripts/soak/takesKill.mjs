/**
 * Kills recordings with SIGKILL at random moments and checks what is left, sample by sample:
 * `node scripts/soak/takesKill.mjs [--kills 100] [--seed 1] [--container rf64|flac|both] [--channels 8]`.
 * Needs the native tests: `node scripts/build-addon.mjs --tests`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { hasDriver, measureLossBy, startDriver } from '../../tests/lib/takeDriver.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    container: { type: 'string', default: 'both' },
    channels: { type: 'string', default: '8' },
    // Longest recording; kills fall anywhere in it.
    seconds: { type: 'string', default: '4' },
  },
});

async function main() {
  if (!hasDriver) throw new Error('The native tests are missing. Run: node scripts/build-addon.mjs --tests');
  const random = createRandom(Number(values.seed));
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  const engine = createCommandEngine();
  const losses = [];
  let failures = 0;
  try {
    for (let kill = 1; kill <= Number(values.kills); kill += 1) {
      const folder = path.join(dir, `take-${kill}`);
      const container = values.container === 'both' ? ['rf64', 'flac'][kill % 2] : values.container;
      const driver = startDriver({ folder, container, channels: Number(values.channels) });
      await driver.started;
      await sleep(random() * Number(values.seconds) * 1000);
      driver.child.kill('SIGKILL');
      await driver.ended;
      try {
        const loss = await measureLossBy(engine, folder, driver.framesDelivered());
        losses.push(loss.lostSec);
        const isGood = loss.lostSec <= 1 && loss.wrongFrames === 0;
        if (!isGood) failures += 1;
        console.log(
          `${kill} ${container}: ${(loss.frames / 48000).toFixed(2)} s kept, ${(loss.lostSec * 1000).toFixed(0)} ms lost, ${loss.wrongFrames} wrong frames${isGood ? '' : '  FAILED'}`,
        );
      } catch (error) {
        failures += 1;
        console.log(`${kill} ${container}: FAILED: ${error.message}`);
      }
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
  }
  losses.sort((one, other) => one - other);
  const at = (part) => ((losses[Math.floor(part * (losses.length - 1))] ?? 0) * 1000).toFixed(0);
  console.log(
    `${values.kills} kills, ${failures} failed; lost: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`,
  );
  process.exitCode = failures > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
