import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A stretch in which the machine ran nobody: when it ended (milliseconds since 1970), and how long it was. */
export interface Stall {
  endedAtMs: number;
  ms: number;
}

/** Sleeps a millisecond at a time, and says whenever it was woken later than it asked for. */
const WITNESS = `
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const leastMs = Number(process.argv[1]);
  let lastMs = performance.now();
  const look = () => {
    for (let i = 0; i < 50; i += 1) {
      Atomics.wait(cell, 0, 0, 1);
      const nowMs = performance.now();
      const ms = nowMs - lastMs;
      lastMs = nowMs;
      if (ms >= leastMs) process.stdout.write(JSON.stringify({ endedAtMs: performance.timeOrigin + nowMs, ms }) + '\\n');
    }
    setImmediate(look);
  };
  look();
`;

/**
 * Watches for stretches of at least so many milliseconds in which a process is not run that asks for a millisecond's
 * sleep, with a real-time priority where the system grants one (`isRealtime`): above every other program here.
 */
export function watchStalls(leastMs: number): { isRealtime: boolean; end(): Promise<Stall[]> } {
  const isRealtime = spawnSync('chrt', ['-f', '50', 'true']).status === 0;
  const args = ['-e', WITNESS, String(leastMs)];
  const child = isRealtime
    ? spawn('chrt', ['-f', '50', process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    : spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    isRealtime,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'close');
      const lines = text.split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Stall);
    },
  };
}
