/**
 * The sweep: anyone who is not of an organisation tries every table, column, function and embed that
 * there is, with the true ids of that organisation's rows, and must learn and change nothing.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createOrganization, createPerson, rowsOf, type OrganizationSeed } from '../lib/organizationWorld.ts';

interface Table {
  name: string;
  columns: string[];
  types: Record<string, string>;
  readable: string[];
  keys: string[];
}
interface Embed {
  from: string;
  to: string;
  constraint: string;
}
interface Callable {
  name: string;
  args: { name: string; type: string }[];
}

let backend: TestBackend;
let victim: OrganizationSeed;
let attackers: Record<string, string>;
let tables: Table[];
let embeds: Embed[];
let functions: Callable[];
/** Texts that only the victim's rows hold. */
let secrets: string[];
/** All ids of the victim's rows. */
let ids: string[];

beforeAll(async () => {
  backend = await createTestBackend();
  victim = await createOrganization(backend, 'ALPHAS');
  const other = await createOrganization(backend, 'BRAVOS');
  const stranger = await createPerson(backend, 'stranger@example.org');
  attackers = {};
  for (const [name, { client }] of Object.entries({ owner: other.owner, member: other.member, stranger }))
    attackers[name] = (await client.auth.getSession()).data.session?.access_token ?? '';
  attackers.visitor = inject('cluster').secrets.anonKey;
  await readCatalogue();
  const before = await snapshot();
  secrets = [victim.marker, victim.marker.toLowerCase()];
  ids = [...new Set(before.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
  expect(ids.length).toBeGreaterThan(20);
});
afterAll(() => backend.close());

async function readCatalogue() {
  const query = async <T>(sql: string) => (await backend.owner.query(sql)).rows as T[];
  tables = await query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
       json_object_agg(a.attname, format_type(a.atttypid, null)) as types,
       array_agg(a.attname::text order by a.attnum) filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as readable,
       array_agg(a.attname::text) filter (where a.attnum = any(i.indkey)) as keys
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') group by c.oid, c.relname`,
  );
  embeds = await query<Embed>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to", conname as constraint
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
       and confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  functions = await query<Callable>(
    `select p.proname as name, (select coalesce(json_agg(json_build_object('name', n, 'type', format_type(t, null))), '[]')
       from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) as x(n, t)) as args
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`,
  );
}

const snapshot = () => rowsOf(backend.owner, victim);

async function send(token: string, method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${backend.services.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: inject('cluster').secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(500);
  return text;
}

/** Nothing of the victim's may stand in an answer, but what the question itself said. */
function expectNothingOf(answer: string, asked: string) {
  // One expectation an answer: one a word cost most of this file's time.
  const revealed = [...secrets, ...ids].find((word) => answer.includes(word) && !asked.includes(word));
  expect(revealed, `${asked} revealed it: ${answer}`).toBeUndefined();
}

/** The right to use it at all is missing: Postgres says so before it looks at a row or a value, so that others change nothing. */
const isBarred = (answer: string) => answer.includes('"42501"') && answer.includes('permission denied for');

/** What is looked for in a column: of a type that is no text, one word that it refuses stands for all of them. */
function wordsFor(type: string): string[] {
  const ids = [victim.organizationId, victim.owner.userId];
  if (type === 'uuid') return ids;
  if (/^(timestamp|date|integer|bigint|smallint|numeric|boolean|double|real|json)/.test(type))
    return [victim.marker];
  return [victim.marker, ...ids];
}

const eachAttacker = ['owner', 'member', 'stranger', 'visitor'];

describe.each(eachAttacker)("another organisation's data, for a %s from outside", (attacker) => {
  it('is in no table', async () => {
    for (const { name, readable, columns } of tables) {
      for (const select of ['*', (readable ?? columns).join(',')]) {
        const path = `${name}?select=${select}&limit=1000`;
        expectNothingOf(await send(attackers[attacker] ?? '', 'GET', path), path);
      }
    }
  });

  it('is found by no condition on a column, hidden ones included', async () => {
    for (const { name, columns, types } of tables) {
      for (const column of columns) {
        for (const word of wordsFor(types[column] ?? '')) {
          const path = `${name}?${column}=eq.${word}`;
          const answer = await send(attackers[attacker] ?? '', 'GET', path);
          expect(answer === '[]' || answer.startsWith('{'), `${path}: ${answer}`).toBe(true);
          if (isBarred(answer)) break;
        }
      }
    }
  });

  it('comes with no embedded table', async () => {
    for (const { from, to, constraint } of embeds) {
      for (const [table, inner] of [
        [from, to],
        [to, from],
      ] as const) {
        const readable = tables.find(({ name }) => name === inner)?.readable ?? ['*'];
        const outer = tables.find(({ name }) => name === table)?.readable ?? ['*'];
        const path = `${table}?select=${outer.join(',')},inner:${inner}!${constraint}(${readable.join(',')})`;
        expectNothingOf(await send(attackers[attacker] ?? '', 'GET', path), path);
      }
    }
  });

  it('cannot be changed, deleted or added to', async () => {
    const before = await snapshot();
    const token = attackers[attacker] ?? '';
    for (const { name, columns, keys } of tables) {
      const { rows } = await backend.owner.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from public.${name} t`,
      );
      const own = rows.filter(({ row }) =>
        before.includes(JSON.stringify(row.id ?? row.user_id ?? row.program_id)),
      );
      const barred = new Set<string>();
      for (const { row } of own.slice(0, 3)) {
        const filter = (keys ?? columns).map((key) => `${key}=eq.${String(row[key])}`).join('&');
        for (const column of columns) {
          if (barred.has(column)) continue;
          const answer = await send(token, 'PATCH', `${name}?${filter}`, { [column]: row[column] });
          if (isBarred(answer)) barred.add(column);
        }
        await send(token, 'DELETE', `${name}?${filter}`);
        const { id: _id, ...copy } = row;
        await send(token, 'POST', name, row);
        await send(token, 'POST', name, copy);
        for (const dropped of columns.filter((column) => /_at$|status|role|hash|sealed|text$/.test(column)))
          delete copy[dropped];
        await send(token, 'POST', name, copy);
      }
      // Without any condition, as far as columns are granted at all.
      for (const column of columns)
        await send(token, 'PATCH', `${name}?${keys?.[0] ?? columns[0]}=not.is.null`, { [column]: null });
    }
    expect(await snapshot()).toBe(before);
  });

  it('is revealed or changed by no function', async () => {
    const before = await snapshot();
    const own = [victim.organizationId, victim.owner.userId, victim.member.userId, ...ids].slice(0, 60);
    for (const { name, args } of functions) {
      const value = (name: string, type: string, id: string): unknown => {
        if (type === 'uuid') return id;
        // What one calls one's own organisation is no attack.
        if (type === 'text') return name.includes('email') ? victim.owner.email : 'attempt';
        if (type === 'text[]') return ['attempt'];
        if (type === 'integer') return 1;
        if (type === 'boolean') return true;
        return null;
      };
      const tried = args.some(({ type }) => type === 'uuid') ? own : own.slice(0, 1);
      for (const id of tried) {
        const body = Object.fromEntries(args.map((arg) => [arg.name, value(arg.name, arg.type, id)]));
        const asked = JSON.stringify(body);
        const answer = await send(attackers[attacker] ?? '', 'POST', `rpc/${name}`, body);
        expectNothingOf(answer, `${name} ${asked}`);
        if (isBarred(answer) && answer.includes(`function ${name}"`)) break;
      }
    }
    expect(await snapshot()).toBe(before);
  });
});

describe('the victim', () => {
  it('sees its own rows, so that the sweep looked at something', async () => {
    const { data } = await victim.owner.client.from('teams').select('name');
    expect(data).toEqual([{ name: victim.marker }]);
    const invoices = await victim.owner.client.from('invoices').select('number');
    expect(invoices.data).toEqual([{ number: victim.marker }]);
  });

  it('has a row in every table that holds anything of somebody', async () => {
    const held = new Set((await snapshot()).split('\n').map((line) => line.split(' ')[0]));
    const open = ['article_views', 'plans', 'service_checks', 'service_incidents'];
    // One row, of the installation itself: tests/backend/taxes.test.ts.
    const own = ['invoice_seller'];
    // Found by the marker alone or by its programme.
    const indirect = ['affiliate_commissions', 'affiliate_payouts'];
    expect(
      tables
        .map(({ name }) => name)
        .filter((name) => !held.has(name))
        .sort(),
    ).toEqual([...indirect, ...open, ...own].sort());
  });
});
