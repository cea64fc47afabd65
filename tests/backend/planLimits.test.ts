/** The limits of a plan, tried to be passed: by plain REST, by what was made before, by a plan that is over. */
import type { PostgrestError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let owner: Person;
let organizationId: string;

beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'limits@example.org');
});
afterAll(() => backend.close());
beforeEach(async () => {
  const made = await owner.client.rpc('create_organization', { organization_name: 'Limits' });
  if (made.error) throw made.error;
  organizationId = made.data as string;
});

async function setPlan(plan: string, seats: number, endsAt = 'infinity'): Promise<void> {
  await backend.owner.query(
    `insert into subscriptions (organization_id, plan_id, status, seats, current_period_ends_at) values ($1, $2, 'active', $3, $4)
     on conflict (organization_id) do update set plan_id = excluded.plan_id, status = excluded.status,
       seats = excluded.seats, trial_ends_at = null, current_period_ends_at = excluded.current_period_ends_at`,
    [organizationId, plan, seats, endsAt],
  );
}
const refusedWith = (error: PostgrestError | null, code: string) => {
  expect(error?.code).toBe('42501');
  expect(error?.message).toContain(code);
};

describe('API keys', () => {
  const make = () =>
    owner.client.rpc('create_api_key', {
      organization: organizationId,
      key_name: 'ours',
      key_scopes: ['recording:create'],
    });

  it('are made on the Enterprise plan alone', async () => {
    refusedWith((await make()).error, 'PLAN_LIMIT');
    await setPlan('professional', 1);
    refusedWith((await make()).error, 'PLAN_LIMIT');
    await setPlan('enterprise', 1);
    expect((await make()).error).toBeNull();
  });

  it('that were revoked are not made good again by a write after the plan has ended', async () => {
    await setPlan('enterprise', 1);
    await make();
    const set = (status: string) =>
      owner.client.from('api_keys').update({ status }).eq('organization_id', organizationId);
    expect((await set('revoked')).error).toBeNull();
    await setPlan('enterprise', 1, 'yesterday');
    refusedWith((await set('active')).error, 'PLAN_LIMIT');
  });
});

it('lets nobody write what a plan allows', async () => {
  const written = await owner.client.from('plans').update({ api_access: true }).eq('id', 'free');
  expect(written.error?.code).toBe('42501');
});
