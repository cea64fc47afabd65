/**
 * Ten seconds of speech, noise, hum, ticks and silence, again and again for a simulated day, through every model and every effect: whether what comes
 * out is sound, without a click, silent where nothing is heard, and at the end what it was at the beginning. As many models side by side as the machine
 * has threads, each several times as fast as real time. Studio is heard where its weights are (`scripts/fetch-studio.mjs`).
 *
 *   node scripts/soak/day.mjs [SECONDS, 86400] [MODEL…]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { readStudioWeights } from '../../src-main/services/engine/process/studio/weights.ts';
import { hasStudioModel, STUDIO_MODEL_FILE } from '../../tests/lib/studioModel.ts';
import { buildAddon, testsPath } from '../build-addon.mjs';
import { exitOf, say } from '../lib/steps.mjs';

const [seconds = '86400', ...asked] = process.argv.slice(2);
/** The slowest first. */
const models = ['auto', ...(hasStudioModel ? ['studio'] : []), 'strong', 'rnnoise'];
const waiting = asked.length > 0 ? asked : models;

await buildAddon({ tests: true });
const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-day-'));
const weights = path.join(folder, 'weights.f32');
try {
  if (hasStudioModel) writeFileSync(weights, readStudioWeights(readFileSync(STUDIO_MODEL_FILE)));
  await Promise.all(Array.from({ length: availableParallelism() }, simulateWaiting));
} finally {
  rmSync(folder, { recursive: true });
}

async function simulateWaiting() {
  for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) await simulate(model);
}

async function simulate(model) {
  const startedMs = Date.now();
  const child = spawn(testsPath, ['-tc=day:*'], {
    env: {
      ...process.env,
      SOUNDDESK_SIMULATED_SEC: seconds,
      SOUNDDESK_SIMULATED_MODELS: model,
      ...(hasStudioModel ? { SOUNDDESK_STUDIO_WEIGHTS: weights } : {}),
    },
    stdio: 'inherit',
  });
  const { code } = await exitOf(child);
  say(
    `${model}: ${code === 0 ? 'well' : 'FAILED'}, after ${((Date.now() - startedMs) / 60_000).toFixed(1)} min`,
  );
  if (code !== 0) process.exitCode = 1;
}
