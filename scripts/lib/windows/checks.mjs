import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from '../steps.mjs';
import { onLinux, onWindows } from './addon.mjs';
import { checkFiles } from './files.mjs';
import { checkPlugins } from './plugins.mjs';
import { fetchNode, openWine } from './wine.mjs';

/** What is looked at under wine, by name. Each throws where it is not so, and answers what it saw. */
const CHECKS = {
  loads: checkLoads,
  files: checkFiles,
  plugins: checkPlugins,
};

/** Runs the checks whose name is one of `words` (none: all); answers 1 where one failed. */
export async function runChecks({ cache, engine, words, numbers }) {
  const node = fetchNode(cache);
  const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-windows-'));
  const wine = openWine();
  let failed = 0;
  try {
    for (const [name, check] of Object.entries(CHECKS)) {
      if (words.length > 0 && !words.includes(name)) continue;
      try {
        say(`${name}: ${await check({ wine, node, engine, folder, numbers })}`);
      } catch (error) {
        failed += 1;
        say(`FAILED ${name}: ${error.message}`);
      }
    }
  } finally {
    wine.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed === 0 ? 0 : 1;
}

/** The addon is the same as on Linux, and calls the program that runs it, whatever it is called: Electron's is not node.exe. */
async function checkLoads(context) {
  const jobs = [{ call: 'build' }, { call: 'devices' }];
  const other = path.join(context.folder, 'SoundDesk.exe');
  copyFileSync(context.node, other);
  const [linux] = onLinux(context.folder, jobs);
  for (const node of [context.node, other]) {
    const [build, devices] = await onWindows({ ...context, node }, jobs);
    assert.deepEqual(build.result?.stripTable, linux.result.stripTable);
    assert.deepEqual(build.result.rnnoise, linux.result.rnnoise);
    assert.deepEqual(devices, { result: { devices: [], isStale: false } });
  }
  return `in node.exe and SoundDesk.exe, ${linux.result.rnnoise.path}`;
}
