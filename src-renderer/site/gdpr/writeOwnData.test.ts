import { expect, it } from 'vitest';
import { writeOwnData, type OwnDataSource, type OwnPage } from './writeOwnData.ts';

/** Lists of so many rows, ten in a page, and what was asked for. */
function sourceOf(counts: Record<string, number>) {
  const asked: string[] = [];
  const source: OwnDataSource = {
    readFacts: () =>
      Promise.resolve({ facts: { account: { email: 'ä"\n' }, deletion: null }, lists: Object.keys(counts) }),
    readList: (list, after) => {
      asked.push(`${list} ${after?.id ?? ''}`);
      const from = Number(after?.id ?? 0);
      const until = Math.min(from + 10, counts[list] ?? 0);
      const rows = Array.from({ length: until - from }, (_, index) => ({ list, n: from + index + 1 }));
      // A full page cannot know that it is the last one.
      const next: OwnPage['next'] = rows.length === 10 ? { at: 'then', id: String(until) } : null;
      return Promise.resolve({ rows, next });
    },
  };
  return { source, asked };
}
async function partsOf(writing: ReturnType<typeof writeOwnData>) {
  const parts: { text: string; rows: number }[] = [];
  for await (const part of writing) parts.push(part);
  return parts;
}
const never = new AbortController().signal;

it('is one document with each row once, in whatever number of pages', async () => {
  const { source, asked } = sourceOf({ none: 0, one: 1, page: 10, more: 25 });
  const parts = await partsOf(writeOwnData(source, never));
  const read = JSON.parse(parts.map(({ text }) => text).join('')) as Record<string, { n: number }[]>;
  expect(read).toMatchObject({
    account: { email: 'ä"\n' },
    deletion: null,
    none: [],
    one: [{ list: 'one' }],
  });
  expect(read.page?.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(read.more?.map(({ n }) => n)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(Object.keys(read)).toEqual(['account', 'deletion', 'none', 'one', 'page', 'more']);
  expect(asked).toEqual(['none ', 'one ', 'page ', 'page 10', 'more ', 'more 10', 'more 20']);
  expect(parts.at(-1)?.rows).toBe(36);
});

it('holds no more than a page at a time, and asks for the next one when it is wanted', async () => {
  const { source, asked } = sourceOf({ many: 1000 });
  const writing = writeOwnData(source, never);
  for (let part = 0; part < 4; part += 1) await writing.next();
  expect(asked).toEqual(['many ', 'many 10']);
  await writing.return(undefined);
});

it('asks for nothing more once it is given up', async () => {
  const { source, asked } = sourceOf({ many: 1000 });
  const given = new AbortController();
  const writing = (async () => {
    for await (const { rows } of writeOwnData(source, given.signal)) if (rows === 20) given.abort();
  })();
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toHaveLength(2);
});

it('waits for no page that does not come', async () => {
  const { source } = sourceOf({ many: 1000 });
  const given = new AbortController();
  const writing = partsOf(
    writeOwnData({ ...source, readList: () => new Promise(() => undefined) }, given.signal),
  );
  given.abort();
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
});

it('fails as its page fails', async () => {
  const { source } = sourceOf({ many: 10 });
  const failing = writeOwnData({ ...source, readList: () => Promise.reject(new Error('away')) }, never);
  await expect(partsOf(failing)).rejects.toThrow('away');
});
