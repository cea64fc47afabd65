import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readWelcome } from '../../supabase/embedded/index.ts';
import { prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import type { Host } from '../../src-main/node/host.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { licenseDataDir, TEST_ISSUERS } from '../lib/licensedHost.ts';
import { startHostAgain } from '../lib/startHostAgain.ts';
import { newAddress } from './accountsPage.ts';

const PASSWORD = 'correct horse 7';
const DAY_MS = 86_400_000;

let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launchHeadlessShell();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => context.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const atDashboard = () => page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
async function axeFindings(): Promise<string[]> {
  return axeFindingsOf(page);
}

describe('the first launch with the account server of this machine', () => {
  let accounts: AccountsHost;
  let welcomeKey: string;
  beforeAll(async () => {
    accounts = await startAccountsHost({ isLicensed: false });
    welcomeKey = readWelcome(prepareBackendHome(accounts.dataDir).home)?.licenceKey ?? '';
  });
  afterAll(() => accounts?.close());
  /** Each test begins as a device that never had a licence. */
  beforeEach(async () => {
    await accounts.host.core.licence.handlers['licence.deactivate'](undefined, {
      signal: new AbortController().signal,
    });
    await accounts.owner.query('delete from private.rate_limits');
    // As it was before a try that revoked it.
    await accounts.owner.query(`update license_keys set status = 'trial' where key_prefix = $1`, [
      welcomeKey.slice(0, 8),
    ]);
  });

  async function signUp(email: string): Promise<void> {
    await heading('Create Account');
    await page.getByLabel('Name').fill('Maria');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
  }

  it('asks for the key, refuses a wrong one, and takes the one that npm start printed', async () => {
    await page.goto(accounts.host.address);
    await heading('Welcome to SoundDesk');
    await page.getByLabel('License key').fill('SD-12');
    await page.keyboard.press('Enter');
    await page.getByText('A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.').waitFor();
    await page.getByLabel('License key').fill('SD-AAAAA-BBBBB-CCCCC-DDDDD');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('This license key is not known. Check that all of it was pasted.').waitFor();
    // As it is pasted from a mail.
    await page.getByLabel('License key').fill(`Your key: ${welcomeKey.toLowerCase()} `);
    await page.getByRole('button', { name: 'Activate' }).click();
    await heading('Sign In');
  });

  it('takes a dropped file', async () => {
    await page.goto(accounts.host.address);
    await heading('Welcome to SoundDesk');
    await page.getByLabel('License file').setInputFiles({
      name: 'license.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no key in here'),
    });
    await page.getByText(/^This file holds no license key/).waitFor();
    const transfer = await page.evaluateHandle((key) => {
      const data = new DataTransfer();
      data.items.add(new File([`SoundDesk license\n${key}\n`], 'license.txt'));
      return data;
    }, welcomeKey);
    await page.getByText('Drop a license file here, or').dispatchEvent('drop', { dataTransfer: transfer });
    await heading('Sign In');
  });

  it('lets a newcomer hear what it does first, and leads through Free and sign-up to the studio', async () => {
    const hear = async () => {
      await page.getByRole('button', { name: 'Play a noisy episode' }).click();
      await page.getByRole('radio', { name: 'Clean' }).click();
      await page.getByText(/^Noise in the pauses: −/).waitFor();
      await page.getByRole('button', { name: 'Make your first recording' }).click();
    };
    await page.goto(accounts.host.address);
    await hear();
    await page.getByRole('button', { name: 'Continue with Free' }).click();
    await heading('Sign In');
    await expectGoodLooks(page, 'sign-in');
    await hear();
    await signUp(newAddress('newcomer'));
    await heading('Recording Studio');
    expect(problems).toEqual([]);
  });

  it('starts the trial of a new account, which the menu then shows', async () => {
    await page.goto(accounts.host.address);
    await page.getByRole('button', { name: 'Start 14-Day Free Trial' }).click();
    const email = newAddress('trial');
    await signUp(email);
    await page.getByText(`Signed in as ${email}`).waitFor();
    await page.getByText('No license on this account yet.').waitFor();
    await page.getByRole('button', { name: 'Start 14-Day Free Trial' }).click();
    await atDashboard();
    await page.getByRole('button', { name: 'Trial: 14 days left' }).click();
    const dialog = page.getByRole('dialog', { name: 'License' });
    await dialog.getByText('Professional').waitFor();
    // Once: the account's line leaves it to the license.
    expect(await page.getByText('Trial: 14 days left').count()).toBe(1);
    expect(await axeFindings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Deactivate this device' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate this device' }).click();
    await heading('Welcome to SoundDesk');
    expect(problems).toEqual([]);
  });

  it('lets one choose a license of the account, and free the device that holds it', async () => {
    await page.goto(accounts.host.address);
    await page.getByRole('button', { name: 'Start 14-Day Free Trial' }).click();
    const email = newAddress('chooser');
    await signUp(email);
    await page.getByText('No license on this account yet.').waitFor();
    await accounts.owner.query(
      `with made as (insert into license_keys (user_id, user_email, key_hash, key_prefix, platform, status, trial_ends_at)
         select id, email, sha256(email::bytea), 'SD-CHOSE', 'desktop', 'trial', now() + interval '10 days' from auth.users where email = $1
         returning id)
       insert into license_activations (license_id, device_id, device_name, platform)
       select id, 'old-laptop-00000001', 'Old laptop', 'windows' from made`,
      [email],
    );
    await page.reload();
    const use = page.getByRole('button', { name: 'Use on this device: SD-CHOSE' });
    await use.waitFor();
    expect(await use.isDisabled()).toBe(true);
    await page.getByText(/^In use on as many devices as it allows/).waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Deactivate Old laptop' }).click();
    await use.click();
    await atDashboard();
    await page.getByRole('button', { name: 'Trial: 10 days left' }).waitFor();
  });

  it('says that it was revoked, and offers the way on', async () => {
    await page.goto(accounts.host.address);
    await page.getByLabel('License key').fill(welcomeKey);
    await page.keyboard.press('Enter');
    await heading('Sign In');
    await accounts.owner.query(`update license_keys set status = 'revoked' where key_prefix = $1`, [
      welcomeKey.slice(0, 8),
    ]);
    await accounts.host.core.licence.handlers['licence.refresh'](undefined, {
      signal: new AbortController().signal,
    });
    await page.goto(accounts.host.address);
    await heading('This license was revoked');
    expect(await axeFindings()).toEqual([]);
    await page.getByLabel('License key').fill(welcomeKey);
    await page.keyboard.press('Enter');
    await page.getByText('This license was revoked. Contact support, or use another key.').waitFor();
    await page.getByRole('button', { name: 'Continue with Free' }).click();
    await heading('Sign In');
  });

  it('passes axe at three widths in both themes, without a horizontal scroll bar', async () => {
    await page.goto(accounts.host.address);
    await heading('Welcome to SoundDesk');
    await expectGoodLooks(page, 'licence');
  });
});

