import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createOrganization, type OrganizationSeed, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let ours: OrganizationSeed;
let other: OrganizationSeed;
beforeAll(async () => {
  backend = await createTestBackend();
  ours = await createOrganization(backend, 'DELTAS');
  other = await createOrganization(backend, 'ECHOES');
});
afterAll(() => backend.close());

interface Listed {
  id: string;
  name: string;
  member_count: number;
  members: { id: string }[];
  created_at: string;
}
async function search(by: Person, input: Record<string, unknown> = {}): Promise<Listed[]> {
  const found = await by.client.rpc('search_teams', { organization: ours.organizationId, ...input });
  if (found.error) throw found.error;
  return found.data as Listed[];
}
const insert = (by: Person, name: string, organization = ours.organizationId) =>
  by.client
    .from('teams')
    .insert({ organization_id: organization, name })
    .select('id')
    .single<{ id: string }>();

describe('the teams of an organization', () => {
  it('are listed with their users, found by name, and paged by key', async () => {
    const made = await insert(ours.admin, 'Live 100%_Room');
    expect(made.error).toBeNull();
    for (const { userId } of [ours.owner, ours.admin, ours.member])
      await ours.admin.client.from('team_members').insert({
        organization_id: ours.organizationId,
        team_id: made.data?.id ?? '',
        user_id: userId,
      });
    const all = await search(ours.member);
    expect(all.map(({ name, member_count: count }) => [name, count])).toEqual([
      ['Live 100%_Room', 3],
      ['DELTAS', 1],
    ]);
    expect(all[0]?.members.map(({ id }) => id)).toEqual([
      ours.owner.userId,
      ours.admin.userId,
      ours.member.userId,
    ]);
    expect((await search(ours.member, { search: '100%_r' })).map(({ name }) => name)).toEqual([
      'Live 100%_Room',
    ]);
    expect(await search(ours.member, { search: '%' })).toHaveLength(1);
    const [first] = await search(ours.member, { page_size: 1 });
    const next = await search(ours.member, { before_at: first?.created_at, before_id: first?.id });
    expect(next.map(({ name }) => name)).toEqual(['DELTAS']);
  });

  it('have a name each, whatever its case', async () => {
    expect((await insert(ours.owner, ' deltas ')).error?.code).toBe('23505');
  });

  it('are made, changed and deleted by owners and admins alone', async () => {
    const [team] = await search(ours.owner, { search: 'deltas' });
    const { client } = ours.member;
    expect((await insert(ours.member, 'Mine')).error?.code).toBe('42501');
    expect((await client.from('teams').update({ name: 'Mine' }).eq('id', team?.id).select()).data).toEqual(
      [],
    );
    expect((await client.from('teams').delete().eq('id', team?.id).select()).data).toEqual([]);
    expect((await client.from('team_members').delete().eq('team_id', team?.id).select()).data).toEqual([]);
    expect((await client.rpc('find_team_candidates', { team: team?.id })).error?.code).toBe('42501');
    const renamed = await ours.admin.client
      .from('teams')
      .update({ name: 'Delta', color: '#22c55e', description: 'Night' })
      .eq('id', team?.id)
      .select('name, color')
      .single();
    expect(renamed.data).toEqual({ name: 'Delta', color: '#22c55e' });
  });

  it('take active users who are not in yet', async () => {
    const made = await insert(ours.owner, 'Candidates');
    const team = made.data?.id ?? '';
    const find = async (search = '') =>
      (
        (await ours.admin.client.rpc('find_team_candidates', { team, search })).data as { email: string }[]
      ).map(({ email }) => email);
    expect(await find()).toHaveLength(3);
    expect(await find('deltas-mem')).toEqual([ours.member.email]);
    await ours.admin.client
      .from('team_members')
      .insert({ organization_id: ours.organizationId, team_id: team, user_id: ours.member.userId });
    expect(await find('deltas-mem')).toEqual([]);
  });

  it('are nothing to another organization', async () => {
    const [team] = await search(ours.owner);
    const { client } = other.owner;
    for (const asked of [
      await client.rpc('search_teams', { organization: ours.organizationId }),
      await client.rpc('list_team_members', { team: team?.id }),
      await client.rpc('find_team_candidates', { team: team?.id }),
      await client.rpc('list_audit_trail', { organization: ours.organizationId }),
      await insert(other.owner, 'Intruder', ours.organizationId),
    ])
      expect(asked.error?.code).toBe('42501');
    expect((await client.from('teams').update({ name: 'x' }).eq('id', team?.id).select()).data).toEqual([]);
    expect((await client.from('teams').delete().eq('id', team?.id).select()).data).toEqual([]);
  });

  it('need a plan with team management, also by REST', async () => {
    await backend.owner.query(`update subscriptions set plan_id = 'essential' where organization_id = $1`, [
      other.organizationId,
    ]);
    const refused = await insert(other.owner, 'Second', other.organizationId);
    expect(refused.error?.message).toBe('Teams come with the Professional and Enterprise plans.');
    const { rows } = await backend.owner.query<{ id: string }>(
      'select id from teams where organization_id = $1',
      [other.organizationId],
    );
    const added = await other.owner.client
      .from('team_members')
      .insert({ organization_id: other.organizationId, team_id: rows[0]?.id, user_id: other.admin.userId });
    expect(added.error?.message).toBe('Teams come with the Professional and Enterprise plans.');
  });
});

