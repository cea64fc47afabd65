/** A seat that is paid for is a licence on the desktop: of the plan that was paid, for as long, and for as many. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let count = 0;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

interface Answer {
  data?: { token: string; licences: { id: string; status: string; plan: string }[] };
  error?: { code: string };
}
async function call(name: string, input: object, client?: SupabaseClient): Promise<Answer> {
  const { anonKey } = inject('cluster').secrets;
  const session = client ? (await client.auth.getSession()).data.session : null;
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${session?.access_token ?? anonKey}` },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Answer;
}
const on = (person: Person) => ({
  deviceId: `device-of-${person.userId}`,
  deviceName: 'Desk',
  platform: 'linux',
});
const claimsOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const mine = async (person: Person) => (await call('my-licenses', {}, person.client)).data?.licences ?? [];
const use = async (person: Person, licenceId: string) =>
  call('activate-own-license', { licenceId, ...on(person) }, person.client);
const refresh = (person: Person, token = '') =>
  call('refresh-license', { token, deviceId: on(person).deviceId });
/** The account's trial has been over since yesterday. */
const endTrial = ({ userId }: Person) =>
  backend.owner.query(
    `update license_keys set trial_ends_at = now() - interval '1 day' where user_id = $1 and is_self_trial`,
    [userId],
  );
