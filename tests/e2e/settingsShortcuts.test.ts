import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const ROUTE = '/sounddesk-settings?tab=advanced';
const TOGGLE = 'Start or stop noise cancellation” (Home, Enhancement)';
const PALETTE = 'Go to a screen, or run an action” (Everywhere)';

const list = (page: Page) => page.getByRole('region', { name: 'Keyboard shortcuts' });
const row = (page: Page, name: string, place: string) =>
  list(page).getByRole('listitem').filter({ hasText: name }).filter({ hasText: place });

/** Opens the field of a shortcut, whose name and place end as given, and presses these keys in it. */
async function press(page: Page, name: string, ...keys: string[]): Promise<void> {
  await list(page)
    .getByRole('button', { name: `Change the keys of “${name}` })
    .click();
  await page.getByRole('button', { name: 'Press the keys…' }).waitFor();
  for (const key of keys) await page.keyboard.press(key);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('All changes are saved').waitFor();
}

describe('keyboard shortcuts in the settings, on the headless host', () => {
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(live.host.address);
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    await page.goto(new URL(ROUTE, live.host.address).href);
    await list(page).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
  });
  const kept = async () => unwrap(await live.client.call('settings.read')).shortcuts;

  it('names whose keys they are, and refuses them', async () => {
    await press(page, TOGGLE, 'r');
    await page.getByText(/R is already used for “Hold to compare raw and clean” \(Enhancement\)\./).waitFor();
    await page.keyboard.press('Control+p');
    await page
      .getByText('The browser or the system uses Ctrl+P: it prints the page. Press other keys.')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('All changes are saved').waitFor();
  });

  it('takes what is pressed, keeps it when it is saved, and works at once in every window', async () => {
    const other = await page.context().newPage();
    await other.goto(live.host.address);
    await other.locator('button[aria-keyshortcuts="N"]').waitFor();

    await press(page, TOGGLE, 'Shift+x');
    await press(page, PALETTE, 'Alt+p');
    await page.getByText('1 unsaved change').waitFor();
    expect(await kept()).toEqual({});
    await save(page);
    expect(await kept()).toEqual({ 'live.toggle': 'Shift+X', 'palette.open': 'Alt+P' });

    await other.locator('button[aria-keyshortcuts="Shift+X"]').waitFor();
    await other.keyboard.press('Control+k');
    await other.keyboard.press('Alt+p');
    await other.getByRole('dialog').getByText('Shift+X').waitFor();
    expect(await other.getByRole('dialog').count()).toBe(1);
    await other.close();
  });

  it('takes keys away, and brings one and all back', async () => {
    const shortcuts = { 'live.toggle': 'Shift+X', 'palette.open': 'Alt+P' };
    unwrap(await live.client.call('settings.update', { shortcuts }));
    await row(page, 'Start or stop noise cancellation', 'Home').getByText('Shift+X').waitFor();
    await press(page, TOGGLE, 'Backspace');
    await row(page, 'Start or stop noise cancellation', 'Home').getByText('None').waitFor();
    await list(page)
      .getByRole('button', { name: `Default keys for “${TOGGLE}` })
      .click();
    await row(page, 'Start or stop noise cancellation', 'Home').getByText('N').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await row(page, 'Start or stop noise cancellation', 'Home').getByText('Shift+X').waitFor();
    await list(page).getByRole('button', { name: 'Reset all' }).click();
    await save(page);
    expect(await kept()).toEqual({});
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  });

  it('says that keys for every program need the desktop app', async () => {
    await list(page)
      .getByText('Only the desktop app can hear keys while another program is in front.')
      .waitFor();
    expect(await row(page, 'Mute or unmute', 'In every app').count()).toBe(0);
  });

  it('refuses what no screen would send', async () => {
    const shortcuts = { 'live.toggle': 'R' };
    expect(await live.client.call('settings.update', { shortcuts })).toMatchObject({
      success: false,
      error: { code: 'BAD_INPUT' },
    });
  });
});

describe('keyboard shortcuts in the settings, in a browser alone', () => {
  let studio: WebStudio;
  beforeAll(async () => {
    studio = await startWebStudio(['--use-fake-device-for-media-stream']);
  });
  afterAll(() => studio?.close());

  it('are kept by it, and work at once in another tab', async () => {
    const { page, context, problems } = await studio.open();
    const other = await context.newPage();
    await other.goto(`${studio.origin}/sounddesk-dashboard`);
    await page.goto(`${studio.origin}${ROUTE}`);
    await press(page, PALETTE, 'F2');
    await save(page);
    await other.locator('[aria-keyshortcuts="F2"]').first().waitFor({ state: 'attached' });
    await other.keyboard.press('F2');
    await other.getByRole('dialog').waitFor();
    await page.reload();
    await row(page, 'Go to a screen', 'Everywhere').getByText('F2').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
