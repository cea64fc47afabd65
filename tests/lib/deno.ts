import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

export const DENO_FLAGS = [
  '--no-remote',
  '--cached-only',
  '--node-modules-dir=manual',
  '--config',
  'supabase/functions/deno.json',
];

/** Deno's program; null where npm has none for this system. */
export function findDeno(): string | null {
  try {
    const program = require.resolve('@deno/linux-x64-glibc/deno');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

export interface DenoFunction {
  url: string;
  child: ChildProcess;
}

/** Starts one function as a hosted project does: its `index.ts`, with nothing but the secrets in its environment. */
export async function startDenoFunction(
  program: string,
  name: string,
  secrets: Readonly<Record<string, string>>,
): Promise<DenoFunction> {
  const child = spawn(
    program,
    ['run', ...DENO_FLAGS, '--allow-env', '--allow-net=127.0.0.1', `supabase/functions/${name}/index.ts`],
    {
      cwd: root,
      env: { ...secrets, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      printed += text;
      const url = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
      if (url) resolve({ url, child });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${name} ended under Deno: ${printed}`)));
  });
}
