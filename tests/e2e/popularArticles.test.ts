/** The help center's popular articles: counted where they are read, on the page and in the app. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { openSignedUp } from './accountsPage.ts';

let browser: Browser;
let accounts: AccountsHost;
let page: Page;

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});

const popular = () => page.getByRole('region', { name: 'Popular articles' });
/** Down to the end, where what asks the server is. */
async function open(path: string): Promise<void> {
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${path}${hash}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}
async function counted(): Promise<string[]> {
  const { rows } = await accounts.owner.query<{ article_id: string }>('select article_id from article_views');
  return rows.map(({ article_id: id }) => id);
}

describe('an article that people read', () => {
  it('is popular in the help center, with how many read it; before that the page says that there is none', async () => {
    await open(ROUTES.helpCenter);
    await popular()
      .getByText(/^No article has been read yet/)
      .waitFor();
    await accounts.owner.query(
      `insert into admin_content_pages (page_key, title, content, status)
       values ('article-room', 'A quiet room', '{"sections": [{"heading": "First", "text": "Close the window."}]}', 'published')`,
    );
    for (const id of ['latency', 'article-room']) {
      await open(`${ROUTES.documentation}/${id}`);
      await expect.poll(counted).toContain(id);
    }
    // One that this version does not have is not named.
    await accounts.owner.query(
      `insert into article_views (article_id, view_count) values ('of-another-version', 90), ('presets', 41)`,
    );
    await open(ROUTES.helpCenter);
    await expect
      .poll(() => popular().getByRole('listitem').allTextContents())
      .toEqual(['Presets41 views', 'A quiet room1 view', 'Latency and how it is measured1 view']);
    await expectGoodLooks(page, 'help-center-popular');
    await popular().getByRole('link', { name: 'Latency and how it is measured' }).click();
    await page.getByRole('heading', { level: 1, name: 'Latency and how it is measured' }).waitFor();
  });

  it('counts where it is read in the app', async () => {
    await openSignedUp(page, accounts.host, 'reader@example.com');
    await page.getByRole('link', { name: 'Help & Support' }).first().click();
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page.getByRole('link', { name: 'Open the User Guide' }).click();
    await page.getByRole('link', { name: /^Loudness/ }).click();
    await expect.poll(counted).toContain('loudness');
  });
});
