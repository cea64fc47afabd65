/** Content of the public pages: written by admins alone, kept as written, with every state it had. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import {
  createOrganization,
  createSuperAdmin,
  type OrganizationSeed,
  type Person,
} from '../lib/organizationWorld.ts';

interface Version {
  id: number;
  title: string;
  status: string;
  editor: string | null;
}

let backend: TestBackend;
let superAdmin: Person;
/** An admin who is no super admin. */
let admin: Person;
let others: OrganizationSeed;
beforeAll(async () => {
  backend = await createTestBackend();
  superAdmin = await createSuperAdmin(backend);
  admin = await createAdmin('editor@example.org');
  others = await createOrganization(backend, 'ECHOES');
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query('delete from admin_content_pages');
});

async function createAdmin(email: string): Promise<Person> {
  const { data, error } = await backend.serviceClient().auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    app_metadata: { admin: true },
  });
  if (error) throw error;
  const client = backend.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, userId: data.user.id, email };
}
const pages = (by: Person) => by.client.from('admin_content_pages');
async function addPage(values: object = {}): Promise<{ id: string; updated_at: string }> {
  const added = await pages(admin)
    .insert({ page_key: 'about-us', title: 'About us', ...values })
    .select('id, updated_at')
    .single();
  if (added.error) throw added.error;
  return added.data;
}
const versions = async (page: string, more: object = {}) => {
  const answered = await admin.client.rpc('list_content_page_versions', { page, ...more });
  if (answered.error) throw answered.error;
  return answered.data as Version[];
};

describe('a content page', () => {
  it('is written by an admin and by a super admin, and read by visitors once it is published', async () => {
    const { id } = await addPage();
    const visitor = backend.client();
    expect((await visitor.from('admin_content_pages').select('id')).data).toEqual([]);
    expect(
      (await pages(superAdmin).update({ status: 'published' }).eq('id', id).select('id')).data,
    ).toHaveLength(1);
    const seen = await visitor
      .from('admin_content_pages')
      .select('page_key, title')
      .eq('page_key', 'about-us')
      .single();
    expect(seen.data).toEqual({ page_key: 'about-us', title: 'About us' });
    await pages(admin).update({ status: 'draft' }).eq('id', id);
    expect((await visitor.from('admin_content_pages').select('id')).data).toEqual([]);
  });

  it('keeps its content as it was written, keys in their order', async () => {
    const content = { zebra: 1, a: [{ sections: '<script>' }], middle: { bb: null, a: 'ü\u2028' } };
    const { id } = await addPage({ content });
    const { data } = await pages(admin).select('content').eq('id', id).single();
    expect(JSON.stringify(data?.content)).toBe(JSON.stringify(content));
  });

  it.each([
    [{ content: [] }, '23514'],
    [{ content: 'x' }, '23514'],
    [{ content: { a: 'x'.repeat(200_001) } }, '23514'],
    [{ content: { a: '\u0000' } }, '22P05'],
    [{ title: '  ' }, '23514'],
    [{ title: 'x'.repeat(201) }, '23514'],
    [{ status: 'hidden' }, '23514'],
    [{ meta_data: [] }, '23514'],
    [{ page_key: 'About us' }, '23514'],
  ])('does not take %j', async (values, code) => {
    const { error } = await pages(admin).insert({ page_key: 'x', title: 'x', ...values });
    expect(error?.code).toBe(code);
  });

  it('names who edited it last by the session, not by what is sent', async () => {
    const { id } = await addPage({ last_edited_by: others.owner.userId });
    const editor = async () =>
      ((await pages(admin).select('last_edited_by').eq('id', id).single()).data as { last_edited_by: string })
        .last_edited_by;
    expect(await editor()).toBe(admin.userId);
    await pages(superAdmin).update({ last_edited_by: others.owner.userId }).eq('id', id);
    expect(await editor()).toBe(superAdmin.userId);
  });

  it('is not overwritten by who has seen an older state', async () => {
    const { id, updated_at: seen } = await addPage();
    const write = (by: Person, title: string) =>
      pages(by).update({ title }).eq('id', id).eq('updated_at', seen).select('title');
    const both = await Promise.all([write(admin, 'First'), write(superAdmin, 'Second')]);
    expect(both.map(({ data }) => data?.length).sort()).toEqual([0, 1]);
    const won = both.find(({ data }) => data?.length === 1)?.data?.[0] as { title: string };
    expect((await pages(admin).select('title').eq('id', id).single()).data).toEqual(won);
  });
});

