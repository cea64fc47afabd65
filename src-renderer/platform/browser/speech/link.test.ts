import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkerLink } from './link.ts';

interface Ask {
  id: number;
  text: string;
}
interface Answer {
  kind: 'done';
  id: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends its worker a minute after the last piece, and never while one is under way', async () => {
  const worker = {
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as ((event: object) => void) | null,
  };
  const link = createWorkerLink<Ask, Answer>(() => worker as unknown as Worker);
  const never = new AbortController().signal;
  const first = link.ask({ text: 'one' }, never);
  const second = link.ask({ text: 'two' }, never);
  worker.onmessage?.({ data: { kind: 'done', id: 1 } });
  await first;
  vi.advanceTimersByTime(600_000);
  expect(worker.terminate).not.toHaveBeenCalled();
  worker.onmessage?.({ data: { kind: 'done', id: 2 } });
  await second;
  vi.advanceTimersByTime(59_000);
  expect(worker.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(worker.terminate).toHaveBeenCalledTimes(1);
});
