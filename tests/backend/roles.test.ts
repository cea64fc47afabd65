import { randomUUID } from 'node:crypto';
import type { PostgrestError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import {
  createOrganization,
  createPerson,
  createSuperAdmin,
  type OrganizationSeed,
  type Person,
} from '../lib/organizationWorld.ts';

let backend: TestBackend;
let organization: OrganizationSeed;
let superAdmin: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  organization = await createOrganization(backend, 'CHARLY');
  superAdmin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());

const refused = (error: PostgrestError | null) => expect(error?.code).toBe('42501');
const member = (person: Person, values: { new_role?: string; new_status?: string }, by: Person) =>
  by.client.rpc('set_organization_member', {
    organization: organization.organizationId,
    member: person.userId,
    ...values,
  });

describe('a member of an organisation', () => {
  it('reads it, its members and its teams, but no invoice, invitation, key or log', async () => {
    const { client } = organization.member;
    const read = async (table: string) =>
      ((await client.from(table).select('organization_id')).data ?? []).length;
    expect(await read('teams')).toBe(1);
    expect(await read('organization_members')).toBe(4);
    expect(await read('subscriptions')).toBe(2);
    for (const table of ['invoices', 'organization_invitations', 'api_keys'])
      expect(await read(table)).toBe(0);
    const { data } = await client
      .from('audit_log')
      .select('id')
      .eq('organization_id', organization.organizationId);
    expect(data).toEqual([]);
  });

  it('can make neither himself nor others anything', async () => {
    refused((await member(organization.member, { new_role: 'owner' }, organization.member)).error);
    refused((await member(organization.admin, { new_status: 'inactive' }, organization.member)).error);
    refused(
      (
        await organization.member.client
          .from('organization_members')
          .update({ role: 'owner' })
          .eq('user_id', organization.member.userId)
      ).error,
    );
    const { organizationId } = organization;
    refused(
      (
        await organization.member.client
          .from('teams')
          .insert({ organization_id: organizationId, name: 'mine' })
      ).error,
    );
    refused(
      (
        await organization.member.client.rpc('create_api_key', {
          organization: organizationId,
          key_name: 'mine',
          key_scopes: ['recording:create'],
        })
      ).error,
    );
  });

  it('cannot extend a trial or choose a plan', async () => {
    const { client } = organization.member;
    refused(
      (await client.from('subscriptions').update({ trial_ends_at: '2999-01-01' }).not('id', 'is', null))
        .error,
    );
    await client.rpc('create_default_sounddesk_profiles', { user_uuid: organization.member.userId });
    const { rows } = await backend.owner.query(
      `select s.trial_ends_at - u.created_at = interval '14 days' as "isTrue" from subscriptions s
       join organizations o on o.id = s.organization_id join auth.users u on u.id = o.created_by where o.is_personal`,
    );
    expect(rows.every(({ isTrue }: { isTrue: boolean }) => isTrue)).toBe(true);
  });

  it('cannot write a claim that makes a super admin', async () => {
    const { client } = await createPerson(backend, 'climber@example.org');
    await client.auth.updateUser({
      data: { super_admin: true },
      app_metadata: { super_admin: true },
    } as object);
    await client.auth.refreshSession();
    refused((await client.rpc('license_counts')).error);
    expect((await client.auth.getUser()).data.user?.app_metadata.super_admin).toBeUndefined();
  });
});

describe('an admin of an organisation', () => {
  it('manages teams, members and keys', async () => {
    const { client } = organization.admin;
    const { organizationId } = organization;
    const team = await client
      .from('teams')
      .insert({ organization_id: organizationId, name: 'Night shift' })
      .select()
      .single();
    expect(team.error).toBeNull();
    const added = await client.from('team_members').insert({
      team_id: (team.data as { id: string }).id,
      organization_id: organizationId,
      user_id: organization.member.userId,
    });
    expect(added.error).toBeNull();
    const key = await client.rpc('create_api_key', {
      organization: organizationId,
      key_name: 'Studio',
      key_scopes: ['recording:create'],
    });
    expect((key.data as { api_key: string }[])[0]?.api_key).toMatch(/^sd_live_[0-9a-f]{64}$/);
    expect(
      (await member(organization.member, { new_status: 'inactive' }, organization.admin)).error,
    ).toBeNull();
    expect((await organization.member.client.from('teams').select('id')).data).toEqual([]);
    expect(
      (await member(organization.member, { new_status: 'active' }, organization.admin)).error,
    ).toBeNull();
  });

  it('has no power over owners, and cannot become one', async () => {
    refused((await member(organization.owner, { new_role: 'member' }, organization.admin)).error);
    refused((await member(organization.admin, { new_role: 'owner' }, organization.admin)).error);
    refused(
      (
        await organization.admin.client.rpc('delete_organization', {
          organization: organization.organizationId,
        })
      ).error,
    );
  });

  it('cannot put a person of another organisation into a team', async () => {
    const other = await createPerson(backend, 'elsewhere@example.org');
    const { data } = await organization.admin.client.from('teams').select('id').limit(1).single();
    const { error } = await organization.admin.client.from('team_members').insert({
      team_id: (data as { id: string }).id,
      organization_id: organization.organizationId,
      user_id: other.userId,
    });
    expect(error?.code).toBe('23503');
  });
});

