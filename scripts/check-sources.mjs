/** Rules that no other tool holds: layers of the C++ sources, and no source over 500 lines. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/steps.mjs';

const MAX_LINES = 500;
/** Longer, and why. */
const LONGER = [
  // All rules of one area, which are read together.
  'supabase/migrations/20261126000005_create_payments.sql',
  'supabase/migrations/20261126000012_create_affiliate.sql',
  // Made by scripts/write-api.mjs: one file, to be copied.
  'clients/typescript/sounddesk.ts',
];

/** Folder of native/ → folders that it may include. */
const NATIVE_LAYERS = {
  rt: [],
  dsp: ['rt'],
  denoise: ['rt', 'dsp'],
  engine: ['rt', 'dsp', 'denoise'],
  // The capture session owns its recorder; nothing in take knows devices.
  device: ['rt', 'dsp', 'engine', 'take'],
  take: ['rt', 'dsp', 'denoise', 'engine'],
  plugin: ['rt', 'dsp', 'engine'],
  sandbox: ['rt', 'engine', 'plugin'],
  // Also compiled for WebAssembly, without any library.
  video: [],
};
/** On top of all: may include anything. */
const NATIVE_TOP = ['napi', 'test', 'bench'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|js|mjs|cpp|hpp|c|h|sql|css)$/.test(file));

const problems = [];
for (const file of new Set(files)) {
  let text;
  try {
    text = readFileSync(path.join(ROOT, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') continue; // Deleted in the work tree.
    throw error;
  }
  const lines = text.split('\n').length;
  if (lines > MAX_LINES && !LONGER.includes(file))
    problems.push(`${file}: ${lines} lines, at most ${MAX_LINES} are wanted`);
  if (/^native\/.*\.(cpp|hpp|c|h)$/.test(file)) checkIncludes(file, text);
}

function checkIncludes(file, text) {
  const folder = file.split('/')[1];
  if (NATIVE_TOP.includes(folder)) return;
  const allowed = NATIVE_LAYERS[folder];
  if (!allowed)
    return void problems.push(
      `${file}: native/${folder} is not a layer that scripts/check-sources.mjs knows`,
    );
  for (const [, included] of text.matchAll(/^#include\s+[<"]([^>"]+)[>"]/gm)) {
    if (included === 'napi.h' || included === 'node_api.h')
      problems.push(`${file}: only native/napi may include ${included}`);
    const target = included.split('/')[0];
    const isOurs = target in NATIVE_LAYERS || NATIVE_TOP.includes(target);
    if (isOurs && included.includes('/') && target !== folder && !allowed.includes(target)) {
      problems.push(`${file}: native/${folder} may not include ${included}`);
    }
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
