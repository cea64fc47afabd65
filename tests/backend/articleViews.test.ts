/** Views of help articles: one a visitor, article and day, kept for no longer than the day, and bounded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

const MOST_ARTICLES = 500;
const MOST_A_DAY = 100;

let backend: TestBackend;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  ada = await createPerson(backend, 'ada@example.org');
  ben = await createPerson(backend, 'ben@example.org');
});
afterAll(() => backend.close());

const look = async ({ client }: Pick<Person, 'client'>, article: string) =>
  expect((await client.rpc('count_article_view', { article })).error).toBeNull();
/** As a visitor reads it, most first. */
async function popular(): Promise<{ article_id: string; view_count: number }[]> {
  const { data, error } = await backend
    .client()
    .from('article_views')
    .select('article_id, view_count')
    .order('view_count', { ascending: false })
    .order('article_id');
  if (error) throw error;
  return data;
}

describe('a view of a help article', () => {
  it('counts once a visitor, article and day', async () => {
    expect(await popular()).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => look(ada, 'latency')));
    await look(ben, 'latency');
    await look({ client: backend.client() }, 'latency');
    await look({ client: backend.client() }, 'latency');
    await look(ada, 'presets');
    expect(await popular()).toEqual([
      { article_id: 'latency', view_count: 3 },
      { article_id: 'presets', view_count: 1 },
    ]);
  });

  it('is none of what is no name of an article', async () => {
    for (const name of ['', 'Latency', '../latency', 'a'.repeat(81), "x'; drop table teams"])
      await look(ada, name);
    expect(await popular()).toHaveLength(2);
  });

  it('counts again on another day, and of the day before nothing is left that says who it was', async () => {
    await backend.owner.query('update private.article_visits set day = day - 2');
    await backend.owner.query('update private.daily_salts set day = day - 2');
    await look(ada, 'latency');
    expect((await popular())[0]).toEqual({ article_id: 'latency', view_count: 4 });
    const { rows } = await backend.owner.query<{ text: string }>(
      `select v::text as text from private.article_visits v union all select s::text from private.daily_salts s`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.some(({ text }) => text.includes(ada.userId))).toBe(false);
  });

  it('is written by nobody himself', async () => {
    const { client } = ada;
    const raised = await client.from('article_views').update({ view_count: 9 }).eq('article_id', 'latency');
    expect(raised.error?.code).toBe('42501');
    expect((await client.from('article_views').insert({ article_id: 'mine' })).error?.code).toBe('42501');
    expect((await client.from('article_views').delete().eq('article_id', 'latency')).error?.code).toBe(
      '42501',
    );
  });

  it(`counts ${MOST_A_DAY} articles a visitor and day, and keeps ${MOST_ARTICLES} of those that are made up`, async () => {
    for (let n = 0; n < MOST_A_DAY + 20; n += 1) await look(ben, `made-up-${n}`);
    const made = (await popular()).filter(({ article_id: id }) => id.startsWith('made-up'));
    expect(made).toHaveLength(MOST_A_DAY);
    await backend.owner.query(
      `insert into article_views (article_id, view_count, last_viewed_at)
       select 'more-' || n, 1, now() - interval '1 day' from generate_series(1, $1::integer) n`,
      [MOST_ARTICLES],
    );
    await look(ada, 'takes-and-certificates');
    const kept = await popular();
    expect(kept).toHaveLength(MOST_ARTICLES);
    const names = kept.map(({ article_id: id }) => id);
    // What people read stays: what was opened least has gone.
    for (const id of ['latency', 'takes-and-certificates']) expect(names).toContain(id);
  });
});