describe('a license that does not hold', () => {
  /** A host without accounts on this kept record; `spoil` changes what is kept. */
  async function openSpoiled(spoil: (record: KeptRecord) => void): Promise<Host> {
    const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-licence-'));
    await licenseDataDir(dir);
    const file = path.join(dir, 'licence.secret.json');
    const record = JSON.parse(readFileSync(file, 'utf8')) as KeptRecord;
    spoil(record);
    writeFileSync(file, JSON.stringify(record));
    const host = await startHostAgain({ dataDir: dir, licenceIssuers: TEST_ISSUERS });
    onTestFinished(async () => {
      await host.close();
      rmSync(dir, { recursive: true, force: true });
    });
    await page.goto(host.address);
    return host;
  }
  interface KeptRecord {
    token: string;
    installId: string;
    memory: { latestSeenMs: number; refused: Record<string, string> };
  }
  const subjectOf = ({ token }: KeptRecord) =>
    (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

  it('opens the workspace where it does', async () => {
    await openSpoiled(() => undefined);
    await atDashboard();
    await page.getByRole('button', { name: 'Licensed' }).waitFor();
    expect(problems).toEqual([]);
  });

  it.each<[string, (record: KeptRecord) => void]>([
    ['The license on this device is damaged', (record) => (record.token = record.token.slice(0, -9))],
    ['This license belongs to another device', (record) => (record.installId = 'f'.repeat(32))],
    [
      'The clock of this computer was set back',
      (record) => (record.memory.latestSeenMs = Date.now() + DAY_MS),
    ],
    ['This license was revoked', (record) => (record.memory.refused[subjectOf(record)] = 'revoked')],
    ['This device was deactivated', (record) => (record.memory.refused[subjectOf(record)] = 'deactivated')],
    ['This license has expired', (record) => (record.memory.refused[subjectOf(record)] = 'ended')],
  ])('says: %s', async (title, spoil) => {
    await openSpoiled(spoil);
    await heading(title);
    await page.getByText('Keys and sign-in do not work yet').waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Continue with Free' }).press('Enter');
    await atDashboard();
    await page.getByRole('button', { name: 'Free tier' }).waitFor();
    await page.reload();
    await atDashboard();
  });
});
