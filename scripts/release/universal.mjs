/**
 * Makes the engine of macOS one for both processors: `node scripts/release/universal.mjs OTHER`, where OTHER is laid out as this folder is
 * and holds what was built on the other one. electron-builder takes files that are the same in both halves of an app as they are.
 *
 * `--root FOLDER` (this checkout) and `--lipo PROGRAM` (lipo) are for the test.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, renameSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { main, ROOT, say, StepError } from '../lib/steps.mjs';

const PARTS = ['native/build/Release/sounddesk{.node,_plugin_host}', 'out/libraries/*.dylib'];

await main(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { root: { type: 'string', default: ROOT }, lipo: { type: 'string', default: 'lipo' } },
  });
  const [other = ''] = positionals;
  const partsIn = (folder) => PARTS.flatMap((pattern) => globSync(pattern, { cwd: folder })).toSorted();
  const parts = partsIn(values.root);
  const alone = partsIn(other).filter((part) => !parts.includes(part));
  alone.push(...parts.filter((part) => !partsIn(other).includes(part)));
  if (parts.length === 0 || alone.length > 0)
    throw new StepError(
      'One engine for both processors',
      alone.length > 0 ? `only one processor has ${alone.join(', ')}` : `no engine in ${values.root}`,
      'Both are built of the same versions of the libraries.',
    );
  for (const part of parts) {
    const place = path.join(values.root, part);
    execFileSync(values.lipo, ['-create', path.join(other, part), place, '-output', `${place}.both`]);
    chmodSync(`${place}.both`, 0o755);
    renameSync(`${place}.both`, place);
  }
  say(parts.join('\n'));
});
