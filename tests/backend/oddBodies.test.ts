/**
 * Every function of the backend, called by somebody whose business it is not, with the true ids of an organisation that is
 * not his, with bodies that nobody should send, and each twice at the same time. Each answer is a refusal with a code, or
 * right; nothing of the organisation changes, and nothing of it is disclosed.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import {
  createOrganization,
  createPerson,
  createSuperAdmin,
  rowsOf,
  type OrganizationSeed,
  type Person,
} from '../lib/organizationWorld.ts';
import { createBillingWorld, type BillingWorld } from '../lib/payPal/world.ts';

const NAMES = readdirSync('supabase/functions', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name);
/** What PayPal is behind is called with the stand-in, since nothing is sold without it. */
const PAYPAL = ['billing-options', 'start-subscription', 'handle-paypal-subscription', 'cancel-subscription'];
const HUGE = 'x'.repeat(300_000);
const ODD: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    "';--",
    '\u202e',
    HUGE,
    'a\u0000b',
    '\ud800',
    '\u0000'.repeat(12),
    '\ud800'.repeat(20),
    '🎙'.repeat(8),
  ],
  ...[-1, 0, 1.5, 1e308, true, [], ['x'], {}, { a: { a: HUGE } }],
];
const RAW = [
  '',
  'x',
  'null',
  '[]',
  '"x"',
  '{"__proto__":{"a":1}}',
  '['.repeat(100_000),
  '{"a":'.repeat(20_000),
];

interface Answer {
  status: number;
  text: string;
}

let backend: TestBackend;
let world: BillingWorld;
let victim: OrganizationSeed;
let stranger: Person;
let superAdmin: Person;
let tokens: Record<'a visitor' | 'an owner of another', string>;
let ids: { licence: string; program: string; feedback: string };
let before: string;

beforeAll(async () => {
  backend = await createTestBackend();
  const { secrets } = inject('cluster');
  world = await createBillingWorld({ url: backend.services.url, secrets, db: backend.owner });
  victim = await createOrganization(backend, 'ALPHAS');
  const other = await createOrganization(backend, 'BRAVOS');
  stranger = await createPerson(backend, 'stranger@example.org');
  superAdmin = await createSuperAdmin(backend);
  const { session } = (await other.owner.client.auth.getSession()).data;
  tokens = { 'a visitor': secrets.anonKey, 'an owner of another': session?.access_token ?? '' };
  const idOf = async (sql: string) =>
    (await backend.owner.query<{ id: string }>(sql, [victim.owner.userId])).rows[0]?.id ?? '';
  ids = {
    licence: await idOf(`select id from license_keys where user_id = $1 and key_prefix = 'SD-AAAAA'`),
    program: await idOf('select id from affiliate_programs where user_id = $1'),
    feedback: await idOf('select id from sounddesk_feedback where user_id = $1'),
  };
  expect(Object.values(ids)).not.toContain('');
  before = await rowsOf(backend.owner, victim);
});
afterAll(async () => {
  await world?.close();
  await backend.close();
});
beforeEach(() => backend.owner.query('delete from private.rate_limits'));

const DEVICE = { deviceId: 'odd-device-0123456789', deviceName: 'Odd', platform: 'linux' };
/** As tests/lib/organizationWorld.ts seeds it. */
const VICTIMS_DEVICE = 'ALPHAS-device-0123456789';
const written = { name: 'Odd', email: 'odd@example.org', message: 'Odd', homepage: '' };

/** A body as it is usually sent, with what is the victim's. */
const usualBodies = (): Record<string, object> => ({
  'activate-license': { licenceKey: 'SD-AAAAA-AAAAA-AAAAA-AAAAA', ...DEVICE },
  'activate-own-license': { licenceId: ids.licence, ...DEVICE },
  'affiliate-options': { origin: 'https://example.org' },
  'billing-options': {},
  'cancel-subscription': { organizationId: victim.organizationId },
  'confirm-status': { token: 'a.b.c' },
  'delete-due-accounts': {},
  'delete-old-records': {},
  'deliver-inbox-replies': {},
  'generate-license': {
    userEmail: victim.owner.email,
    productType: 'desktop',
    platform: 'linux',
    trialDays: 7,
  },
  'handle-paypal-subscription': { subscriptionId: 'I-ALPHAS', userId: victim.owner.userId },
  'inbox-options': {},
  'invite-member': { organizationId: victim.organizationId, email: 'odd@example.org', role: 'admin' },
  'license-issuer': {},
  'my-licenses': { account: victim.owner.userId },
  'paypal-webhook': {
    id: 'WH-1',
    event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    resource: { id: 'I-ALPHAS' },
  },
  'probe-services': {},
  'psfaba-webhook': { id: 'evt', type: 'test' },
  'reconcile-billing': {},
  'redeem-password-reset': { email: victim.owner.email, password: 'abcdefghjkmn' },
  'refresh-license': { token: 'a.b.c', deviceId: VICTIMS_DEVICE },
  'release-license': { token: 'a.b.c', deviceId: VICTIMS_DEVICE },
  'reveal-license': { licenceId: ids.licence },
  'review-affiliate': { programId: ids.program, verdict: 'approved', reason: '', mailId: randomUUID() },
  'send-inbox-reply': { id: randomUUID(), caseId: ids.feedback, body: 'Odd' },
  'send-password-reset': { email: 'odd@example.org' },
  'send-status-mails': {},
  'start-subscription': {
    organizationId: victim.organizationId,
    planId: 'enterprise',
    cycle: 'monthly',
    seats: 1000,
  },
  'start-trial': { account: victim.owner.userId, ...DEVICE },
  'submit-contact': { id: ids.feedback, contactType: 'general', subject: 'Odd', ...written },
  'submit-data-request': { id: ids.feedback, requestType: 'access', details: 'Odd', ...written },
  'submit-feedback': {
    id: ids.feedback,
    userId: victim.owner.userId,
    feedbackType: 'bug',
    rating: 1,
    diagnostics: null,
    ...written,
  },
  'subscribe-status': { email: 'odd@example.org', homepage: '', origin: 'https://example.org' },
  'unsubscribe-status': { token: 'a.b.c' },
  'use-api-key': { apiKey: `sd_live_${'0'.repeat(64)}`, scope: 'recording:create' },
});

