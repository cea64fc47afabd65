import { spawn } from 'node:child_process';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { lowerPriority } from '../processes/index.ts';

const MAX_ERROR_LENGTH = 500;

/** Runs a program with nothing of our environment but its path; answers what it printed. Null: it is not installed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, signal }: { input?: string; signal: AbortSignal },
): Promise<Buffer | null> {
  const child = spawn(program, [...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    signal,
    killSignal: 'SIGKILL',
  });
  lowerPriority(child.pid);
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-MAX_ERROR_LENGTH)));
  // One that ends early reads no more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  // It is waited for below, after what it prints.
  ended.catch(() => undefined);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
    const code = await ended;
    if (code === 0) return Buffer.concat(chunks);
    const reason = said.trim() || `${program} ended with ${code}`;
    throw failWith('ENGINE_STOPPED', 'speechFailedHere', { values: { reason } });
  } catch (error) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled', { cause: error });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