const person = (name: string) => createPerson(backend, `${name}${(count += 1)}@example.org`);
const organizationOf = async (owner: Person) => {
  const made = await owner.client.rpc('create_organization', { organization_name: 'Seats' });
  return made.data as string;
};
async function pay(organization: string, plan: string, seats: number): Promise<string> {
  const id = `I-SEAT${(count += 1)}`;
  await backend.owner.query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     values ($1, $2, $3, 'monthly', $4, 10, 'https://example.org', 'ACTIVE', now())`,
    [id, organization, plan, seats],
  );
  await backend.owner.query(
    `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     values ($1, $2, $2, $3, 'completed', now(), now() - interval '1 minute', now() + interval '30 days')`,
    [organization, id, 10 * seats],
  );
  return id;
}
/** The paid time of a subscription is over, and so is the day for its renewal. */
const end = async (subscription: string) => {
  await backend.owner.query(`update paypal_subscriptions set status = 'CANCELLED' where id = $1`, [
    subscription,
  ]);
  await backend.owner.query(
    `update payments set covers_from = now() - interval '40 days', covers_until = now() - interval '10 days'
     where paypal_subscription_id = $1`,
    [subscription],
  );
};
async function join(organization: string, owner: Person, who: Person) {
  const invited = await owner.client.rpc('invite_to_organization', {
    organization,
    invited_email: who.email,
    invited_role: 'member',
  });
  const { error } = await who.client.rpc('accept_organization_invitation', { token: invited.data as string });
  expect(error).toBeNull();
}

describe('a paid seat', () => {
  it('continues where the trial of the account is over, with the plan that was paid', async () => {
    const owner = await person('payer');
    const started = await call('start-trial', on(owner), owner.client);
    await endTrial(owner);
    expect((await refresh(owner, started.data?.token)).error?.code).toBe('EXPIRED');
    expect(await mine(owner)).toMatchObject([{ status: 'expired', plan: 'professional' }]);
    await pay(await organizationOf(owner), 'enterprise', 1);
    const [licence] = await mine(owner);
    expect(licence).toMatchObject({ status: 'active', plan: 'enterprise' });
    const used = await use(owner, licence?.id ?? '');
    expect(claimsOf(used.data?.token)).toMatchObject({
      plan: 'enterprise',
      status: 'active',
      trialEndsAtMs: null,
      limits: { audioTracks: null, apiAccess: true },
    });
    expect((await refresh(owner, used.data?.token)).data?.token).toBeDefined();
  });

  it('is a licence to choose for who never started a trial, once, also where it is asked for often at once', async () => {
    const owner = await person('late');
    expect(await mine(owner)).toEqual([]);
    await pay(await organizationOf(owner), 'essential', 1);
    await Promise.all(Array.from({ length: 10 }, () => mine(owner)));
    const licences = await mine(owner);
    expect(licences).toMatchObject([{ status: 'active', plan: 'essential' }]);
    const used = await use(owner, licences[0]?.id ?? '');
    expect(claimsOf(used.data?.token)).toMatchObject({ plan: 'essential', limits: { audioTracks: 1 } });
  });

  it('ends with what was paid, and the trial counts again where it still runs', async () => {
    const owner = await person('leaver');
    const subscription = await pay(await organizationOf(owner), 'enterprise', 1);
    const [licence] = await mine(owner);
    const used = await use(owner, licence?.id ?? '');
    await end(subscription);
    expect(await mine(owner)).toMatchObject([{ status: 'trial', plan: 'professional' }]);
    const trial = await refresh(owner, used.data?.token);
    expect(claimsOf(trial.data?.token)).toMatchObject({ plan: 'professional', status: 'trial' });
    await endTrial(owner);
    expect((await refresh(owner, trial.data?.token)).error?.code).toBe('EXPIRED');
    expect(await mine(owner)).toMatchObject([{ status: 'expired', plan: 'professional' }]);
  });

  it('is one of as many as were paid: the owner’s first, then of who is there longest', async () => {
    const owner = await person('owner');
    const [first, second] = [await person('first'), await person('second')];
    const organization = await organizationOf(owner);
    const three = await pay(organization, 'professional', 3);
    await join(organization, owner, first);
    await join(organization, owner, second);
    for (const one of [owner, first, second])
      expect(await mine(one)).toMatchObject([{ status: 'active', plan: 'professional' }]);
    // Two are paid for from now on; three stay in.
    await end(three);
    await pay(organization, 'professional', 2);
    for (const one of [owner, first, second]) await endTrial(one);
    const states = await Promise.all([owner, first, second].map(async (one) => (await mine(one))[0]?.status));
    expect(states).toEqual(['active', 'active', 'expired']);
    const [licence] = await mine(second);
    expect((await use(second, licence?.id ?? '')).error?.code).toBe('EXPIRED');
  });

  it('is nobody’s who is not active there, and no revoked licence comes back by it', async () => {
    const owner = await person('owner');
    const guest = await person('guest');
    const organization = await organizationOf(owner);
    await pay(organization, 'enterprise', 2);
    await join(organization, owner, guest);
    expect(await mine(guest)).toMatchObject([{ status: 'active', plan: 'enterprise' }]);
    await owner.client.rpc('set_organization_member', {
      organization,
      member: guest.userId,
      new_status: 'inactive',
    });
    await endTrial(guest);
    expect(await mine(guest)).toMatchObject([{ status: 'expired' }]);
    const [own] = await mine(owner);
    await backend.owner.query(`update license_keys set status = 'revoked' where id = $1`, [own?.id]);
    expect(await mine(owner)).toMatchObject([{ status: 'revoked' }]);
    expect((await use(owner, own?.id ?? '')).error?.code).toBe('REVOKED');
  });

  it('is made by the server alone', async () => {
    const owner = await person('self');
    for (const name of ['make_seat_license', 'start_trial_license'])
      expect(
        (
          await owner.client.rpc(name, {
            account: owner.userId,
            key_hash: '\\x00',
            key_prefix: 'SD-AAAAA',
            key_sealed: '',
            ...(name === 'start_trial_license' ? { device: 'x', name: 'x', device_platform: 'linux' } : {}),
          })
        ).error?.code,
      ).toBe('42501');
    const raised = await owner.client
      .from('license_keys')
      .update({ seat_plan_id: 'enterprise' })
      .eq('user_id', owner.userId);
    expect(raised.error?.code).toBe('42501');
  });
});
