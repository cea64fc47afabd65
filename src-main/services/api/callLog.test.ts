import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCallLog } from './callLog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = (path: string) => ({ atMs: 1, key: null, method: 'GET', path, status: 200, tookMs: 1 });

it('writes all calls of a second in one line, and the rest at the end', () => {
  const info = vi.fn();
  const calls = createCallLog({ info, error: vi.fn() });
  calls.add(call('/a'));
  calls.add(call('/b'));
  expect(info).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(info.mock.calls).toEqual([['the API was called', { calls: [call('/a'), call('/b')] }]]);
  calls.add(call('/c'));
  calls.close();
  calls.close();
  expect(info).toHaveBeenCalledTimes(2);
  // Its connection was ended after the log was closed.
  calls.add(call('/d'));
  expect(info).toHaveBeenLastCalledWith('the API was called', { calls: [call('/d')] });
  expect(calls.list().map(({ path }) => path)).toEqual(['/d', '/c', '/b', '/a']);
});
