import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Runs a program to its end and answers what it prints; a failure carries what it warned about. */
export async function runProgram(program: string, args: string[], env = process.env): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    env,
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Starts a program that continues in the background. */
export function startProgram(program: string, args: string[], env = process.env): ChildProcess {
  const child = spawn(program, args, { env, stdio: 'ignore' });
  child.on('error', (error) => {
    throw error;
  });
  return child;
}

/** Ends what `startProgram` started, at the latest by force, and waits until it has gone. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
  await gone;
  clearTimeout(timer);
}

export interface Run {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, whatever that is. `onStarted` gets the child while it runs. */
export async function observeProgram(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; onStarted?: (child: ChildProcess) => void } = {},
): Promise<Run> {
  const { env = process.env, cwd, onStarted } = options;
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...(cwd ? { cwd } : {}) });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  onStarted?.(child);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}
