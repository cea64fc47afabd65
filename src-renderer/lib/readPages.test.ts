import { expect, it } from 'vitest';
import { readPages } from './readPages.ts';

/** Pages of a list of so many, and what was asked for. */
function listOf(count: number) {
  const asked: (number | null)[] = [];
  const read = (last: number | null) => {
    asked.push(last);
    const from = (last ?? 0) + 1;
    const size = Math.max(0, Math.min(10, count - from + 1));
    return Promise.resolve(Array.from({ length: size }, (_, index) => from + index));
  };
  return { asked, read };
}
const never = new AbortController().signal;

it.each([
  [0, [null]],
  [9, [null]],
  [10, [null, 10]],
  [25, [null, 10, 20]],
])('reads each of %d rows once, behind the last one', async (count, expected) => {
  const { asked, read } = listOf(count);
  const rows: number[] = [];
  for await (const page of readPages(read, never, 10)) rows.push(...page);
  expect(rows).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(asked).toEqual(expected);
});

it('asks for nothing more once it is given up, also while a page is on its way', async () => {
  const { asked, read } = listOf(100);
  const given = new AbortController();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const page of readPages(
      (last: number | null) => {
        if (last === 20) given.abort();
        return read(last);
      },
      given.signal,
      10,
    ))
      seen.push(...page);
  })();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(seen).toHaveLength(20);
  expect(asked).toEqual([null, 10, 20]);
});

it('waits for no page that does not come', async () => {
  const given = new AbortController();
  const reading = readPages(() => new Promise<readonly number[]>(() => undefined), given.signal).next();
  given.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

it('fails as its page fails', async () => {
  const failing = readPages(() => Promise.reject(new Error('away')), never);
  await expect(failing.next()).rejects.toThrow('away');
});
