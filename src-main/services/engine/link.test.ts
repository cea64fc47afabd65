import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineProcess } from '../ports.ts';
import { hasProcessorWait } from '../processes/index.ts';
import { openEngineLink, type EngineDeath } from './link.ts';

const SEC = 1000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process that never answers, and has waited for a processor as long as `waited` says. */
function openSilent(waited: () => number) {
  const deaths: EngineDeath[] = [];
  let isEnded = false;
  const silent: EngineProcess = {
    pid: 4711,
    post: () => undefined,
    onMessage: () => undefined,
    onExit: () => undefined,
    kill: () => (isEnded = true),
  };
  const link = openEngineLink(
    () => silent,
    (death) => deaths.push(death),
    waited,
  );
  link.ready.catch(() => undefined);
  return { deaths, isEnded: () => isEnded };
}

const now = () => performance.now();

describe('an engine process that does not answer at its start', () => {
  it('is ended where it had the time', () => {
    const { deaths, isEnded } = openSilent(() => 0);
    vi.advanceTimersByTime((hasProcessorWait ? 14 : 59) * SEC);
    expect(deaths).toEqual([]);
    vi.advanceTimersByTime(2 * SEC);
    expect(deaths).toEqual([{ reason: 'no answer at its start' }]);
    expect(isEnded()).toBe(true);
  });

  it('is waited for as long as it waits for a processor, and no longer', () => {
    const startedMs = now();
    let busyUntilMs = Number.POSITIVE_INFINITY;
    const { deaths } = openSilent(() => Math.min(now(), busyUntilMs) - startedMs);
    vi.advanceTimersByTime(3600 * SEC);
    expect(deaths).toEqual([]);
    busyUntilMs = now();
    vi.advanceTimersByTime(121 * SEC);
    expect(deaths).toEqual([{ reason: 'no answer at its start' }]);
  });

  it('is ended where it turns in circles, on however busy a machine', () => {
    const startedMs = now();
    const { deaths } = openSilent(() => (now() - startedMs) * 0.9);
    vi.advanceTimersByTime(10 * 121 * SEC);
    expect(deaths).toHaveLength(1);
  });
});
