import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let admin: Person;
let person: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
  person = await createPerson(backend, 'curious@example.org');
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from tracking_pixels'));

const pixel = (changes: object = {}) => ({
  name: 'Visits',
  pixel_type: 'google-analytics',
  pixel_id: 'G-ABC123DEF4',
  description: null,
  ...changes,
});
const add = async (changes: object = {}) => {
  const { data, error } = await admin.client
    .from('tracking_pixels')
    .insert(pixel(changes))
    .select('id')
    .single();
  if (error) throw error;
  return String(data.id);
};

describe('tracking pixels', () => {
  it('are read by everybody while they are active, and no more of them than runs', async () => {
    const id = await add({ pixel_type: 'custom', pixel_id: 'count()' });
    await add({ is_active: false });
    for (const client of [backend.client(), person.client]) {
      const { data } = await client.from('tracking_pixels').select('id, pixel_type, pixel_id');
      expect(data).toEqual([{ id, pixel_type: 'custom', pixel_id: 'count()' }]);
    }
    expect((await backend.client().from('tracking_pixels').select('name')).error?.code).toBe('42501');
  });

  it('are written by super admins alone, and each change is in the log', async () => {
    const id = await add();
    for (const client of [backend.client(), person.client]) {
      expect((await client.from('tracking_pixels').insert(pixel())).error?.code).toBe('42501');
      await client.from('tracking_pixels').update({ pixel_id: 'G-EVIL1' }).eq('id', id);
      await client.from('tracking_pixels').delete().eq('id', id);
    }
    await admin.client.from('tracking_pixels').update({ is_active: false }).eq('id', id);
    await admin.client.from('tracking_pixels').delete().eq('id', id);
    const log = await admin.client.from('audit_log').select('action, actor_id').eq('row_id', id).order('id');
    expect(log.data?.map(({ action, actor_id: actor }) => [action, actor] as unknown[])).toEqual([
      ['insert', admin.userId],
      ['update', admin.userId],
      ['delete', admin.userId],
    ]);
  });

  it.each([
    { name: ' ' },
    { name: 'x'.repeat(121) },
    { pixel_type: 'other' },
    { pixel_type: 'meta', pixel_id: '123a56' },
    { pixel_type: 'gtm', pixel_id: "GTM-ABC123');alert(1)//" },
    { pixel_id: 'UA-1234-1' },
    { pixel_type: 'custom', pixel_id: ' ' },
    { pixel_type: 'custom', pixel_id: 'x'.repeat(20_001) },
    { description: 'x'.repeat(501) },
  ])('are not of %j', async (changes) => {
    expect((await admin.client.from('tracking_pixels').insert(pixel(changes))).error?.code).toBe('23514');
  });

  it('keep who added them, and their kind', async () => {
    const id = await add();
    for (const changes of [
      { created_by: person.userId },
      { created_at: '2020-01-01' },
      { pixel_type: 'gtm' },
    ])
      expect((await admin.client.from('tracking_pixels').update(changes).eq('id', id)).error?.code).toBe(
        '42501',
      );
  });
});
