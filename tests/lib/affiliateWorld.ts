/** Affiliates and those who come by their links, as their pages make them. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import { PASSWORD, type TestBackend } from './backend.ts';
import { createPerson, createSuperAdmin, type Person } from './organizationWorld.ts';

interface Affiliate extends Person {
  code: string;
  programId: string;
}
interface Summary {
  status: string;
  code: string;
  reason: string;
  commissionRate: number;
  totalReferrals: number;
  converted: number;
  totalEarningsUsd: number;
  pendingUsd: number;
  payableUsd: number;
  openUsd: number;
  paidOutUsd: number;
}
interface Referral {
  label: string;
  status: string;
  earnings_usd: number;
  refusal: string | null;
  converted_at: string | null;
}
interface Answer {
  status: number;
  data: unknown;
  code: string | undefined;
}

export const APPLICATION = {
  company_name: 'Loud & Clear',
  website: 'https://example.org/blog',
  monthly_traffic: '1000-10000',
  marketing_channels: ['Podcast', 'Social Media'],
  motivation: 'Our listeners record at home.',
};

/** What a page keeps of a link. */
export const by = (code: string, changes: object = {}) => ({ code, seenAtMs: Date.now(), ...changes });

export const tokenOf = async (client: SupabaseClient): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

export type AffiliateWorld = Awaited<ReturnType<typeof createAffiliateWorld>>;

export async function createAffiliateWorld(backend: TestBackend) {
  const admin = await createSuperAdmin(backend);
  let people = 0;
  const newPerson = () => createPerson(backend, `person-${(people += 1)}@example.org`);
  const apply = async (person: Person, changes: object = {}): Promise<string | null> => {
    const { error } = await person.client.rpc('apply_to_affiliate_program', { ...APPLICATION, ...changes });
    return error?.message ?? null;
  };
  const summaryOf = async (person: Person) =>
    (await person.client.rpc('affiliate_summary')).data as Summary | null;
  const programOf = async (person: Person): Promise<string> => {
    const { data } = await person.client
      .from('affiliate_programs')
      .select('id')
      .eq('user_id', person.userId)
      .single<{ id: string }>();
    return data?.id ?? '';
  };

  async function call(name: string, body: unknown, client: SupabaseClient): Promise<Answer> {
    const { anonKey } = inject('cluster').secrets;
    const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${(await tokenOf(client)) || anonKey}` },
      body: JSON.stringify(body),
    });
    const answered = (await response.json()) as { data?: unknown; error?: { code: string } };
    return { status: response.status, data: answered.data, code: answered.error?.code };
  }
  const review = async (person: Person, changes: object = {}, reviewer: Person = admin) => {
    const programId = await programOf(person);
    const decision = { programId, verdict: 'approved', reason: '', mailId: randomUUID(), ...changes };
    return call('review-affiliate', decision, reviewer.client);
  };
  async function newAffiliate(): Promise<Affiliate> {
    const person = await newPerson();
    const refusal = await apply(person);
    const { status } = await review(person);
    if (refusal !== null || status !== 200) throw new Error(`no affiliate: ${refusal} ${status}`);
    const code = (await summaryOf(person))?.code ?? '';
    return { ...person, code, programId: await programOf(person) };
  }
  /** Signs up as the page does for somebody who came by a link. */
  async function signUpBy(
    reported: unknown,
    email = `customer-${(people += 1)}@example.com`,
  ): Promise<Person> {
    const client = backend.client();
    const options = { data: { name: 'C', affiliate: reported } };
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options });
    if (error || !data.user) throw error ?? new Error('no user');
    const made = await client.rpc('create_default_sounddesk_profiles', { user_uuid: data.user.id });
    if (made.error) throw made.error;
    return { client, userId: data.user.id, email };
  }
  const referralsOf = async (person: Person): Promise<Referral[]> => {
    const { data, error } = await person.client
      .from('affiliate_referrals')
      .select('label, status, earnings_usd, refusal, converted_at')
      .order('referred_at');
    if (error) throw error;
    return data;
  };
  const personalOf = async (person: Person): Promise<string> => {
    const { rows } = await backend.owner.query<{ id: string }>(
      'select id from organizations where created_by = $1 and is_personal',
      [person.userId],
    );
    return rows[0]?.id ?? '';
  };
  const makeOrganization = async (person: Person, name: string): Promise<string> => {
    const made = await person.client.rpc('create_organization', { organization_name: name });
    return String(made.data);
  };
  return {
    admin,
    newPerson,
    apply,
    summaryOf,
    programOf,
    call,
    review,
    newAffiliate,
    signUpBy,
    referralsOf,
    personalOf,
    makeOrganization,
  };
}
