import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './steps.mjs';

/** The text of a file that a script writes, as `npm run format` would leave it. */
export async function formatted(file, text) {
  const { ignorePatterns, ...options } = JSON.parse(readFileSync(path.join(ROOT, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
