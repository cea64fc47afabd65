import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VirtualDisplay } from './display.ts';
import { runProgram, startProgram, stopProgram } from './programs.ts';

export const TEST_WINDOW_TITLE = 'SoundDesk test window';
/** As in testWindow.cpp: squares of so many pixels. */
const CELL = 32;
/** Rows from here on stand still. */
export const STILL_FROM_Y = 7 * CELL;
/** Where the number is: a square a bit, the lowest first. */
export const NUMBER_PLACE = { x: 2 * CELL, y: 2 * CELL, cell: CELL, bits: 16 } as const;

export interface TestWindow {
  close(): Promise<void>;
}

/** A window without a frame, whose pixels are known, on a display of the test's own. */
export async function openTestWindow(
  display: Pick<VirtualDisplay, 'name' | 'readTitles'>,
  place: { x: number; y: number; width: number; height: number },
): Promise<TestWindow> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-window-'));
  const program = join(dir, 'testWindow');
  const source = join(import.meta.dirname, 'testWindow.cpp');
  await runProgram('g++', ['-std=c++20', '-O2', '-Wall', '-o', program, source, '-lX11']);
  const { x, y, width, height } = place;
  const args = [TEST_WINDOW_TITLE, ...[x, y, width, height].map(String)];
  const child = startProgram(program, args, { ...process.env, DISPLAY: display.name });
  while (!(await display.readTitles()).includes(TEST_WINDOW_TITLE)) await sleep(50);
  return {
    async close() {
      await stopProgram(child);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The brightness of a pixel of the window, as a captured frame has it (BT.601, 16 to 235). */
export function lumaOf(x: number, y: number): number {
  const hash =
    (Math.imul(Math.floor(x / CELL), 73_856_093) ^ Math.imul(Math.floor(y / CELL), 19_349_663)) >>> 0;
  const part = (shift: number) => 40 + ((hash >>> shift) & 7) * 25;
  return 16 + (65.738 * part(2) + 129.057 * part(7) + 25.064 * part(11)) / 256;
}
