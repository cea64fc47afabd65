import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchAhead } from './fetchAhead.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Three screens, the second of which cannot be fetched, and what was asked for. */
function threeScreens() {
  const asked: number[] = [];
  const loads = [1, 2, 3].map((screen) => () => {
    asked.push(screen);
    return screen === 2 ? Promise.reject(new Error('no network')) : Promise.resolve();
  });
  return { asked, loads };
}

it('fetches the screens in turn, some seconds later, also past one that fails', async () => {
  vi.stubGlobal('navigator', {});
  const { asked, loads } = threeScreens();
  fetchAhead(loads);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual([]);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([1, 2, 3]);
});

it('waits until the page has nothing to do, where the browser says when', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run));
  const { asked, loads } = threeScreens();
  fetchAhead(loads);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([]);
  for (const run of waiting) run();
  await vi.runAllTimersAsync();
  expect(asked).toEqual([1, 2, 3]);
});

it('fetches nothing for a reader who saves data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const { asked, loads } = threeScreens();
  fetchAhead(loads);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([]);
});

it('ends when the reader begins to save data', async () => {
  const connection = { saveData: false };
  vi.stubGlobal('navigator', { connection });
  const { asked, loads } = threeScreens();
  fetchAhead([...loads.slice(0, 1), async () => void (connection.saveData = true), ...loads.slice(1)]);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([1]);
});
