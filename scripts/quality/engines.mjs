/** What the bench of quality compares: our engines as files are cleaned with them, and FFmpeg's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readStudioWeights } from '../../src-main/services/engine/process/studio/weights.ts';
import { DEFAULT_CLEANING } from '../../src-shared/domain/denoise.ts';
import { DEFAULT_EFFECTS, toEngineEffects } from '../../src-shared/domain/stripEffects.ts';
import { loadBuiltAddon } from '../../tests/lib/addon.ts';
import { findDelay } from '../../tests/lib/delays.ts';
import { decode } from '../../tests/lib/recordings.ts';
import { hasStudioModel, STUDIO_MODEL_FILE } from '../../tests/lib/studioModel.ts';
import { writeWavFloat } from '../lib/wav.mjs';
import { RATE_HZ } from './voices.mjs';

/** By name: each cleans samples and gives as many back, aligned to the sample. `rnnModel` is for FFmpeg's `arnndn`. */
export function makeEngines(folder, rnnModel) {
  const ours = ['auto', 'rnnoise', 'strong', ...(hasStudioModel ? ['studio'] : [])];
  const filters = { afftdn: 'afftdn=tn=1', ...(rnnModel ? { arnndn: `arnndn=m=${rnnModel}` } : {}) };
  return {
    untouched: (samples) => Promise.resolve(samples),
    ...Object.fromEntries(ours.map((engine) => [engine, (samples) => cleanFile(folder, engine, samples)])),
    ...Object.fromEntries(
      Object.entries(filters)
        .filter(([name]) => hasFilter(name))
        .map(([name, filter]) => [name, (samples) => Promise.resolve(filterFile(folder, filter, samples))]),
    ),
  };
}

/** For one defect: the step that takes it out alone, and with auto. */
export function makeRepairs(folder, effect) {
  const effects = { [effect]: { ...toEngineEffects(DEFAULT_EFFECTS)[effect], isOn: true } };
  return {
    untouched: (samples) => Promise.resolve(samples),
    [effect]: (samples) => cleanFile(folder, 'off', samples, effects),
    auto: (samples) => cleanFile(folder, 'auto', samples),
    [`auto, ${effect}`]: (samples) => cleanFile(folder, 'auto', samples, effects),
  };
}

let addon = null;
let studioWeights = null;

async function cleanFile(folder, engine, samples, effects = {}) {
  addon ??= loadBuiltAddon();
  if (engine === 'studio') studioWeights ??= readStudioWeights(readFileSync(STUDIO_MODEL_FILE));
  const [input, output] = [path.join(folder, 'in.wav'), path.join(folder, 'out.wav')];
  writeWavFloat(input, samples, RATE_HZ);
  await new Promise((resolve, reject) => {
    addon.startClean(
      {
        input: { kind: 'file', path: input },
        outputPath: output,
        container: 'wav',
        encoding: 'float32',
        denoise: { ...DEFAULT_CLEANING, engine },
        mastering: { targetLufs: null, ...effects },
        ...(engine === 'studio' ? { studioWeights } : {}),
      },
      () => undefined,
      (error) => (error ? reject(error) : resolve()),
    );
  });
  return decode(output).channels[0];
}

const hasFilter = (name) =>
  new RegExp(` ${name} `).test(
    spawnSync('ffmpeg', ['-v', 'error', '-filters'], { encoding: 'utf8' }).stdout ?? '',
  );

function filterFile(folder, filter, samples) {
  const [input, output] = [path.join(folder, 'in.wav'), path.join(folder, 'out.wav')];
  writeWavFloat(input, samples, RATE_HZ);
  const form = ['-c:a', 'pcm_f32le', '-y', output];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', input, '-af', filter, ...form]);
  const filtered = decode(output).channels[0];
  // FFmpeg's filters don't make their delay good.
  const lag = findDelay(samples, filtered, 0.05 * RATE_HZ).delay;
  return Float32Array.from({ length: samples.length }, (_, i) => filtered[i + lag] ?? 0);
}
