/** Whatever a signed-in user can call or write, given what nobody should give: each answer is a refusal with a code, or right. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import {
  createOrganization,
  createPerson,
  type OrganizationSeed,
  type Person,
} from '../lib/organizationWorld.ts';

let backend: TestBackend;
let victim: OrganizationSeed;
let own: OrganizationSeed;
let stranger: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  victim = await createOrganization(backend, 'ALPHAS');
  own = await createOrganization(backend, 'BRAVOS');
  stranger = await createPerson(backend, 'stranger@example.org');
});
afterAll(() => backend.close());

const HUGE = 'x'.repeat(300_000);
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Values of a type that are at its ends, beyond them, or of another one. */
function oddValues(type: string): unknown[] {
  if (type === 'uuid') return [victim.organizationId, victim.member.userId, NOBODY, 'x', null];
  if (type === 'uuid[]') return [[victim.member.userId], [null], Array<string>(5000).fill(NOBODY), null];
  if (/^(integer|bigint|smallint)$/.test(type)) return [-1, 2_147_483_647, -2_147_483_648, 1e11, 1.5, null];
  if (type === 'numeric') return [-1, 1e300, 'NaN', 'Infinity', null];
  if (/^(timestamp|date)/.test(type)) return ['infinity', '-infinity', '0001-01-01 BC', 'x', null];
  if (type === 'boolean') return ['x', null];
  if (/^jsonb?$/.test(type)) return [[], 'x', { a: HUGE }, null];
  if (type === 'text[]') return [[], [null], Array<string>(20_000).fill('x'), [HUGE], null];
  return ['', ' ', "';--", '%_\\', '\u202e', '\ud800', 'a\u0000b', HUGE, null];
}
const usualValue = (type: string): unknown =>
  type === 'uuid'
    ? own.organizationId
    : type === 'integer'
      ? 1
      : type === 'text'
        ? 'owner'
        : oddValues(type)[0];

interface Callable {
  name: string;
  args: { name: string; type: string }[];
}
const callables = async (): Promise<Callable[]> => {
  const { rows } = await backend.owner.query<Callable>(
    `select p.proname as name, (select coalesce(json_agg(json_build_object('name', n, 'type', format_type(t, null)) order by o), '[]')
       from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality as x(n, t, o)) as args
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute')
     -- What ends things comes last, so that the others still find them.
     order by p.proname ~ '^(delete|remove|leave)', 1`,
  );
  return rows;
};

/**
 * Refused by us, or by the types and checks of the database: 42501, 22023, P0002, PT429; 22P02, 22P05, 22003, 22007, 22008;
 * 23502, 23514. And PGRST102, PGRST202, where PostgREST itself cannot read the call.
 */
const REFUSALS = /^(42501|22023|P0002|PT429|22P02|22P05|22003|22007|22008|23502|23514|PGRST102|PGRST202)$/;