/** Not JSON, or JSON that is not one object, and each field as it must not be. */
function oddBodies(name: string): (string | object)[] {
  const usual = usualBodies()[name] ?? {};
  const fields = Object.keys(usual);
  return [
    ...[usual, {}, ...RAW],
    ...fields.flatMap((field) => ODD.map((odd) => ({ ...usual, [field]: odd }))),
    ...fields.map((field) => Object.fromEntries(Object.entries(usual).filter(([name]) => name !== field))),
  ];
}

async function call(name: string, token: string, body: string | object, method = 'POST'): Promise<Answer> {
  if (PAYPAL.includes(name) && typeof body === 'object' && method === 'POST') {
    const { status, data, error } = await world.call(name as 'cancel-subscription', body, token);
    return { status, text: JSON.stringify(status === 200 ? data : { error }) };
  }
  const response = await fetch(`${backend.services.url}/functions/v1/${name}`, {
    method,
    headers: {
      apikey: inject('cluster').secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Null where it is an answer as it should be. */
function problemOf({ status, text }: Answer, isAdmin = false): string | null {
  const strange = `${status} ${text.slice(0, 300)}`;
  if (!isAdmin && text.includes(victim.marker)) return `revealed the victim: ${strange}`;
  if (status === 200) return null;
  const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
  const isReported =
    typeof error?.code === 'string' && typeof error.message === 'string' && error.message !== '';
  // 503 where there is no PayPal or mail; never a failure of ours.
  return isReported && status >= 400 && (status < 500 || status === 503) ? null : strange;
}

it('every function has its usual body here', () => {
  expect(Object.keys(usualBodies()).toSorted()).toEqual(NAMES.toSorted());
});

async function problemsOf(name: string, token: string, isAdmin = false): Promise<string[]> {
  const problems: string[] = [];
  for (const body of oddBodies(name)) {
    const twice = [0, 1].map(() => call(name, token, body).catch((error: unknown) => String(error)));
    for (const answer of await Promise.all(twice)) {
      const problem = typeof answer === 'string' ? answer : problemOf(answer, isAdmin);
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      if (problem !== null) problems.push(`${sent.slice(0, 200)}: ${problem}`);
    }
    // How often one may try is not what this is about.
    await backend.owner.query('delete from private.rate_limits');
  }
  return problems;
}

describe.each(['a visitor', 'an owner of another'] as const)('as %s', (who) => {
  it.each(NAMES)('%s breaks at nothing, changes and reveals nothing of others', async (name) => {
    const problems = await problemsOf(name, tokens[who]);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await call(name, tokens[who], 'x', method)).status, method).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual([]);
    expect(backend.errors).toEqual([]);
    expect(await rowsOf(backend.owner, victim)).toBe(before);
  });
});

it('a trial that is begun twenty times at once, on twenty devices, is one license', async () => {
  const token = (await stranger.client.auth.getSession()).data.session?.access_token ?? '';
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call('start-trial', token, { ...DEVICE, deviceId: `device-of-a-stranger-${n}` }),
    ),
  );
  for (const answer of answers) expect(problemOf(answer)).toBeNull();
  const { rows } = await backend.owner.query<{ licences: number; devices: number; most: number }>(
    `select count(distinct l.id)::int as licences, count(a.id) filter (where a.deactivated_at is null)::int as devices,
       max(l.max_devices)::int as most
     from license_keys l left join license_activations a on a.license_id = l.id where l.user_id = $1`,
    [stranger.userId],
  );
  expect(rows[0]?.licences).toBe(1);
  expect(rows[0]?.devices).toBe(rows[0]?.most);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(rows[0]?.most ?? 0);
});

// Comes last: a super admin may change what is others'.
it.each(['generate-license', 'reveal-license', 'inbox-options', 'send-inbox-reply', 'review-affiliate'])(
  'as a super admin %s breaks at nothing',
  async (name) => {
    const { session } = (await superAdmin.client.auth.getSession()).data;
    expect(await problemsOf(name, session?.access_token ?? '', true)).toEqual([]);
    expect(backend.errors).toEqual([]);
  },
);
