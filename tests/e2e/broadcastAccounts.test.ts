import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { startAccountsRig, type AccountsRig } from '../lib/platforms/accountsRig.ts';
import { youTubeError } from '../lib/platforms/index.ts';

const LONG = { timeout: 60_000 };

let rig: AccountsRig;
let browser: Browser;
let page: Page;
const problems: string[] = [];
const said: string[] = [];

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name });
const row = (name: string) => page.getByRole('listitem', { name });
const dialog = () => page.getByRole('dialog', { name: 'Add destination' });
const chat = () => page.getByRole('region', { name: 'Chat' });
const viewersAt = (name: string) => row(name).getByRole('definition').first().textContent();
const arrive = () => page.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor();

async function choosePlatform(name: string): Promise<void> {
  await button('Add destination').click();
  await dialog().getByRole('combobox', { name: 'Platform' }).click();
  await page.getByRole('option', { name }).click();
}

describe('accounts of platforms on the screen', () => {
  beforeAll(async () => {
    const env = { SOUNDDESK_TWITCH_CLIENT_ID: 'our-twitch' };
    [rig, browser] = await Promise.all([startAccountsRig({ env }), launchHeadlessShell()]);
    const context = await browser.newContext({ viewport: { width: 1440, height: 1100 } });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(rig.live.host.address);
    await page.getByRole('link', { name: 'Live Broadcast' }).click();
    await arrive();
  });
  afterAll(async () => {
    await browser?.close();
    await rig?.close();
  });

  it('connects Twitch by a code that can be cancelled, and takes address and key from it', async () => {
    await choosePlatform('Twitch');
    await button('Connect Twitch', dialog()).click();
    await dialog().getByText('ABCDEFGH').waitFor();
    await button('Cancel', dialog().getByRole('region', { name: 'Your Twitch account' })).click();
    await button('Connect Twitch', dialog()).click();
    await dialog().getByText('Waiting for you to agree…').waitFor();
    const link = dialog().getByRole('link', { name: 'Open Twitch' });
    expect(await link.getAttribute('href')).toMatch(/activate\?public=true/);
    expect(await axeFindingsOf(page)).toEqual([]);
    rig.platforms.twitch.answerCode('agreed');
    await dialog().getByText('Connected as TwitchDev').waitFor(LONG);
    // Who connects it here wants to use it here: no address and no key are asked for.
    await dialog().getByRole('switch', { name: 'Use your account', checked: true }).waitFor();
    expect(await dialog().getByLabel('Stream key').count()).toBe(0);
    await dialog().getByLabel('Search categories').fill('just');
    await page.keyboard.press('Enter');
    await button('Choose Just Chatting', dialog()).click();
    await button('Leave as it is on Twitch', dialog()).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Save', dialog()).click();
    await dialog().waitFor({ state: 'hidden' });
    await row('Twitch').getByText('Ready').waitFor();
  });

  it('says that YouTube needs a client id and how to get one, then comes back from Google', async () => {
    await choosePlatform('YouTube');
    await dialog()
      .getByText(/^To connect, YouTube asks for a client ID/)
      .waitFor();
    expect(await button('Connect YouTube', dialog()).count()).toBe(0);
    await button('Set up a client ID', dialog()).click();
    await dialog().getByRole('link', { name: 'Open the Google Cloud console' }).waitFor();
    await dialog().getByLabel('Client ID').fill('mine');
    await dialog().getByLabel('Client secret').fill('hush-7731');
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Save client ID', dialog()).click();
    await button('Connect YouTube', dialog()).click();
    const consent = page.waitForEvent('popup');
    await dialog().getByRole('link', { name: 'Open YouTube' }).click();
    const tab = await consent;
    await tab.getByText('SoundDesk is connected to your YouTube account. You can close this tab.').waitFor();
    await tab.close();
    await dialog().getByText('Connected as Google Developers').waitFor(LONG);
    await dialog().getByRole('combobox', { name: 'Visible to' }).click();
    await page.getByRole('option', { name: 'Anyone with the link (unlisted)' }).click();
    await button('Save', dialog()).click();
    await dialog().waitFor({ state: 'hidden' });
    await row('YouTube').getByText('Ready').waitFor();
    const { destinations } = unwrap(await rig.live.client.call('broadcast.read'));
    expect(destinations.map(({ hasKey, usesAccount }) => [hasKey, usesAccount])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('shows viewers of each platform and their sum, and how YouTube receives it', async () => {
    unwrap(await rig.start());
    await row('YouTube').getByText('Not known: YouTube has no figure yet.').waitFor(LONG);
    rig.platforms.twitch.channel.viewers = 41;
    rig.platforms.youtube.figures.viewers = 7;
    await expect.poll(() => viewersAt('Twitch'), LONG).toBe('41');
    await expect.poll(() => viewersAt('YouTube'), LONG).toBe('7');
    await page.getByRole('region', { name: 'Live Statistics' }).getByText('48').waitFor(LONG);
    await row('YouTube').getByText('YouTube receives your stream well.').waitFor();
  });

  it('has the chats of all platforms in one list, writes to those that are chosen, and moderates', async () => {
    await button('Manage Chat').click();
    await chat().getByText('No messages yet.').waitFor();
    const { twitch, youtube } = rig.platforms;
    const subscriptions = () =>
      twitch.web.asked.filter((line) => line === 'POST /helix/eventsub/subscriptions').length;
    await expect.poll(subscriptions, LONG).toBe(4);
    twitch.say('Maya', 'Hello from Berlin');
    youtube.say('Ben', 'Buy cheap watches');
    await chat().getByText('Hello from Berlin').waitFor(LONG);
    await chat().getByText('Buy cheap watches').waitFor(LONG);
    await expectGoodLooks(page, 'broadcast-accounts', { arrive });
    await page.setViewportSize({ width: 1440, height: 1100 });
    await button('Moderate: Ben').click();
    await page.getByRole('menuitem', { name: 'Ban Ben' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ban Ben' }).click();
    await chat().getByText('Buy cheap watches').waitFor({ state: 'hidden' });
    await chat().getByRole('checkbox', { name: 'Send to YouTube' }).uncheck();
    await chat().getByLabel('Message').fill('blocked words');
    await page.keyboard.press('Enter');
    await chat()
      .getByText('Twitch did not get the message: Twitch does not allow this: Held by AutoMod')
      .waitFor();
    // What nobody got can be changed and sent again.
    expect(await chat().getByLabel('Message').inputValue()).toBe('blocked words');
    await chat().getByLabel('Message').fill('Good evening');
    await button('Send', chat()).click();
    await expect.poll(() => chat().getByLabel('Message').inputValue()).toBe('');
    expect(youtube.web.asked).not.toContain('POST /youtube/v3/liveChat/messages');
  });

  it('says in words what platforms refuse, while the stream continues', async () => {
    const { twitch, youtube } = rig.platforms;
    const alert = (text: RegExp) => page.getByRole('alert').getByText(text);
    youtube.web.fail('/youtube/v3/videos', youTubeError(403, 'quotaExceeded'), { always: true });
    await alert(/^The daily limit of requests to YouTube is used up\./).waitFor(LONG);
    twitch.web.fail('/helix/streams', { status: 503 }, { always: true });
    await alert(/^Twitch answered with an error \(503\)/).waitFor(LONG);
    twitch.web.mend('/helix/streams');
    await alert(/^Twitch answered with an error/).waitFor({ state: 'hidden', ...LONG });
    twitch.withdraw('all');
    await alert(/^Access to your Twitch account was withdrawn/).waitFor(LONG);
    // Destinations are locked while live; the account can be connected again all the same.
    await button('Connect Twitch again').click();
    const again = page.getByRole('dialog', { name: 'Connect your account' });
    await button('Connect Twitch', again).click();
    await again.getByText('Connected as TwitchDev').waitFor(LONG);
    await page.keyboard.press('Escape');
    await alert(/^Access to your Twitch account/).waitFor({ state: 'hidden', ...LONG });
    await expect.poll(() => viewersAt('Twitch'), LONG).toBe('41');
    expect(unwrap(await rig.live.client.call('broadcast.read')).live).not.toBeNull();
    unwrap(await rig.live.client.call('broadcast.stop'));
  });

  it('disconnects, and has shown no token, key or secret', async () => {
    await button('Actions for YouTube').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit YouTube' });
    await button('Disconnect', edit).click();
    await button('Connect YouTube', edit).waitFor();
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    for (const text of [await page.content(), stored, ...said])
      for (const secret of [...rig.platforms.secrets(), 'hush-7731'])
        expect(text.includes(secret)).toBe(false);
    expect(problems).toEqual([]);
  });
});
