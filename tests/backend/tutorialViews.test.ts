/** Views of tutorials: one a visitor, tutorial and day, no matter who calls and however often. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

const TIMES = 1000;
const AT_ONCE = 20;

let backend: TestBackend;
let ada: Person;
let ben: Person;
let tutorial: string;
beforeAll(async () => {
  backend = await createTestBackend();
  ada = await createPerson(backend, 'ada@example.org');
  ben = await createPerson(backend, 'ben@example.org');
});
afterAll(() => backend.close());
beforeEach(async () => {
  tutorial = await add();
});

async function add(isPublished = true): Promise<string> {
  const { rows } = await backend.owner.query<{ id: string }>(
    `insert into admin_tutorials (title, category, content_type, is_published)
     values ('First take', 'Getting Started', 'video', $1) returning id`,
    [isPublished],
  );
  return rows[0]?.id ?? '';
}
async function views(id = tutorial): Promise<number> {
  const { rows } = await backend.owner.query<{ view_count: string }>(
    'select view_count from admin_tutorials where id = $1',
    [id],
  );
  return Number(rows[0]?.view_count ?? -1);
}
const look = async ({ client }: Pick<Person, 'client'>, id = tutorial) =>
  expect((await client.rpc('increment_tutorial_views', { tutorial_id: id })).error).toBeNull();
/** A visitor without an account, whose line has this address; the headers are his own. */
function lookFrom(localAddress: string, more: Record<string, string> = {}): Promise<number> {
  const { anonKey } = inject('cluster').secrets;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${backend.services.url}/rest/v1/rpc/increment_tutorial_views`,
      {
        method: 'POST',
        localAddress,
        headers: { apikey: anonKey, 'content-type': 'application/json', ...more },
      },
      (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ tutorial_id: tutorial }));
  });
}
/** As a hosted project's proxy says it, past the gateway. */
async function lookBehindProxy(headers: Record<string, string>): Promise<void> {
  const client = await backend.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
    await client.query('select increment_tutorial_views($1)', [tutorial]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
async function often(act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < TIMES; n = next++) await act(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

describe('a view of a tutorial', () => {
  it('is one, where an account calls a thousand times, twenty at once', async () => {
    await often(() => look(ada));
    expect(await views()).toBe(1);
  });

  it('is one, where a visitor without an account calls a thousand times and says that he is others', async () => {
    const answers = new Set<number>();
    await often(async (n) => {
      const other = `203.0.113.${n % 250}`;
      const said = { 'x-forwarded-for': other, 'cf-connecting-ip': other, forwarded: `for=${other}` };
      answers.add(await lookFrom('127.0.0.1', said));
    });
    expect([...answers]).toEqual([204]);
    expect(await views()).toBe(1);
  });

  it('is another one of another account, of another line, and of another tutorial', async () => {
    await look(ada);
    await look(ben);
    await lookFrom('127.0.0.1');
    await lookFrom('127.0.0.2');
    await lookFrom('127.0.0.2');
    await look(ada);
    expect(await views()).toBe(4);
    const second = await add();
    await look(ada, second);
    expect(await views(second)).toBe(1);
    expect(await views()).toBe(4);
  });

  it('loses none where many come at the same time', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `127.0.1.${n + 1}`);
    await Promise.all([...lines, ...lines].map((line) => lookFrom(line)));
    expect(await views()).toBe(40);
  });

  it('is one of a network, since one line has many addresses of IPv6', async () => {
    await lookBehindProxy({ 'cf-connecting-ip': '2001:db8:1:2::5' });
    await lookBehindProxy({ 'cf-connecting-ip': '2001:db8:1:2:aaaa::9' });
    expect(await views()).toBe(1);
    await lookBehindProxy({ 'cf-connecting-ip': '2001:db8:1:3::5' });
    await lookBehindProxy({ 'x-forwarded-for': '10.0.0.1, ::ffff:198.51.100.7' });
    await lookBehindProxy({ 'x-forwarded-for': '198.51.100.7' });
    expect(await views()).toBe(3);
  });

  it('is one of a caller who says that others sent him: the last word is the proxy’s', async () => {
    for (let n = 0; n < 20; n += 1)
      await lookBehindProxy({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` });
    expect(await views()).toBe(1);
  });

  it('is one of all of whom nothing is known', async () => {
    for (const said of ['', 'unknown', "'; drop table", '1.2.3.4:5', '999.1.1.1', 'x'.repeat(10_000)])
      await lookBehindProxy({ 'x-forwarded-for': said });
    await lookBehindProxy({});
    expect(await views()).toBe(1);
  });

  it('counts again on another day, and of the day before nothing is left that says who it was', async () => {
    await look(ada);
    await backend.owner.query(`update private.tutorial_views set day = day - 2`);
    await backend.owner.query(`update private.daily_salts set day = day - 2`);
    const salts = await backend.owner.query<{ salt: string }>(
      `select encode(salt, 'hex') as salt from private.daily_salts`,
    );
    await look(ada);
    expect(await views()).toBe(2);
    const kept = await backend.owner.query<{ text: string }>(
      `select v::text as text from private.tutorial_views v union all select s::text from private.daily_salts s`,
    );
    expect(kept.rows).toHaveLength(2);
    for (const { text } of kept.rows) {
      expect(text).not.toContain(ada.userId);
      for (const { salt } of salts.rows) expect(text).not.toContain(salt);
    }
  });

  it('is none of one that is not published or not there, and leaves nothing', async () => {
    const draft = await add(false);
    const before = await backend.owner.query('select from private.tutorial_views');
    await look(ada, draft);
    await look(ada, randomUUID());
    expect(await views(draft)).toBe(0);
    expect((await backend.owner.query('select from private.tutorial_views')).rowCount).toBe(before.rowCount);
  });

  it('goes with its tutorial', async () => {
    await look(ada);
    await backend.owner.query('delete from admin_tutorials where id = $1', [tutorial]);
    const left = await backend.owner.query('select from private.tutorial_views where tutorial_id = $1', [
      tutorial,
    ]);
    expect(left.rowCount).toBe(0);
  });
});
