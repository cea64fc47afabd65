import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
  reader = await createPerson(backend, 'reader@example.org');
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from testimonials'));

const said = (changes: object = {}) => ({
  quote: 'The dishwasher was gone.',
  author_name: 'Ada',
  author_role: '',
  source_url: null,
  ...changes,
});
const add = async (changes: object = {}) => {
  const { data, error } = await admin.client.from('testimonials').insert(said(changes)).select('id').single();
  if (error) throw error;
  return String(data.id);
};
const COLUMNS = 'quote, author_name, author_role, source_url';

describe('testimonials', () => {
  it('are drafts until they are published, and nobody but super admins reads drafts', async () => {
    const id = await add();
    for (const client of [backend.client(), reader.client])
      expect((await client.from('testimonials').select(COLUMNS)).data).toEqual([]);
    await admin.client.from('testimonials').update({ is_published: true }).eq('id', id);
    for (const client of [backend.client(), reader.client])
      expect((await client.from('testimonials').select(COLUMNS)).data).toEqual([said()]);
    await admin.client.from('testimonials').update({ is_published: false }).eq('id', id);
    expect((await backend.client().from('testimonials').select(COLUMNS)).data).toEqual([]);
  });

  it('are written by super admins alone', async () => {
    const id = await add({ is_published: true });
    for (const client of [backend.client(), reader.client]) {
      expect((await client.from('testimonials').insert(said())).error?.code).toBe('42501');
      await client.from('testimonials').update({ quote: 'changed' }).eq('id', id);
      await client.from('testimonials').delete().eq('id', id);
    }
    expect((await backend.client().from('testimonials').select(COLUMNS)).data).toEqual([said()]);
    expect((await admin.client.from('testimonials').delete().eq('id', id)).error).toBeNull();
    const log = await admin.client.from('audit_log').select('action, actor_id').eq('row_id', id).order('id');
    expect(log.data).toEqual([
      { action: 'insert', actor_id: admin.userId },
      { action: 'delete', actor_id: admin.userId },
    ]);
  });

  it.each([
    { quote: ' ' },
    { quote: 'x'.repeat(601) },
    { author_name: '' },
    { source_url: 'javascript:alert(1)' },
    { source_url: 'http://example.org' },
    { source_url: 'https://example.org/"><script>' },
    { source_url: 'https://example.org/\njavascript:alert(1)' },
  ])('are refused with %j', async (changes) => {
    expect((await admin.client.from('testimonials').insert(said(changes))).error?.code).toBe('23514');
  });
});
