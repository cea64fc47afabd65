import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchChromium } from '../lib/chromium.ts';

const PASSWORD = 'correct horse 7';

let browser: Browser;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchChromium(), startAccountsHost()]);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => context.close());

const atDashboard = () => page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function signUp(email: string, name = 'Maria'): Promise<void> {
  await page.goto(accounts.host.address);
  await heading('Sign In');
  await page.getByRole('button', { name: 'Create one' }).click();
  await heading('Create Account');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await atDashboard();
}

async function readAccount(email: string): Promise<unknown> {
  const { rows } = await accounts.owner.query<Record<string, unknown>>(
    `select p.display_name as name, o.name as workspace, s.plan_id as plan, s.status,
       extract(day from s.trial_ends_at - u.created_at)::int as "trialDays"
     from auth.users u join public.sounddesk_profiles p on p.user_id = u.id
     join public.organizations o on o.created_by = u.id and o.is_personal
     join public.subscriptions s on s.organization_id = o.id where u.email = $1`,
    [email],
  );
  return rows[0];
}

describe('an account of this machine', () => {
  it('is made, and leads to the dashboard with its workspace and its trial', async () => {
    await signUp('maria@example.com');
    await page.getByRole('heading', { level: 1, name: /, maria$/ }).waitFor();
    await page.getByText('Team Admin').waitFor();
    await expect
      .poll(() => readAccount('maria@example.com'))
      .toEqual({
        name: 'Maria',
        workspace: 'Personal',
        plan: 'professional',
        status: 'trialing',
        trialDays: 14,
      });
    expect(problems).toEqual([]);
  });
});
