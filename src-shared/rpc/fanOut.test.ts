import { describe, expect, it } from 'vitest';
import { createByteFanOut } from './fanOut.ts';

describe('one source for many readers', () => {
  it('gives each reader what came after it, until it leaves', async () => {
    const counts: number[] = [];
    const source = createByteFanOut((count) => counts.push(count));
    const first = collect(source.read, 2);
    await Promise.resolve();
    source.push(Uint8Array.of(1));
    const second = collect(source.read, 1);
    await Promise.resolve();
    source.push(Uint8Array.of(2));
    expect(await first).toEqual([1, 2]);
    expect(await second).toEqual([2]);
    expect(counts).toEqual([1, 2, 1, 0]);
  });

  it('ends a waiting reader when its signal aborts', async () => {
    const source = createByteFanOut();
    const abort = new AbortController();
    const reading = drain(source.read(abort.signal));
    await Promise.resolve();
    abort.abort();
    expect(await reading).toEqual([]);
    expect(source.readerCount).toBe(0);
  });

  it('drops the oldest for a reader that does not keep up', async () => {
    const source = createByteFanOut();
    const iterator = source.read(new AbortController().signal)[Symbol.asyncIterator]();
    const next = iterator.next();
    for (let value = 0; value <= 200; value += 1) source.push(Uint8Array.of(value));
    await next;
    const newest: number[] = [];
    for (let i = 0; i < 63; i += 1) newest.push(((await iterator.next()).value as Uint8Array)[0] ?? -1);
    expect(newest.at(-1)).toBe(200);
    await iterator.return?.();
    expect(source.readerCount).toBe(0);
  });
});

async function collect(
  read: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  count: number,
): Promise<number[]> {
  const values: number[] = [];
  for await (const bytes of read(new AbortController().signal)) {
    values.push(...bytes);
    if (values.length >= count) break;
  }
  return values;
}

async function drain(source: AsyncIterable<Uint8Array>): Promise<number[]> {
  const values: number[] = [];
  for await (const bytes of source) values.push(...bytes);
  return values;
}