describe('an owner', () => {
  it('cannot leave an organisation without one', async () => {
    const { error } = await member(organization.owner, { new_role: 'member' }, organization.owner);
    expect(error?.message).toContain('needs an active owner');
  });

  it('reads invoices and the log', async () => {
    const { client } = organization.owner;
    expect((await client.from('invoices').select('number')).data).toHaveLength(1);
    const { data } = await client.from('audit_log').select('table_name').eq('table_name', 'teams');
    expect(data?.length).toBeGreaterThan(0);
  });
});

describe('an invitation', () => {
  it('is good for the invited address alone, once', async () => {
    const { client } = organization.owner;
    const invited = await createPerson(backend, 'invited@example.org');
    const finder = await createPerson(backend, 'finder@example.org');
    const invitation = await client.rpc('invite_to_organization', {
      organization: organization.organizationId,
      invited_email: ' Invited@Example.org ',
    });
    refused(
      (await finder.client.rpc('accept_organization_invitation', { token: invitation.data as string })).error,
    );
    expect(
      (await invited.client.rpc('accept_organization_invitation', { token: invitation.data as string }))
        .error,
    ).toBeNull();
    refused(
      (await invited.client.rpc('accept_organization_invitation', { token: invitation.data as string }))
        .error,
    );
  });
});

describe('a super admin', () => {
  it('reads licences and writes content; visitors read what is published', async () => {
    const { client } = superAdmin;
    expect((await client.from('license_keys').select('id')).data).toHaveLength(1);
    const page = await client
      .from('admin_content_pages')
      .insert({ page_key: 'news', title: 'News', status: 'published' });
    expect(page.error).toBeNull();
    const seen = await backend.client().from('admin_content_pages').select('page_key');
    expect(seen.data).toEqual([{ page_key: 'news' }]);
    refused(
      (await backend.client().from('admin_content_pages').update({ title: 'Ours' }).eq('page_key', 'news'))
        .error,
    );
  });

  it("never reads a key's hash", async () => {
    refused((await superAdmin.client.from('license_keys').select('key_hash')).error);
    refused((await superAdmin.client.from('license_keys').select('key_sealed')).error);
    refused((await superAdmin.client.from('psfaba_api_keys').select('key_hash')).error);
  });

  it('makes a gateway key that is reported once', async () => {
    const made = await superAdmin.client.rpc('generate_psfaba_api_key', { key_name: 'Shop' });
    expect(made.error).toBeNull();
    expect((made.data as { api_key: string }[])[0]?.api_key).toMatch(/^psfaba_live_[0-9a-z]{32}$/);
    refused((await organization.owner.client.rpc('generate_psfaba_api_key', { key_name: 'Mine' })).error);
  });
});

describe('a visitor', () => {
  it('has no way to write feedback past the rate limit', async () => {
    const client = backend.client();
    refused((await client.from('sounddesk_feedback').insert({ feedback_type: 'bug', message: 'x' })).error);
    const feedback = { feedback_id: randomUUID(), author: null, feedback_type: 'bug', message: 'x' };
    refused((await client.rpc('submit_feedback', feedback)).error);
  });

  it('counts a view of a published tutorial alone', async () => {
    const added = await superAdmin.client
      .from('admin_tutorials')
      .insert({ title: 'First take', category: 'Getting Started', content_type: 'video', is_published: true })
      .select('id')
      .single();
    const { id } = added.data as { id: string };
    await backend.client().rpc('increment_tutorial_views', { tutorial_id: id });
    const seen = await backend.client().from('admin_tutorials').select('view_count').eq('id', id).single();
    expect(seen.data).toEqual({ view_count: 1 });
  });
});
