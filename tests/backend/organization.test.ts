import type { PostgrestError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let owner: Person;
let second: Person;
let third: Person;
let outsider: Person;
let organization: string;
let count = 0;

beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'owner@example.org');
  second = await createPerson(backend, 'second@example.org');
  third = await createPerson(backend, 'third@example.org');
  outsider = await createPerson(backend, 'outsider@example.org');
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query('delete from private.rate_limits');
  // One account makes at most twenty: the ones of former tests go.
  await backend.owner.query('delete from organizations where not is_personal');
  const made = await owner.client.rpc('create_organization', {
    organization_name: `Studio ${(count += 1)}`,
  });
  if (made.error) throw made.error;
  organization = made.data as string;
});

const refused = (error: PostgrestError | null, message = '') => {
  expect(error?.code).toBe('42501');
  expect(error?.message).toContain(message);
};
const setSeats = (seats: number) =>
  backend.owner.query('update subscriptions set seats = $2 where organization_id = $1', [
    organization,
    seats,
  ]);
const put = (person: Person, role: string, status = 'active') =>
  backend.owner.query(
    'insert into organization_members (organization_id, user_id, role, status) values ($1, $2, $3, $4)',
    [organization, person.userId, role, status],
  );
const invite = (email: string, role = 'member', by = owner) =>
  by.client.rpc('invite_to_organization', { organization, invited_email: email, invited_role: role });
const accept = (person: Person, token: unknown) =>
  person.client.rpc('accept_organization_invitation', { token: token as string });
const set = (by: Person, person: Person, values: { new_role?: string; new_status?: string }) =>
  by.client.rpc('set_organization_member', { organization, member: person.userId, ...values });
const remove = (by: Person, person: Person) =>
  by.client.rpc('remove_organization_member', { organization, member: person.userId });
const handOver = (by: Person, person: Person) =>
  by.client.rpc('transfer_organization', { organization, new_owner: person.userId });
const membership = async (person: Person) =>
  (
    await backend.owner.query<{ role: string; status: string }>(
      'select role, status from organization_members where organization_id = $1 and user_id = $2',
      [organization, person.userId],
    )
  ).rows[0];
const activeOwners = async () =>
  (
    await backend.owner.query(
      `select 1 from organization_members where organization_id = $1 and role = 'owner' and status = 'active'`,
      [organization],
    )
  ).rows.length;

interface Listed {
  kind: string;
  name: string;
  email: string;
  role: string;
  status: string;
  joined_at: string;
  id: string;
}
async function list(by: Person, input: Record<string, unknown> = {}): Promise<Listed[]> {
  const found = await by.client.rpc('search_organization_members', { organization, ...input });
  if (found.error) throw found.error;
  return found.data as Listed[];
}
const emails = async (by: Person, input: Record<string, unknown> = {}) =>
  (await list(by, input)).map(({ email }) => email);

