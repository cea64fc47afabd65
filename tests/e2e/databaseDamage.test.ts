import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { axeFindingsInBothThemes } from '../lib/axe.ts';
import { photographPage } from '../lib/photographPage.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { TEST_ISSUERS } from '../lib/licensedHost.ts';

const TITLE = 'The account database is damaged';

let browser: Browser;
let accounts: AccountsHost;
let host: Host;
let tableFile: string;
const problems: string[] = [];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  await accounts.owner.query(
    `create table public.kept as select repeat('x', 500) from generate_series(1, 200)`,
  );
  const { rows } = await accounts.owner.query<{ path: string }>(
    `select pg_relation_filepath('public.kept') as path`,
  );
  const { databaseHome } = backendPaths(accounts.dataDir, findDatabaseUser());
  tableFile = join(databaseHome, 'data', rows[0]?.path ?? '');
  // A server that was just started has read nothing of the table yet.
  await accounts.host.close();
  host = await startHost({
    dataDir: accounts.dataDir,
    port: 0,
    hasAccounts: true,
    licenceIssuers: TEST_ISSUERS,
  });
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await accounts?.close();
});
afterAll(() => expect(problems).toEqual([]));

async function openApp(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(host.address);
  await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
  return page;
}

function damage(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    writeSync(opened, Buffer.alloc(64, 0xa5), 0, 64, 4096);
  } finally {
    closeSync(opened);
  }
}

it('damage of the database is reported in the pages that are open, and in those that come later', async () => {
  const open = await openApp();
  expect(await open.getByText(TITLE).count()).toBe(0);
  damage(tableFile);
  await expect(accounts.owner.query('select count(*) from public.kept')).rejects.toMatchObject({
    code: 'XX001',
  });
  const later = await open.getByText(TITLE).waitFor().then(openApp);
  for (const page of [open, later]) {
    const notice = page.getByRole('listitem').filter({ hasText: TITLE });
    await notice.getByText(/sounddesk backend restore FILE/).waitFor();
  }
  await photographPage(later, 'database-damage');
  expect(await axeFindingsInBothThemes(later)).toEqual([]);
});