describe('the history of a page', () => {
  it('has each state, with who wrote it, and nothing twice', async () => {
    const { id } = await addPage();
    await pages(superAdmin).update({ title: 'Us' }).eq('id', id);
    await pages(admin).update({ title: 'Us', status: 'published' }).eq('id', id);
    await pages(admin).update({ title: 'Us' }).eq('id', id);
    expect((await versions(id)).map(({ title, status, editor }) => [title, status, editor])).toEqual([
      ['Us', 'published', admin.email],
      ['Us', 'draft', superAdmin.email],
      ['About us', 'draft', admin.email],
    ]);
  });

  it('restores a state by writing it back, which is a state of its own', async () => {
    const { id } = await addPage({ content: { b: 1, a: 2 } });
    await pages(admin).update({ title: 'Us', content: {} }).eq('id', id);
    const [, first] = await versions(id);
    const { data } = await admin.client
      .from('content_page_versions')
      .select('title, content, meta_data')
      .eq('id', first?.id ?? 0)
      .single();
    await pages(admin)
      .update(data as object)
      .eq('id', id);
    const now = await pages(admin).select('title, content').eq('id', id).single();
    expect(JSON.stringify(now.data)).toBe('{"title":"About us","content":{"b":1,"a":2}}');
    expect((await versions(id)).map(({ title }) => title)).toEqual(['About us', 'Us', 'About us']);
  });

  it('goes by pages, by key', async () => {
    const { id } = await addPage();
    for (const title of ['1', '2', '3']) await pages(admin).update({ title }).eq('id', id);
    const newest = await versions(id, { page_size: 2 });
    const older = await versions(id, { page_size: 2, before_id: newest.at(-1)?.id });
    expect([...newest, ...older].map(({ title }) => title)).toEqual(['3', '2', '1', 'About us']);
  });

  it('is changed by nobody', async () => {
    const { id } = await addPage();
    const [version] = await versions(id);
    const table = () => superAdmin.client.from('content_page_versions');
    const row = { page_id: id, title: 'x', content: {}, meta_data: {}, status: 'draft' };
    expect((await table().insert(row)).error?.code).toBe('42501');
    expect(
      (
        await table()
          .update({ title: 'x' })
          .eq('id', version?.id ?? 0)
      ).error?.code,
    ).toBe('42501');
    expect(
      (
        await table()
          .delete()
          .eq('id', version?.id ?? 0)
      ).error?.code,
    ).toBe('42501');
  });
});

describe('nobody else', () => {
  it('reads drafts and versions, or writes content', async () => {
    const { id } = await addPage();
    const [version] = await versions(id);
    for (const { client } of [others.owner, others.member]) {
      expect((await client.from('admin_content_pages').select('id')).data).toEqual([]);
      expect((await client.from('content_page_versions').select('id')).data).toEqual([]);
      expect((await client.rpc('list_content_page_versions', { page: id })).error?.message).toBe(
        'Admin Access Required',
      );
      const update = client.from('admin_content_pages').update({ title: 'Ours' }).eq('id', id).select('id');
      expect((await update).data).toEqual([]);
      const added = await client.from('admin_content_pages').insert({ page_key: 'ours', title: 'Ours' });
      expect(added.error?.code).toBe('42501');
      expect((await client.from('admin_content_pages').delete().eq('id', id).select('id')).data).toEqual([]);
    }
    const visitor = backend.client();
    expect((await visitor.from('content_page_versions').select('id')).error?.code).toBe('42501');
    expect((await visitor.rpc('list_content_page_versions', { page: id })).error?.code).toBe('42501');
    expect(await versions(id)).toEqual([version]);
  });

  it('keeps the rights of an admin once they were taken away, whatever the token says', async () => {
    const { id } = await addPage();
    const former = await createAdmin('former@example.org');
    expect((await pages(former).select('id')).data).toHaveLength(1);
    await backend
      .serviceClient()
      .auth.admin.updateUserById(former.userId, { app_metadata: { admin: false } });
    expect((await pages(former).select('id')).data).toEqual([]);
    expect((await pages(former).update({ title: 'x' }).eq('id', id).select('id')).data).toEqual([]);
  });

  it('reads or writes with the rights of a content admin what is of super admins', async () => {
    const { client } = admin;
    expect(
      (await client.from('tracking_pixels').insert({ name: 'x', pixel_type: 'meta', pixel_id: '12345' }))
        .error?.code,
    ).toBe('42501');
    expect((await client.from('audit_log').select('id')).data).toEqual([]);
    expect((await client.rpc('inbox_counts')).error?.code).toBe('42501');
    expect((await client.rpc('license_counts')).error?.code).toBe('42501');
  });
});

describe('a tutorial', () => {
  it('counts views without being changed by them, and nobody writes its count', async () => {
    const table = () => admin.client.from('admin_tutorials');
    const tutorial = {
      title: 'First take',
      category: 'Getting Started',
      content_type: 'video',
      is_published: true,
    };
    const added = await table()
      .insert({ ...tutorial, created_by: others.owner.userId })
      .select('id, updated_at, created_by')
      .single();
    const {
      id,
      updated_at: before,
      created_by: by,
    } = added.data as { id: string; updated_at: string; created_by: string };
    expect(by).toBe(admin.userId);
    const logged = async () =>
      (await backend.owner.query('select id from audit_log where row_id = $1', [id])).rows.length;
    const lines = await logged();
    await backend.client().rpc('increment_tutorial_views', { tutorial_id: id });
    await others.member.client.rpc('increment_tutorial_views', { tutorial_id: id });
    expect((await table().select('view_count, updated_at').eq('id', id).single()).data).toEqual({
      view_count: 2,
      updated_at: before,
    });
    expect(await logged()).toBe(lines);
    expect((await table().update({ view_count: 1000 }).eq('id', id)).error?.code).toBe('42501');
  });
});
