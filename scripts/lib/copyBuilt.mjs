import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT, StepError } from './steps.mjs';

/** What the programs of the backend read, beside their code (supabase/embedded/parts.ts). */
export const BACKEND_PARTS = [
  'supabase/migrations',
  'supabase/embedded/earlier',
  'supabase/embedded/bootstrap.sql',
  'supabase/embedded/authSchema.sql',
];

/** Into a package: something of the project that is built or lies there, without what `leftOut` matches. */
export function copyBuilt(packageName, from, to, leftOut) {
  const source = path.join(ROOT, from);
  if (!existsSync(source))
    throw new StepError(
      packageName,
      `${from} is missing`,
      'Run "npm start" or "npm test" once: it builds it.',
    );
  mkdirSync(path.dirname(to), { recursive: true });
  const filter = (file) => !leftOut.test(path.relative(ROOT, file));
  cpSync(source, to, { recursive: true, filter, verbatimSymlinks: true });
}
