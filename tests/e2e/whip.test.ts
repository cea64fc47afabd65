/** Live Broadcast in a browser alone: by WHIP to a server whose other end is a real Chromium as well. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { startWhipServer, type WhipServer } from '../lib/whipServer.ts';

const TOKEN = 'wt-3f0c-secret';
const LONG = { timeout: 60_000 };
const FLAGS = [
  '--use-fake-device-for-media-stream=device-count=2,fps=30',
  '--use-fake-ui-for-media-stream',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

let browser: Browser;
let site: StaticServer;
let server: WhipServer;
let page: Page;
const problems: string[] = [];

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name });
const banner = () => page.getByRole('region', { name: 'Broadcast' });

beforeAll(async () => {
  browser = await launchHeadlessShell(FLAGS);
  server = await startWhipServer(browser, TOKEN);
  site = await serveWebBuild([server.origin]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1100 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}${ROUTES.liveBroadcast}`);
  await page.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor(LONG);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

describe('live broadcast in a browser alone', () => {
  it('says what it cannot do, and asks for the address of a WHIP server', async () => {
    await page.getByText(/^A web page alone cannot reach the servers/).waitFor();
    await page.getByText(/^This page can send one stream by WHIP/).waitFor();
    expect(await page.getByText('Multi-Platform Streaming').count()).toBe(0);
    for (const address of ['', 'http://live.example/whip']) {
      await page.getByLabel('Server address').fill(address);
      await button('Go Live').click();
      await page.getByText('Enter an address that begins with https://.').first().waitFor();
    }
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('says that a token is not accepted, and that a server may not be reached from this site', async () => {
    await button('Add camera').click();
    await page.getByRole('menuitem').first().click();
    await page.getByText('In the program').waitFor(LONG);
    await page.getByLabel('Server address').fill(server.url);
    await page.getByLabel('Token').fill('another');
    await button('Go Live').click();
    await page.getByRole('alert').getByText('The server doesn’t accept the token.').waitFor(LONG);
    await page.getByLabel('Server address').fill('https://127.0.0.1:9/whip');
    await button('Go Live').click();
    await page
      .getByRole('alert')
      .getByText(/^The server can’t be reached/)
      .waitFor(LONG);
    await banner().getByText('Reconnecting…').waitFor();
    await button('End Stream').click();
    await button('Go Live').waitFor();
  });

  it('sends the programme and the microphone, with what the browser counts', async () => {
    await page.getByLabel('Server address').fill(server.url);
    await page.getByLabel('Token').fill(TOKEN);
    await button('Go Live').click();
    await banner().getByText('Live').waitFor(LONG);
    await expect.poll(async () => (await server.received())?.framesDecoded ?? 0, LONG).toBeGreaterThan(30);
    await expect.poll(async () => (await server.received())?.soundPackets ?? 0, LONG).toBeGreaterThan(20);
    const received = await server.received();
    expect(received).toMatchObject({ width: 1280, height: 720 });
    // Chromium's cameras are green.
    await expect.poll(async () => (await server.received())?.pixel[1] ?? 0, LONG).toBeGreaterThan(80);
    const statistics = page.getByRole('region', { name: 'Live Statistics' });
    await expect
      .poll(() => statistics.getByText(/^[1-9][\d,]* ?(kB|MB|KB)/).count(), LONG)
      .toBeGreaterThan(0);
    expect(await page.getByLabel('Server address').isDisabled()).toBe(true);
    await expectGoodLooks(page, 'broadcast-whip', {
      arrive: () => page.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor(),
    });
    await page.setViewportSize({ width: 1440, height: 1100 });
  });

  it('connects again where the server has let go of it, and ends it by what the server said', async () => {
    server.answerWith(503);
    await server.drop();
    await banner().getByText('Reconnecting…').waitFor(LONG);
    server.answerWith(null);
    await banner().getByText('Live').waitFor(LONG);
    await expect.poll(async () => (await server.received())?.framesDecoded ?? 0, LONG).toBeGreaterThan(10);
    await button('End Stream').click();
    await button('Go Live').waitFor();
    await expect.poll(() => server.heard.at(-1)).toBe('DELETE /whip/resource/1 200');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(TOKEN);
    expect(problems).toEqual([]);
  });
});