async function call(token: string, name: string, input: object): Promise<string | null> {
  const response = await fetch(`${backend.services.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: inject('cluster').secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (response.ok) return null;
  const { code = '' } = JSON.parse(text) as { code?: string };
  const isUsual = response.status < 500 && REFUSALS.test(code);
  return isUsual
    ? null
    : `${name} ${JSON.stringify(input).slice(0, 200)}: ${response.status} ${text.slice(0, 200)}`;
}

it('no text that a user can write is without an end', async () => {
  const { client, userId } = own.owner;
  const team = await client
    .from('teams')
    .insert({ organization_id: own.organizationId, name: 'Ends' })
    .select('id')
    .single();
  const { id } = team.data as { id: string };
  const writes = [
    client.from('sounddesk_profiles').update({ display_name: HUGE }).eq('user_id', userId),
    client.from('organizations').update({ name: HUGE }).eq('id', own.organizationId),
    client.from('teams').update({ name: HUGE }).eq('id', id),
    client.from('teams').update({ description: HUGE }).eq('id', id),
    client.from('teams').update({ color: HUGE }).eq('id', id),
    client.from('api_keys').update({ name: HUGE }).eq('organization_id', own.organizationId),
    client.from('usage_sessions').insert({ kind: 'recording', started_at: 'now', figures: { a: HUGE } }),
    client.from('usage_sessions').insert({ kind: 'recording', started_at: 'now', preset_id: HUGE }),
    client.rpc('set_billing_details', {
      organization: own.organizationId,
      billed_name: 'x',
      billed_address: HUGE,
      billed_country: 'DE',
      billed_tax_id: '',
    }),
  ];
  for (const { error } of await Promise.all(writes)) expect(error?.code).toMatch(/^(23514|22023|42501)$/);
});

describe('rows that an owner adds', () => {
  it('as teams end at a thousand, also where many are added at once', async () => {
    const { client } = victim.owner;
    await backend.owner.query(
      `insert into teams (organization_id, name) select $1, 'Team ' || n from generate_series(1, 900) n`,
      [victim.organizationId],
    );
    const { rows } = await backend.owner.query<{ n: number }>(
      'select count(*)::int as n from teams where organization_id = $1',
      [victim.organizationId],
    );
    const free = 1000 - (rows[0]?.n ?? 0);
    let added = 0;
    const many = (count: number) =>
      client.from('teams').insert(
        Array.from({ length: count }, (_, n) => ({
          organization_id: victim.organizationId,
          name: `N${n} of ${count} ${(added += 1)}`,
        })),
      );
    const tooMany = await many(free + 1);
    expect(tooMany.error).toMatchObject({
      code: '42501',
      message: 'An organization can have at most 1,000 teams.',
    });
    const answers = await Promise.all(Array.from({ length: free + 10 }, () => many(1)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(free);
    expect(answers.filter(({ error }) => error?.code === '42501')).toHaveLength(10);
  });

  it('as invitations end at a thousand a day, whether they are taken back or not', async () => {
    const organization = own.organizationId;
    await backend.owner.query(
      `insert into organization_invitations (organization_id, email, role, token_hash, invited_by, revoked_at)
       select $1, 'n' || n || '@example.org', 'member', sha256(('n' || n)::bytea), $2, now() from generate_series(1, 997) n`,
      [organization, own.owner.userId],
    );
    const invite = () =>
      own.owner.client.rpc('invite_to_organization', {
        organization,
        invited_email: 'again@example.org',
        invited_role: 'member',
      });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await invite()).error?.message ?? 'made');
    // Two were made with the organization.
    expect(answers[0]).toBe('made');
    expect(answers.at(-1)).toBe('An organization can make at most 1,000 invitations a day. Go on tomorrow.');
    await backend.owner.query(
      `update organization_invitations set created_at = created_at - interval '1 day' where organization_id = $1`,
      [organization],
    );
    expect((await invite()).error).toBeNull();
  });
});

describe('a signed-in user who calls every function with odd arguments, each twice at the same time', () => {
  it.each(['owner', 'stranger'])(
    'as %s gets a refusal that says what it is, and breaks nothing',
    async (who) => {
      const person = who === 'owner' ? own.owner : stranger;
      const token = (await person.client.auth.getSession()).data.session?.access_token ?? '';
      const strange: string[] = [];
      let calls = 0;
      for (const { name, args } of await callables()) {
        const usual = Object.fromEntries(args.map(({ name: arg, type }) => [arg, usualValue(type)]));
        const inputs = [
          ...[usual, {}],
          ...args.flatMap(({ name: arg, type }) => oddValues(type).map((odd) => ({ ...usual, [arg]: odd }))),
        ];
        for (const input of inputs) {
          const answers = await Promise.all([call(token, name, input), call(token, name, input)]);
          calls += answers.length;
          strange.push(...answers.filter((answer) => answer !== null));
        }
      }
      expect(strange).toEqual([]);
      expect(calls).toBeGreaterThan(500);
      expect(backend.errors).toEqual([]);
    },
  );
});