describe('teams that are advanced', () => {
  const plan = (id: string, { organizationId } = ours) =>
    backend.owner.query('update subscriptions set plan_id = $2 where organization_id = $1', [
      organizationId,
      id,
    ]);
  const giveRole = (by: Person, team: string, member: Person, role: string) =>
    by.client
      .from('team_members')
      .update({ role })
      .eq('team_id', team)
      .eq('user_id', member.userId)
      .select('role');
  const put = (by: Person, team: string, member: Person, more: object = {}) =>
    by.client
      .from('team_members')
      .insert({ organization_id: ours.organizationId, team_id: team, user_id: member.userId, ...more });
  const takeOut = (by: Person, team: string, member: Person) =>
    by.client
      .from('team_members')
      .delete()
      .eq('team_id', team)
      .eq('user_id', member.userId)
      .select('user_id');

  it('have a lead, who changes this one team and says who is in it, and gives no roles', async () => {
    const team = (await insert(ours.owner, 'Led')).data?.id ?? '';
    const beside = (await insert(ours.owner, 'Beside')).data?.id ?? '';
    await put(ours.admin, team, ours.member);
    const lead = ours.member;
    const rename = (id: string) =>
      lead.client.from('teams').update({ description: 'Ours' }).eq('id', id).select('id');
    expect((await rename(team)).data).toEqual([]);
    expect((await giveRole(lead, team, lead, 'lead')).data).toEqual([]);
    expect((await giveRole(ours.admin, team, lead, 'lead')).data).toEqual([{ role: 'lead' }]);

    expect((await rename(team)).data).toEqual([{ id: team }]);
    expect((await rename(beside)).data).toEqual([]);
    expect((await lead.client.rpc('find_team_candidates', { team })).data).toHaveLength(2);
    expect((await lead.client.rpc('find_team_candidates', { team: beside })).error?.code).toBe('42501');
    expect((await put(lead, team, ours.admin)).error).toBeNull();
    expect((await put(lead, team, ours.owner, { role: 'lead' })).error?.code).toBe('42501');
    expect((await put(lead, beside, ours.admin)).error?.code).toBe('42501');
    expect((await giveRole(lead, team, ours.admin, 'lead')).data).toEqual([]);
    expect((await takeOut(lead, team, ours.admin)).data).toEqual([{ user_id: ours.admin.userId }]);
    expect((await lead.client.from('teams').delete().eq('id', team).select()).data).toEqual([]);
    const led = (await search(lead)).filter((one) => (one as { is_led?: boolean }).is_led);
    expect(led.map(({ id }) => id)).toEqual([team]);
    // One lead does not put out another one.
    await put(ours.admin, team, ours.admin);
    await giveRole(ours.admin, team, ours.admin, 'lead');
    expect((await takeOut(lead, team, ours.admin)).data).toEqual([]);
  });

  it('are exported with everybody in them, by owners and admins, page by page', async () => {
    const team = (await insert(ours.owner, 'Exported')).data?.id ?? '';
    for (const member of [ours.admin, ours.member]) await put(ours.admin, team, member);
    const read = async (input: object = {}) =>
      (await ours.admin.client.rpc('export_teams', { organization: ours.organizationId, ...input })).data as {
        team_id: string;
        team: string;
        member_id: string | null;
        email: string | null;
      }[];
    const all = await read();
    expect(all.filter(({ team_id: id }) => id === team).map(({ email }) => email)).toEqual(
      [ours.admin, ours.member].toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).map(({ email }) => email),
    );
    expect(all.find(({ team: name }) => name === 'Beside')?.email).toBeNull();
    const pages: typeof all = [];
    for (let last: (typeof all)[number] | undefined; ; last = pages.at(-1)) {
      const page = await read({
        page_size: 1,
        after_team: last?.team_id,
        after_member: last?.member_id ?? undefined,
      });
      if (page.length === 0) break;
      pages.push(...page);
    }
    expect(pages).toEqual(all);
    expect(
      (await ours.member.client.rpc('export_teams', { organization: ours.organizationId })).error?.code,
    ).toBe('42501');
  });

  it('come with Enterprise alone: no roles, no rights of leads, no export and no audit trail on Professional', async () => {
    const [team] = await search(ours.owner, { search: 'Led' });
    const id = team?.id ?? '';
    await plan('professional');
    try {
      const { client } = ours.owner;
      const organization = ours.organizationId;
      const fresh = (await insert(ours.owner, 'Basic')).data?.id ?? '';
      expect((await put(ours.owner, fresh, ours.member)).error).toBeNull();
      expect((await giveRole(ours.owner, fresh, ours.member, 'lead')).error?.message).toBe(
        'Roles in teams come with the Enterprise plan.',
      );
      expect((await client.rpc('export_teams', { organization })).error?.message).toBe(
        'The export of teams comes with the Enterprise plan.',
      );
      expect((await client.rpc('list_audit_trail', { organization })).error?.message).toBe(
        'The audit trail comes with the Enterprise plan.',
      );
      const log = () => client.from('audit_log').select('id').eq('organization_id', organization).limit(1);
      expect((await log()).data).toEqual([]);
      const byLead = await ours.member.client
        .from('teams')
        .update({ description: 'x' })
        .eq('id', id)
        .select('id');
      expect(byLead.data).toEqual([]);
      // What was given stays, and can be taken back.
      expect((await giveRole(ours.owner, id, ours.admin, 'member')).data).toEqual([{ role: 'member' }]);
      await plan('enterprise');
      expect((await log()).data).toHaveLength(1);
    } finally {
      await plan('enterprise');
    }
  });
});

describe('the audit trail', () => {
  it('shows owners by name who did what, newest first, by key', async () => {
    await ours.owner.client.rpc('set_organization_member', {
      organization: ours.organizationId,
      member: ours.member.userId,
      new_role: 'admin',
    });
    const read = async (input: Record<string, unknown> = {}) =>
      (await ours.owner.client.rpc('list_audit_trail', { organization: ours.organizationId, ...input }))
        .data as { id: number; actor: string; subject: string; table_name: string }[];
    const [newest, second] = await read();
    expect(newest).toMatchObject({
      actor: 'DELTAS',
      subject: 'DELTAS',
      table_name: 'organization_members',
      action: 'update',
      old_values: expect.objectContaining({ role: 'member' }) as unknown,
      new_values: expect.objectContaining({ role: 'admin' }) as unknown,
    });
    expect((await read({ before_id: newest?.id, page_size: 1 }))[0]?.id).toBe(second?.id);
    for (const by of [ours.admin, ours.member])
      expect(
        (await by.client.rpc('list_audit_trail', { organization: ours.organizationId })).error?.message,
      ).toContain('Only owners');
  });
});
