import { execFileSync } from 'node:child_process';
import { uptime } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isRecorderAlive, READERS } from './recorder.ts';

const { pid } = process;
const STARTED_MS = 1_764_320_104_000;
/** sysconf _SC_CLK_TCK of Linux. */
const TICKS_PER_SEC = 100;
const starts = (ms: number | null) => () => Promise.resolve(ms);

describe('the recorder of a take', () => {
  it.each(['win32', 'darwin'] as const)(
    'is another program where its number was given again, on %s',
    async (system) => {
      const writer = { pid, startedTicks: STARTED_MS + (system === 'win32' ? 1 : 2) };
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 7_200_000))).toBe(false);
      expect(await isRecorderAlive(writer, system, starts(null))).toBe(false);
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 900))).toBe(true);
      // What was seen once is not asked for again.
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 7_200_000))).toBe(true);
    },
  );

  it.each(['win32', 'darwin'] as const)(
    'may record still where nobody says since when, on %s',
    async (system) => {
      const writer = { pid, startedTicks: STARTED_MS + 77 };
      expect(await isRecorderAlive(writer, system, () => Promise.reject(new Error('no such program')))).toBe(
        true,
      );
      // It began in the hour that the clock had twice.
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 77 + 3_600_000))).toBe(true);
      // One of an earlier version, which did not write it.
      expect(await isRecorderAlive({ pid, startedTicks: 0 }, system, starts(STARTED_MS))).toBe(true);
    },
  );

  it('may record still where Linux does not say since when', async () => {
    const tooManyFiles = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    const writer = { pid, startedTicks: 7 };
    expect(await isRecorderAlive(writer, 'linux', () => Promise.reject(tooManyFiles))).toBe(true);
    expect(await isRecorderAlive(writer, 'linux', starts(null))).toBe(false);
    expect(await isRecorderAlive(writer, 'linux', starts(8))).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'of Windows is none of the processes here, whatever its number',
    async () => {
      expect(await isRecorderAlive({ pid, startedTicks: STARTED_MS })).toBe(false);
    },
  );

  it.runIf(process.platform === 'linux' && hasPs())('began when ps says it', async () => {
    const [ticks, began] = [await READERS.linux(pid), await READERS.darwin(pid)];
    const wantedMs = Date.now() - 1000 * uptime() + (1000 / TICKS_PER_SEC) * (ticks ?? 0);
    expect(Math.abs(began - wantedMs)).toBeLessThan(5000);
    expect(await READERS.linux(2 ** 22 + 1)).toBeNull();
    await expect(READERS.darwin(2 ** 22 + 1)).rejects.toThrow();
  });
});

function hasPs(): boolean {
  try {
    execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(process.pid)]);
    return true;
  } catch {
    return false;
  }
}
