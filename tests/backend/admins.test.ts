/** Who is an admin: given and taken by super admins alone, in effect at once, and never all taken. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

interface Listed {
  email: string;
  role: string;
}
const LAST = 'The last super admin stays: make somebody else a super admin first.';

let backend: TestBackend | undefined;
let superAdmin: Person;
let person: Person;
beforeEach(async () => {
  await backend?.close();
  backend = await createTestBackend();
  superAdmin = await createSuperAdmin(backend);
  person = await createPerson(backend, 'person@example.org');
});
afterAll(() => backend?.close());

const setRole = (by: Person, email: string, role: string) =>
  by.client.rpc('set_admin_role', { account_email: email, new_role: role });
/** Signs in again: the token has the claims of now. */
async function renew({ client, email }: Person): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
}
const list = async (by: Person) => {
  const answered = await by.client.rpc('list_admins');
  if (answered.error) throw answered.error;
  return (answered.data as Listed[]).map(({ email, role }) => [email, role]);
};

describe('a role', () => {
  it('is given and taken by a super admin, and in effect with the next token', async () => {
    expect((await setRole(superAdmin, ' Person@example.org', 'admin')).error).toBeNull();
    const add = (key: string) =>
      person.client.from('admin_content_pages').insert({ page_key: key, title: 'x' });
    expect((await add('one')).error?.code).toBe('42501');
    await renew(person);
    expect((await add('one')).error).toBeNull();
    expect((await person.client.rpc('list_admins')).error?.message).toBe('Super Admin Access Required');
    expect(await list(superAdmin)).toEqual([
      [superAdmin.email, 'super_admin'],
      [person.email, 'admin'],
    ]);
    await setRole(superAdmin, person.email, 'super_admin');
    await renew(person);
    expect(await list(person)).toHaveLength(2);
    await setRole(superAdmin, person.email, 'none');
    expect((await add('two')).error?.code).toBe('42501');
    expect(await list(superAdmin)).toEqual([[superAdmin.email, 'super_admin']]);
  });

  it('leaves the other claims of an account as they are', async () => {
    const claims = async () =>
      (await backend?.serviceClient().auth.admin.getUserById(person.userId))?.data.user?.app_metadata;
    const before = await claims();
    await setRole(superAdmin, person.email, 'super_admin');
    expect(await claims()).toEqual({ ...before, super_admin: true });
    await setRole(superAdmin, person.email, 'admin');
    expect(await claims()).toEqual({ ...before, admin: true });
    await setRole(superAdmin, person.email, 'none');
    expect(await claims()).toEqual(before);
  });

  it('that was taken is gone at once from all that super admins may, whatever the token says', async () => {
    await setRole(superAdmin, person.email, 'super_admin');
    await renew(person);
    const { client } = person;
    const pixel = { name: 'x', pixel_type: 'meta', pixel_id: '12345', is_active: false };
    expect((await client.from('tracking_pixels').insert(pixel)).error).toBeNull();
    expect((await client.rpc('inbox_counts')).error).toBeNull();
    await setRole(superAdmin, person.email, 'none');
    expect((await client.from('tracking_pixels').insert(pixel)).error?.code).toBe('42501');
    expect((await client.from('tracking_pixels').select('name')).data).toEqual([]);
    expect((await client.from('audit_log').select('id').is('organization_id', null)).data).toEqual([]);
    expect((await client.rpc('inbox_counts')).error?.code).toBe('42501');
    expect((await setRole(person, person.email, 'super_admin')).error?.code).toBe('42501');
  });

  it('is written into the log, once for each change', async () => {
    await setRole(superAdmin, person.email, 'admin');
    await setRole(superAdmin, person.email, 'admin');
    await setRole(superAdmin, person.email, 'none');
    const { data } = await superAdmin.client
      .from('audit_log')
      .select('actor_id, old_values->>role, new:new_values->>role')
      .eq('table_name', 'admins')
      .order('id');
    const actor_id = superAdmin.userId;
    expect(data).toEqual([
      { actor_id, role: 'none', new: 'admin' },
      { actor_id, role: 'admin', new: 'none' },
    ]);
  });

  it.each([
    ['nobody@example.org', 'admin', 'User not found with this email address'],
    ['person@example.org', 'owner', 'There is no role “owner”.'],
    ['new@example.org', 'admin', 'This account has not confirmed its email address yet.'],
  ])('of %s as %s is refused with a reason', async (email, role, message) => {
    await backend?.owner.query(
      `insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), 'new@example.org', '')`,
    );
    expect((await setRole(superAdmin, email, role)).error?.message).toBe(message);
  });

  it('is given by nobody else, oneself included', async () => {
    for (const role of ['admin', 'super_admin', 'none']) {
      expect((await setRole(person, person.email, role)).error?.code).toBe('42501');
      expect((await setRole(person, superAdmin.email, role)).error?.code).toBe('42501');
    }
    await setRole(superAdmin, person.email, 'admin');
    await renew(person);
    expect((await setRole(person, person.email, 'super_admin')).error?.code).toBe('42501');
    const visitor = backend?.client().rpc('list_admins');
    expect((await visitor)?.error?.code).toBe('42501');
  });
});

describe('the last super admin', () => {
  it('cannot be taken the role, nor delete the account', async () => {
    expect((await setRole(superAdmin, superAdmin.email, 'none')).error?.message).toBe(LAST);
    expect((await setRole(superAdmin, superAdmin.email, 'admin')).error?.message).toBe(LAST);
    expect((await superAdmin.client.rpc('request_account_deletion')).error?.message).toBe(LAST);
  });

  it('may go when there is another one, who then stays', async () => {
    await setRole(superAdmin, person.email, 'super_admin');
    await renew(person);
    expect((await superAdmin.client.rpc('request_account_deletion')).error).toBeNull();
    // Who goes does not count.
    expect((await setRole(person, person.email, 'none')).error?.message).toBe(LAST);
    expect((await person.client.rpc('request_account_deletion')).error?.message).toBe(LAST);
    await superAdmin.client.rpc('cancel_account_deletion');
    expect((await setRole(person, person.email, 'none')).error).toBeNull();
    expect((await setRole(superAdmin, superAdmin.email, 'none')).error?.message).toBe(LAST);
  });

  it('is not counted by one who cannot sign in', async () => {
    await setRole(superAdmin, person.email, 'super_admin');
    await backend?.owner.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [person.userId],
    );
    expect((await setRole(superAdmin, superAdmin.email, 'none')).error?.message).toBe(LAST);
  });

  it('stays when two let each other go at once', async () => {
    await setRole(superAdmin, person.email, 'super_admin');
    await renew(person);
    const answers = await Promise.all([
      setRole(superAdmin, person.email, 'none'),
      setRole(person, superAdmin.email, 'none'),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const { rows } = (await backend?.owner.query(
      `select 1 from auth.users where raw_app_meta_data ->> 'super_admin' = 'true'`,
    )) ?? { rows: [] };
    expect(rows).toHaveLength(1);
  });
});
