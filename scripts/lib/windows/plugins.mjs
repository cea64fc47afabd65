import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleInside } from './bundle.mjs';
import { samplesOf, voiceFile } from './files.mjs';
import { windowsPath } from './wine.mjs';

/** What a scan says of the test plug-ins: an error's code, or how many effects there are (native/test/plugins/README.md). */
const SCANS = {
  'SD Test': 5,
  'SD Crash On Load': 'PLUGIN_CRASHED',
  'SD Hang On Load': 'PLUGIN_TIMED_OUT',
  'SD Exit On Load': 'PLUGIN_CRASHED',
  'SD No Factory': 'PLUGIN_NO_FACTORY',
  'SD No Classes': 'PLUGIN_NO_AUDIO_CLASS',
};

/** Each cleans a file in a sandbox: what comes of it. */
const CHAINS = [
  { name: 'SD Test', id: '5D7E57000000000150554C4700000001', outcome: 'same' },
  { name: 'SD Crash After Blocks', id: '5D7E57000000000250554C4700000005', outcome: 'PLUGIN_CRASHED' },
  { name: 'SD Exit', id: '5D7E57000000000250554C4700000007', outcome: 'PLUGIN_CRASHED' },
  { name: 'SD Hang', id: '5D7E57000000000250554C4700000006', outcome: 'DEVICE_LOST' },
  { name: 'SD Test', id: '5D7E57000000000150554C4700000002', outcome: 'same' },
];

/** Those of the short form. */
const SHORT = ['SD Test', 'SD Crash After Blocks'];

/**
 * Test plug-ins are scanned and run by the product's own code, in sandbox processes with shared memory: a crash, a hang and an
 * `exit()` are reported, and the next one works.
 */
export async function checkPlugins({ wine, node, engine, folder }) {
  const input = voiceFile(folder, 0);
  const outputs = path.join(folder, 'by-plugins');
  mkdirSync(outputs, { recursive: true });
  const [job, answer] = ['job.json', 'answer.json'].map((name) => path.join(outputs, name));
  const isBuilt = (name) => !engine.isShort || SHORT.includes(name);
  const names = Object.keys(SCANS).filter(isBuilt);
  const wanted = CHAINS.filter(({ name }) => isBuilt(name));
  writeFileSync(
    job,
    JSON.stringify({
      addon: windowsPath(engine.addon),
      host: windowsPath(engine.pluginHost),
      modules: names.map((name) => windowsPath(bundleOf(engine, name))),
      chains: wanted.map(({ name, id }) => ({ path: windowsPath(bundleOf(engine, name)), pluginId: id })),
      input: windowsPath(input),
      outputs: windowsPath(outputs),
    }),
  );
  const script = await bundleInside('plugins', folder);
  const { code, output } = await wine.run(node, [script, job, answer].map(windowsPath));
  assert.equal(code, 0, output);
  const { scans, cleaned } = JSON.parse(readFileSync(answer, 'utf8'));
  for (const [index, scan] of scans.entries())
    assert.equal(
      scan.isOk ? scan.plugins.length : scan.code,
      SCANS[names[index]],
      `${names[index]}: ${scan.message}`,
    );
  for (const [index, { name, outcome }] of wanted.entries()) {
    const { failure } = cleaned[index];
    if (outcome === 'same') {
      assert.equal(failure, undefined, `${name}: ${failure?.message}`);
      assert.ok(samplesOf(path.join(outputs, `${index}.wav`)).length > 8, `${name}: nothing was written`);
    } else {
      assert.equal(failure?.code, outcome, `${name}: ${failure?.message ?? 'cleaned, as if nothing was'}`);
    }
  }
  return `${names.length} scanned, ${wanted.length} run: ${cleaned.map(({ failure }) => failure?.code ?? 'clean').join(', ')}`;
}

function bundleOf(engine, name) {
  return path.join(engine.plugins, `${name}.vst3`);
}
