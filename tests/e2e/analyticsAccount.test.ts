import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { openSignedUp } from './accountsPage.ts';

const TABLE = '/rest/v1/usage_sessions';

let browser: Browser;
let accounts: AccountsHost;
let client: Client<AppContract>;
let page: Page;
let email: string;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  client = connectToHost(accounts.host);
});
afterAll(async () => {
  client?.close();
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  unwrap(await client.call('settings.update', { shareAnalytics: false }));
  page = await openPage(browser);
  email = `analytics-${randomUUID()}@example.com`;
  await openSignedUp(page, accounts.host, email);
});
afterEach(() => page.context().close());

/** A session that ends now, as the journal keeps it. */
function endSession(): void {
  const nowMs = Date.now();
  const figures = {
    inputName: 'Marias Pods',
    outputName: 'Headphones',
    framesProcessed: 300,
    framesMissed: 1,
    meanReductionDb: 21,
    latencyP50Ms: 24,
    latencyP99Ms: 26,
  };
  appendFileSync(
    join(accounts.dataDir, 'journal.jsonl'),
    `${JSON.stringify({ version: 1, sessionStartedAtMs: nowMs - 3000, fromMs: nowMs - 3000, toMs: nowMs, figures })}\n`,
  );
}

async function stored() {
  const { rows } = await accounts.owner.query<{ kind: string; figures: Record<string, number> }>(
    'select s.kind, s.figures from usage_sessions s join auth.users u on u.id = s.user_id where u.email = $1',
    [email],
  );
  return rows;
}
const lookAgain = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
const openAnalytics = () => page.goto(`${new URL(accounts.host.address).origin}${ROUTES.analytics}`);

it('figures stay here until it is allowed, and go to the account from then on, once', async () => {
  endSession();
  await openAnalytics();
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  expect(await page.getByText(/^Also in your account: /).count()).toBe(0);
  unwrap(await client.call('settings.update', { shareAnalytics: true }));
  await page.getByText('Also in your account: no session yet').waitFor();
  endSession();
  await lookAgain();
  await page.getByText('Also in your account: 1 session').waitFor();
  await page.reload();
  await page.getByText('Also in your account: 1 session').waitFor();
  const rows = await stored();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    kind: 'noise-cancellation',
    figures: { durationSec: 3, latencyP50Ms: 24 },
  });
  expect(JSON.stringify(rows)).not.toContain('Pods');
});

it('figures wait for a server that is away, over a reload, and nothing is lost or doubled', async () => {
  unwrap(await client.call('settings.update', { shareAnalytics: true }));
  await openAnalytics();
  await page.getByText('Also in your account: no session yet').waitFor();
  accounts.faults.route(TABLE, (route) => route.abort());
  endSession();
  await lookAgain();
  await page.getByText(/^Not in your account yet: /).waitFor();
  await page.reload();
  await page.getByText(/^Not in your account yet: /).waitFor();
  expect(await stored()).toEqual([]);
  accounts.faults.unroute(TABLE);
  await lookAgain();
  await page.getByText('Also in your account: 1 session').waitFor();
  expect(await stored()).toHaveLength(1);
});

it('figures that are too many for a day stay here, are reported, and follow when the account takes them again', async () => {
  unwrap(await client.call('settings.update', { shareAnalytics: true }));
  await openAnalytics();
  await page.getByText('Also in your account: no session yet').waitFor();
  await accounts.owner.query(
    `insert into usage_sessions (user_id, kind, started_at)
     select u.id, 'recording', now() from auth.users u, generate_series(1, 1000) where u.email = $1`,
    [email],
  );
  endSession();
  await lookAgain();
  await page.getByText(/today’s limit is reached/).waitFor();
  await page.reload();
  await page.getByText(/today’s limit is reached/).waitFor();
  expect(await stored()).toHaveLength(1000);
  await accounts.owner.query(
    `update usage_sessions s set created_at = s.created_at - interval '1 day'
     from auth.users u where u.id = s.user_id and u.email = $1`,
    [email],
  );
  await lookAgain();
  await page.getByText(/Also in your account: 1,?001 sessions/).waitFor();
  expect(await stored()).toHaveLength(1001);
});
