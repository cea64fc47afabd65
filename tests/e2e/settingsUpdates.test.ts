import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

const PAGE = 'https://example.org/releases/9.1.0';

describe('the card of updates', () => {
  let releases: Server;
  let answer: { status: number; body: string };
  let asked: number;
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  beforeAll(async () => {
    answer = { status: 200, body: '{}' };
    asked = 0;
    releases = createServer((_, response) => {
      asked += 1;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
    const { port } = releases.address() as AddressInfo;
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, SOUNDDESK_RELEASES_URL: `http://127.0.0.1:${port}/` });
    page = await (await browser.newContext()).newPage();
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).waitFor();
    await page.goto(new URL('/sounddesk-settings?tab=general', live.host.address).href);
    await card().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    releases?.close();
  });

  const card = () => page.getByRole('region', { name: 'Updates' });
  const check = () => card().getByRole('button', { name: 'Check now' }).click();

  it('says which newer version there is, and where one reads about it', async () => {
    answer = { status: 200, body: JSON.stringify({ version: '9.1.0', url: PAGE }) };
    const before = asked;
    await check();
    await card().getByText('SoundDesk 9.1.0 is available.').waitFor();
    expect(asked).toBe(before + 1);
    expect(await card().getByRole('link', { name: 'What’s new' }).getAttribute('href')).toBe(PAGE);
  });

  it('says that this is the newest', async () => {
    answer = { status: 200, body: JSON.stringify({ version: '0.0.1' }) };
    await check();
    await card()
      .getByText(/You have the newest version\. Checked /)
      .waitFor();
  });

  it('says why nothing was learned, and keeps what was known', async () => {
    answer = { status: 503, body: 'closed' };
    await check();
    const alert = card().getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('it answered 503');
    await card()
      .getByText(/Checked /)
      .waitFor();
    answer = { status: 200, body: '<script>alert(1)</script>' };
    await check();
    await card()
      .getByText(/what it says is no version/)
      .waitFor();
  });

  it('asks nothing in privacy mode', async () => {
    unwrap(await live.client.call('settings.update', { privacyMode: true }));
    const before = asked;
    await card().getByText('In privacy mode SoundDesk does not look for new versions.').waitFor();
    expect(await card().getByRole('button', { name: 'Check now' }).count()).toBe(0);
    expect(asked).toBe(before);
    unwrap(await live.client.call('settings.update', { privacyMode: false }));
    await card().getByRole('button', { name: 'Check now' }).waitFor();
  });
});
