import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isRecorderAlive, READERS } from './recorder.ts';

const { pid } = process;
const STARTED_MS = 1_764_320_104_000;
const starts = (ms: number | null) => () => Promise.resolve(ms);

describe('the recorder of a take', () => {
  it.each(['win32', 'darwin'] as const)(
    'is another program where its number was given again, on %s',
    async (system) => {
      const writer = { pid, startedTicks: STARTED_MS + (system === 'win32' ? 1 : 2) };
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 3_600_000))).toBe(false);
      expect(await isRecorderAlive(writer, system, starts(STARTED_MS + 900))).toBe(true);
      // What was seen once is not asked for again.
      expect(await isRecorderAlive(writer, system, () => Promise.reject(new Error('asked')))).toBe(true);
    },
  );

  it.each(['win32', 'darwin'] as const)(
    'may record still where nobody says since when, on %s',
    async (system) => {
      const writer = { pid, startedTicks: STARTED_MS + 77 };
      expect(await isRecorderAlive(writer, system, starts(null))).toBe(true);
      expect(await isRecorderAlive(writer, system, () => Promise.reject(new Error('no such program')))).toBe(
        true,
      );
      // One of an earlier version, which did not write it.
      expect(await isRecorderAlive({ pid, startedTicks: 0 }, system, starts(STARTED_MS))).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')(
    'of Windows is none of the processes here, whatever its number',
    async () => {
      expect(await isRecorderAlive({ pid, startedTicks: STARTED_MS })).toBe(false);
    },
  );

  it.runIf(process.platform === 'linux' && hasPs())('began when ps says it', async () => {
    const began = await READERS.darwin(pid);
    expect(Math.abs((began ?? 0) - performance.timeOrigin)).toBeLessThan(10_000);
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