describe('seats', () => {
  it('are five while the trial of the maker runs, and one after it', async () => {
    const read = async () =>
      ((await owner.client.rpc('organization_seats', { organization })).data as { seats: number }[])[0]
        ?.seats;
    expect(await read()).toBe(5);
    await backend.owner.query(
      `update subscriptions set trial_ends_at = now() - interval '1 minute' where organization_id = $1`,
      [organization],
    );
    expect(await read()).toBe(1);
    refused((await invite('second@example.org')).error, 'All 1 seats');
  });

  it('are held by open invitations, and free again once one is revoked', async () => {
    await setSeats(2);
    expect((await invite('second@example.org')).error).toBeNull();
    // The same address again is the same seat.
    expect((await invite('second@example.org')).error).toBeNull();
    refused((await invite('third@example.org')).error, 'taken or promised');
    const [open] = await list(owner, { status_filter: 'pending' });
    await owner.client.rpc('revoke_organization_invitation', { invitation: open?.id });
    expect((await invite('third@example.org')).error).toBeNull();
  });

  it('cannot be passed by many who accept at once: who finds none waits for approval', async () => {
    const people = await Promise.all(
      [1, 2, 3, 4].map((number) => createPerson(backend, `racer${number}-${count}@example.org`)),
    );
    await setSeats(5);
    const tokens = await Promise.all(people.map(async ({ email }) => (await invite(email)).data as unknown));
    // The plan was made smaller in between.
    await setSeats(3);
    const answers = await Promise.all(people.map((person, index) => accept(person, tokens[index])));
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    const { rows } = await backend.owner.query<{ status: string }>(
      'select status from organization_members where organization_id = $1 order by 1',
      [organization],
    );
    expect(rows.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'pending', 'pending']);
  });

  it('are looked at by each approval, also by two at once', async () => {
    await setSeats(2);
    await put(second, 'member', 'pending');
    await put(third, 'member', 'inactive');
    const answers = await Promise.all([
      set(owner, second, { new_status: 'active' }),
      set(owner, third, { new_status: 'active' }),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    refused(answers.map(({ error }) => error).find((error) => error !== null) ?? null, 'All 2 seats');
  });

  it('cannot be raised by hand', async () => {
    const { error } = await owner.client
      .from('subscriptions')
      .update({ seats: 99 })
      .eq('organization_id', organization);
    expect(error?.code).toBe('42501');
  });
});

describe('an invitation', () => {
  it('of somebody who has no say any more waits for approval', async () => {
    await put(second, 'admin');
    const invitation = await invite('third@example.org', 'member', second);
    await set(owner, second, { new_role: 'member' });
    expect((await accept(third, invitation.data)).error).toBeNull();
    expect(await membership(third)).toEqual({ role: 'member', status: 'pending' });
    const mine = await third.client.rpc('list_my_organizations');
    expect(mine.data).toContainEqual(expect.objectContaining({ id: organization, status: 'pending' }));
    expect((await third.client.from('teams').select('id')).data).toEqual([]);
    expect((await third.client.rpc('search_organization_members', { organization })).error?.code).toBe(
      '42501',
    );
    await set(owner, third, { new_status: 'active' });
    expect(await emails(third)).toHaveLength(3);
  });

  it('is void once it has expired, was sent again, revoked or declined', async () => {
    const first = await invite('second@example.org');
    const again = await invite('second@example.org');
    refused((await accept(second, first.data)).error, 'Ask for a new one');
    await backend.owner.query(
      `update organization_invitations set expires_at = now() - interval '1 second' where organization_id = $1`,
      [organization],
    );
    refused((await accept(second, again.data)).error, 'Ask for a new one');
    const declined = (await invite('second@example.org')).data as string;
    await third.client.rpc('decline_organization_invitation', { token: declined });
    const read = async () =>
      (
        (await second.client.rpc('read_organization_invitation', { token: declined })).data as {
          is_open: boolean;
          is_mine: boolean;
        }[]
      )[0];
    expect(await read()).toMatchObject({ is_open: true, is_mine: true });
    await second.client.rpc('decline_organization_invitation', { token: declined });
    expect(await read()).toMatchObject({ is_open: false });
    refused((await accept(second, declined)).error);
  });

  it('is good for fourteen days, for an admin or a member, and for nobody who is there already', async () => {
    await invite('second@example.org');
    const { rows } = await backend.owner.query<{ days: number }>(
      'select extract(day from expires_at - created_at)::int as days from organization_invitations where organization_id = $1',
      [organization],
    );
    expect(rows).toEqual([{ days: 14 }]);
    expect((await invite('x@example.org', 'owner')).error?.code).toBe('23514');
    expect((await invite('OWNER@example.org')).error?.message).toContain(
      'is a user of this organization already',
    );
  });
});

describe('the last owner', () => {
  it('stays, whatever is tried', async () => {
    await put(second, 'admin');
    for (const { error } of [
      await set(owner, owner, { new_role: 'member' }),
      await set(owner, owner, { new_status: 'inactive' }),
      await remove(owner, owner),
    ])
      refused(error, 'needs an active owner');
    refused((await remove(second, owner)).error, 'Only an owner');
    expect(await activeOwners()).toBe(1);
  });

  it.each(['leave', 'step down', 'remove one another', 'demote one another'])(
    'stays where two owners %s at once',
    async (how) => {
      await put(second, 'owner');
      const other = (person: Person) => (person === owner ? second : owner);
      const answers = await Promise.all(
        [owner, second].map((person) => {
          if (how === 'leave') return remove(person, person);
          if (how === 'step down') return set(person, person, { new_role: 'member' });
          if (how === 'remove one another') return remove(person, other(person));
          return set(person, other(person), { new_role: 'member' });
        }),
      );
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(await activeOwners()).toBe(1);
    },
  );

  it('stays where the table itself is written to, by two at once', async () => {
    await put(second, 'owner');
    await put(third, 'member');
    const leave = async (person: Person) => {
      const client = await backend.owner.connect();
      try {
        await client.query('begin');
        await client.query('delete from organization_members where organization_id = $1 and user_id = $2', [
          organization,
          person.userId,
        ]);
        await client.query('commit');
        return true;
      } catch {
        await client.query('rollback');
        return false;
      } finally {
        client.release();
      }
    };
    expect((await Promise.all([leave(owner), leave(second)])).filter(Boolean)).toHaveLength(1);
    expect(await activeOwners()).toBe(1);
  });

  it('of others does not go with an account, even where two owners want to be deleted on one day', async () => {
    const one = await createPerson(backend, `one-${count}@example.org`);
    const two = await createPerson(backend, `two-${count}@example.org`);
    await put(one, 'owner');
    await put(two, 'owner');
    await put(third, 'member');
    await backend.owner.query(
      'delete from organization_members where organization_id = $1 and user_id = $2',
      [organization, owner.userId],
    );
    await backend.owner.query(
      `insert into account_deletions (user_id, delete_after) values ($1, now()), ($2, now())`,
      [one.userId, two.userId],
    );
    const gone = await backend.serviceClient().rpc('delete_due_accounts');
    expect([gone.data, gone.error]).toEqual([1, null]);
    expect(await activeOwners()).toBe(1);
  });
});

describe('ownership', () => {
  it('is handed over in one step', async () => {
    await put(second, 'member');
    expect((await handOver(owner, second)).error).toBeNull();
    expect([await membership(owner), await membership(second)]).toEqual([
      { role: 'admin', status: 'active' },
      { role: 'owner', status: 'active' },
    ]);
    refused((await handOver(owner, third)).error, 'Only an owner');
  });

  it('goes to active users of the organization alone', async () => {
    await put(second, 'member', 'inactive');
    refused((await handOver(owner, second)).error, 'active user');
    refused((await handOver(owner, outsider)).error, 'active user');
    refused((await handOver(owner, owner)).error, 'already');
    refused((await handOver(outsider, second)).error, 'Only an owner');
  });
});

describe('the list of users', () => {
  it('finds by name and address, filters by role and status, and pages by key', async () => {
    await owner.client
      .from('sounddesk_profiles')
      .update({ display_name: 'Zoë 100%_Studio' })
      .eq('user_id', owner.userId);
    await put(second, 'admin');
    await put(third, 'member', 'inactive');
    await invite('new.colleague@example.org', 'admin');
    expect(await emails(owner)).toHaveLength(4);
    expect(await emails(owner, { search: ' ZOË ' })).toEqual(['owner@example.org']);
    expect(await emails(owner, { search: '100%_s' })).toEqual(['owner@example.org']);
    expect(await emails(owner, { search: '%' })).toEqual([]);
    expect(await emails(owner, { search: 'se' })).toEqual(['second@example.org']);
    expect(await emails(owner, { search: 'colleague' })).toEqual(['new.colleague@example.org']);
    expect((await emails(owner, { role_filter: 'admin' })).sort()).toEqual([
      'new.colleague@example.org',
      'second@example.org',
    ]);
    expect(await emails(owner, { status_filter: 'pending' })).toEqual(['new.colleague@example.org']);
    expect(await emails(owner, { status_filter: 'inactive' })).toEqual(['third@example.org']);
    const paged: string[] = [];
    for (let after: Listed | undefined, rounds = 0; rounds < 10; rounds += 1) {
      const [row] = await list(owner, {
        page_size: 1,
        ...(after ? { before_at: after.joined_at, before_id: after.id } : {}),
      });
      if (!row) break;
      paged.push(row.email);
      after = row;
    }
    expect(paged).toEqual(await emails(owner));
  });

  it('shows members no invitations, and outsiders nothing', async () => {
    await put(second, 'member');
    await invite('new@example.org');
    expect((await emails(second)).sort()).toEqual(['owner@example.org', 'second@example.org']);
    const asked = await outsider.client.rpc('search_organization_members', { organization });
    refused(asked.error, 'not in this organization');
    refused((await outsider.client.rpc('organization_seats', { organization })).error);
    expect((await second.client.from('organization_members').select('search_text')).error?.code).toBe(
      '42501',
    );
  });

  it('follows a changed address, and says when somebody was last there', async () => {
    await put(second, 'member');
    await backend.owner.query(
      `update organization_members set last_active_at = now() - interval '1 day' where user_id = $1`,
      [second.userId],
    );
    await backend.owner.query('update auth.users set email = $2 where id = $1', [
      second.userId,
      'renamed@example.org',
    ]);
    await second.client.rpc('touch_last_active');
    const [row] = await list(owner, { search: 'renamed' });
    expect(row).toMatchObject({ email: 'renamed@example.org' });
    const { data: trail } = await owner.client
      .from('audit_log')
      .select('action')
      .eq('organization_id', organization)
      .eq('action', 'update')
      .eq('table_name', 'organization_members');
    expect(trail).toEqual([]);
    await backend.owner.query('update auth.users set email = $2 where id = $1', [
      second.userId,
      second.email,
    ]);
  });
});

describe('the audit log', () => {
  it('is read by owners, and by nobody else of the organization', async () => {
    await put(second, 'admin');
    await backend.owner.query(
      `update subscriptions set plan_id = 'enterprise', status = 'active', trial_ends_at = null, current_period_ends_at = 'infinity'
       where organization_id = $1`,
      [organization],
    );
    const read = async ({ client }: Person) =>
      (await client.from('audit_log').select('id').eq('organization_id', organization)).data?.length ?? 0;
    expect(await read(owner)).toBeGreaterThan(0);
    expect(await read(second)).toBe(0);
    await handOver(owner, second);
    expect(await read(owner)).toBe(0);
    expect(await read(second)).toBeGreaterThan(0);
  });
});

describe('invite-member', () => {
  const call = async (by: Person, input: Record<string, unknown> = {}) => {
    const called = await by.client.functions.invoke<unknown>('invite-member', {
      body: { organizationId: organization, email: 'Second@Example.org ', role: 'member', ...input },
    });
    const failure: unknown = called.error;
    if (failure === null) return { data: called.data };
    const body = (await (failure as { context: Response }).context.json()) as { error: { code: string } };
    return body.error;
  };
  const newest = async () => (await backend.mails())[0];

  it('mails a link by which the invited person joins', async () => {
    expect(await call(owner, { origin: 'http://127.0.0.1:4321' })).toEqual({
      // Said, as nobody else's computer opens it.
      data: { success: true, data: { email: 'second@example.org', isLocal: true } },
    });
    const mail = await newest();
    expect(mail?.to).toBe('second@example.org');
    expect(mail?.text).toContain('within 14 days');
    const link = /http:\/\/127\.0\.0\.1:4321\/sounddesk-users\?invitation=([0-9a-f]{64})/.exec(
      mail?.text ?? '',
    );
    expect((await accept(second, link?.[1])).error).toBeNull();
    expect(await membership(second)).toEqual({ role: 'member', status: 'active' });
  });

  it('leads nowhere else, whatever the page says of itself or the organization is called', async () => {
    await backend.owner.query('update organizations set name = $2 where id = $1', [
      organization,
      'Win\n\nhttps://evil.example/now',
    ]);
    await call(owner, { origin: 'https://evil.example' });
    const { subject, text } = (await newest()) ?? { subject: '', text: '' };
    expect(text).toContain('http://127.0.0.1:47800/sounddesk-users?invitation=');
    expect(`${subject}${text}`).not.toContain('://evil');
    expect(subject).not.toContain('\n');
  });

  it('is refused to anyone who may not, with the reason', async () => {
    await put(second, 'member');
    expect(await call(second, { email: 'x@example.org' })).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await call(outsider, { email: 'x@example.org' })).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await call(owner, { email: 'nothing' })).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Enter a valid email address.',
    });
    expect(await call(owner, { role: 'owner' })).toMatchObject({ code: 'BAD_INPUT' });
    expect(await call(owner)).toMatchObject({ code: 'BAD_INPUT' });
    await setSeats(1);
    expect(await call(owner, { email: 'x@example.org' })).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('mails one address five times an hour at most', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect(await call(owner)).toHaveProperty('data');
    expect(await call(owner)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
