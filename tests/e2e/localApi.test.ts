import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { callApi, findFreePort } from '../lib/apiHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';

describe('the API in Settings', () => {
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(live.host.address);
    await page.goto(`http://127.0.0.1:${live.host.port}/sounddesk-settings?tab=keys`);
    await page.getByRole('heading', { name: 'API of this computer' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
  });

  it('is switched on at a port, with a key that is shown once, and calls are listed', async () => {
    const port = await findFreePort();
    await page.getByLabel('Port').fill('80');
    await page.getByText('From 1024 to 65535.').waitFor();
    await page.getByLabel('Port').fill(String(port));
    await page.getByRole('button', { name: 'Change port' }).click();
    await page.getByRole('switch', { name: 'Serve the API' }).click();
    await page.getByText(`Served at http://127.0.0.1:${port}/api/v1`).waitFor();

    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('API key name is required').waitFor();
    await dialog.getByLabel('Name').fill('Stream Deck');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await callApi(port, '/key', { key })).json).toMatchObject({
      name: 'Stream Deck',
      scopes: ['read'],
    });

    await page.getByRole('button', { name: 'Show activity' }).click();
    await page.getByText('GET /api/v1/key').waitFor();
    await page.getByRole('button', { name: 'Revoke Stream Deck' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Remove Stream Deck' }).waitFor();
    expect((await callApi(port, '/key', { key })).status).toBe(401);
  });

  it('adds a webhook of this computer, and says what another one needs', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('127.0.0.1');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('Enter an address that begins with http:// or https://.').waitFor();
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    expect(await dialog.locator('code').textContent()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send test to http://127.0.0.1:9/hook' }).waitFor();
  });

  it('opens a folder to programs by its path, says why another one stays closed, and closes it', async () => {
    const shows = join(live.dir, 'shows');
    mkdirSync(shows);
    await page.getByText('No folder is open.').waitFor();
    await page.getByRole('button', { name: 'Open folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder on this computer').fill('/etc');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.getByText('/etc belongs to the system. Choose a folder of your own.').waitFor();
    await dialog.getByLabel('Folder on this computer').fill(shows);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(unwrap(await live.client.call('openFolders.list'))).toMatchObject([
      { name: 'shows', isThere: true },
    ]);
    await page.getByRole('button', { name: `Close ${shows}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('No folder is open.').waitFor();
    unwrap(await live.client.call('openFolders.add', { path: shows }));
    // Opened elsewhere, it is seen here.
    await page.getByText(shows).waitFor();
  });

  it('looks good', () => expectGoodLooks(page, 'local-api'));
});
