import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addonPath } from '../../build-addon.mjs';
import { windowsPath } from './wine.mjs';

const INSIDE = path.join(import.meta.dirname, 'inside/calls.cjs');

/** Has the addon of this system do the jobs of `inside/calls.cjs`. */
export function onLinux(folder, list) {
  const files = filesOf(folder, 'linux');
  writeFileSync(files.jobs, JSON.stringify({ addon: addonPath, list }));
  const { status, stderr } = spawnSync(process.execPath, [INSIDE, files.jobs, files.answers], {
    encoding: 'utf8',
  });
  return answersOf(files, { code: status, output: stderr });
}

/** Has the addon for Windows do them, in `node.exe`; names of files in them are made by `windowsPath`. */
export async function onWindows({ wine, node, engine, folder }, list) {
  const files = filesOf(folder, 'windows');
  writeFileSync(files.jobs, JSON.stringify({ addon: windowsPath(engine.addon), list }));
  return answersOf(files, await wine.run(node, [INSIDE, files.jobs, files.answers].map(windowsPath)));
}

function filesOf(folder, system) {
  const files = {
    jobs: path.join(folder, `${system}-jobs.json`),
    answers: path.join(folder, `${system}-answers.json`),
  };
  rmSync(files.answers, { force: true });
  return files;
}

function answersOf(files, { code, output }) {
  try {
    return JSON.parse(readFileSync(files.answers, 'utf8'));
  } catch {
    throw new Error(`Node ended with ${code} and no answers: ${output.slice(-2000)}`);
  }
}
