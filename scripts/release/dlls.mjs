/** Every DLL that the engine for Windows needs is beside it, or Windows' own: `node scripts/release/dlls.mjs FOLDER`. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { missingDlls } from '../lib/dlls.mjs';
import { main, say, StepError } from '../lib/steps.mjs';

await main(() => {
  const folder = path.resolve(process.argv[2]);
  const files = globSync('*.{node,exe,dll}', { cwd: folder }).map((name) => path.join(folder, name));
  const missing = missingDlls(files);
  if (files.length < 2 || missing.length > 0)
    throw new StepError('The engine for Windows', `nobody brings ${missing.join(', ')}`, 'Lay it beside it.');
  say(`${files.length} files, whose DLLs are all there`);
  return 0;
});
