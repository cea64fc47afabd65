/**
 * Scans plug-ins and cleans a file by each, with the product's own code: `node plugins.mjs JOB.json ANSWER.json`. The job is
 * `{addon, host, modules, chains: [{path, pluginId}], input, outputs}`; bundled by `../plugins.mjs` for the Node that wine runs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openFileChain } from '../../../../src-main/services/engine/process/pluginFile.ts';
import { scanModule } from '../../../../src-main/services/plugins/scanProcess.ts';

const [jobFile, answerFile] = process.argv.slice(2);
const { addon: addonFile, host, modules, chains, input, outputs } = JSON.parse(readFileSync(jobFile, 'utf8'));
const addon = createRequire(jobFile)(addonFile);
const { signal } = new AbortController();

const scans = [];
for (const module of modules)
  scans.push(await scanModule(module, { hostPath: host, env: process.env, signal }));

const cleaned = [];
for (const [index, plugin] of chains.entries())
  cleaned.push(await cleanBy(plugin, path.join(outputs, `${index}.wav`)).catch(failureOf));

writeFileSync(answerFile, JSON.stringify({ scans, cleaned }));
process.exit();

async function cleanBy(plugin, outputPath) {
  const chain = await openFileChain({
    plugin: { presetPath: null, parameters: [], ...plugin },
    addon,
    hostPath: host,
    env: process.env,
    sampleRate: 48_000,
    channels: 1,
  });
  try {
    const { running } = await chain.inspect();
    await clean(chain.insertId, outputPath);
    return { latencyFrames: running.latencyFrames };
  } catch (error) {
    throw chain.failure ?? error;
  } finally {
    await chain.close();
  }
}

function clean(insertId, outputPath) {
  const options = {
    input: { kind: 'file', path: input },
    outputPath,
    container: 'wav',
    encoding: 'float32',
    denoise: { engine: 'off', sensitivity: 90, reduction: 95 },
    mastering: { targetLufs: null },
    insertId,
  };
  return new Promise((resolve, reject) => {
    addon.startClean(
      options,
      () => undefined,
      (error) => (error ? reject(error) : resolve()),
    );
  });
}

function failureOf({ code, message }) {
  return { failure: { code, message } };
}
