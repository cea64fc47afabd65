import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pathIn } from '../../src-shared/domain/languages.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

/** Where the looks are kept, if anywhere. */
const SCREENSHOTS = process.env.SOUNDDESK_SCREENSHOTS;
/** A machine that is busy may take its time. */
const BUSY = { timeout: 20_000 };

let studio: WebStudio;
let accounts: AccountsHost;
let context: BrowserContext;
let page: Page;
let problems: string[];
let scripts: string[];

beforeAll(async () => {
  [studio, accounts] = await Promise.all([startWebStudio([]), startAccountsHost()]);
});
afterAll(async () => {
  await studio?.close();
  await accounts?.close();
});
beforeEach(async () => {
  context = await studio.browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  problems = [];
  scripts = [];
  // A reply comes after some seconds at most: what stood there before it is noted as it appears.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const said = document.querySelector('[role=dialog] [role=status]')?.textContent;
      const send = document.querySelector<HTMLButtonElement>('[role=dialog] [type=submit]');
      if (said) Object.assign(window, { waited: { said, isSendDisabled: send?.disabled } });
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await context.close();
});

const button = () => page.getByRole('button', { name: 'Chat with the assistant' });
const panel = () => page.getByRole('dialog', { name: 'SoundDesk assistant' });
const input = () => panel().getByRole('textbox', { name: 'Your question' });
const log = () => panel().getByRole('log', { name: 'Conversation' });
const thinking = () => panel().getByText('AI is thinking...');
const waited = () => page.evaluate(() => (window as unknown as { waited?: object }).waited);
const WAITED = { said: 'AI is thinking...', isSendDisabled: true };
/** What this browser keeps of a visitor, beside the theme. */
const kept = () =>
  page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat().join('\n'));

describe('the assistant of the public pages', () => {
  it('loads when it is opened, answers quick prompts from the price list, and keeps nothing', async () => {
    await page.goto(`${studio.origin}${ROUTES.landing}`);
    await button().waitFor();
    expect(scripts.filter((url) => url.includes('ChatPanel'))).toEqual([]);
    await button().click();
    await panel().waitFor();
    expect(scripts.filter((url) => url.includes('ChatPanel'))).toHaveLength(1);
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await panel().boundingBox())?.height).toBe(600);
    for (const prompt of [
      'What is SoundDesk?',
      'Pricing plans',
      'Download desktop app',
      'System requirements',
    ])
      await panel().getByRole('button', { name: prompt }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Pricing plans' }).click();
    await log()
      .getByText(/Professional: \$14 per user\/month, or \$142 per year\./)
      .waitFor();
    await thinking().waitFor({ state: 'detached' });
    expect(await waited()).toEqual(WAITED);
    expect(await axeFindingsOf(page)).toEqual([]);
    // A page that the answer names opens under the conversation.
    await log().getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Simple per-user pricing' }).waitFor();
    await log()
      .getByText(/Professional: \$14 per user\/month/)
      .waitFor();
    expect(await kept()).not.toContain('Pricing plans');
    await page.reload();
    await button().waitFor();
    expect(await panel().count()).toBe(0);
    expect(await context.cookies()).toEqual([]);
  });

  it('works by keyboard alone, on a narrow screen too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${studio.origin}${ROUTES.simple}`);
    // What is drawn ahead takes no focus before the page lives.
    await expect.poll(() => button().isEnabled(), BUSY).toBe(true);
    await button().focus();
    await page.keyboard.press('Enter');
    await input().waitFor();
    const send = panel().getByRole('button', { name: 'Send' });
    expect(await send.isDisabled()).toBe(true);
    await page.keyboard.type('What does it');
    await page.keyboard.press('Shift+Enter');
    expect(
      await log()
        .getByText(/What does it/)
        .count(),
    ).toBe(0);
    await page.keyboard.type('cost?');
    await page.keyboard.press('Enter');
    await page.keyboard.type('next');
    await log()
      .getByText(/Essential: \$10 per user\/month/)
      .waitFor();
    await thinking().waitFor({ state: 'detached' });
    expect(await waited()).toEqual(WAITED);
    expect(await send.isDisabled()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const restore = panel().getByRole('button', { name: 'Show the chat' });
    await restore.waitFor();
    await page.keyboard.press('Enter');
    await log()
      .getByText(/Essential: \$10 per user\/month/)
      .waitFor();
    await panel().getByRole('button', { name: 'Close the chat and forget it' }).press('Enter');
    await expect
      .poll(() => button().evaluate((element) => element === document.activeElement), BUSY)
      .toBe(true);
    await page.keyboard.press('Enter');
    await panel().getByRole('button', { name: 'Pricing plans' }).waitFor();
  });

  it('answers what a visitor types, misspelled too, and opens the article at its section by keyboard', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${studio.origin}${ROUTES.simple}`);
    await expect.poll(() => button().isEnabled(), BUSY).toBe(true);
    await button().focus();
    await page.keyboard.press('Enter');
    await input().waitFor();
    await page.keyboard.type('how to get rid of eccho');
    await page.keyboard.press('Enter');
    await log()
      .getByText(/Echo cancellation takes what SoundDesk plays/)
      .waitFor();
    const link = log().getByRole('link', { name: 'Echo, gate, repair and automatic gain' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeFindingsOf(page)).toEqual([]);
    // From the field back to the answer's link.
    for (let steps = 0; steps < 4; steps++) {
      if (await link.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Echo cancellation' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#echo-cancellation');
    await expect
      .poll(
        () => page.locator('#echo-cancellation').evaluate((element) => element.getBoundingClientRect().top),
        BUSY,
      )
      .toBeLessThan(740);
    // What it does not know it says, with when a person answers.
    await input().fill('who is your CEO');
    await page.keyboard.press('Enter');
    await log()
      .getByText(/support responds in 24–48 hours/)
      .waitFor();
    await panel().getByRole('button', { name: 'Hand over to a person' }).waitFor();
  });

  it('takes hostile input as text, says what it does not know, and hands over to a person', async () => {
    const { origin, hash } = new URL(accounts.host.address);
    await page.goto(`${origin}${ROUTES.pricing}${hash}`);
    await button().click();
    const hostile = '<img src=x onerror="document.title=\'taken\'">{{t}} ‮zzqx';
    await input().fill(hostile);
    await page.keyboard.press('Enter');
    await log().getByText(`You: ${hostile}`).waitFor();
    await panel().getByRole('button', { name: 'Hand over to a person' }).click();
    const message = page.getByLabel('Message');
    await expect.poll(() => message.inputValue(), BUSY).toContain(`You: ${hostile}`);
    expect(await page.getByRole('combobox', { name: 'What it is about' }).innerText()).toContain('Support');
    expect(await page.title()).toContain('Contact');
    expect(page.url()).not.toContain('zzqx');
    expect(await kept()).not.toContain('zzqx');
    // What is too long stays in the field and is not asked.
    await panel().getByRole('button', { name: 'Show the chat' }).click();
    await input().fill('x'.repeat(100_000));
    await panel().getByRole('alert').waitFor();
    expect(await panel().getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });

  it.each([
    [
      'de',
      'Mit dem Assistenten chatten',
      'SoundDesk-Assistent',
      /Professional: 14 \$ pro Benutzer und Monat/,
    ],
    ['es', 'Chatear con el asistente', 'Asistente de SoundDesk', /Professional: 14 \$ por usuario y mes/],
    ['fr', 'Discuter avec l’assistant', 'Assistant SoundDesk', /Professional : 14 \$ par utilisateur/],
  ] as const)('%s: speaks the language of the page', async (language, open, title, price) => {
    await page.goto(`${studio.origin}${pathIn(language, ROUTES.landing)}`);
    await page.getByRole('button', { name: open }).click();
    const chat = page.getByRole('dialog', { name: title });
    // The second of the quick questions asks for prices.
    await chat.getByRole('listitem').nth(1).getByRole('button').click();
    await chat.getByText(price).waitFor();
    expect(await chat.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(language);
    expect(await axeFindingsOf(page)).toEqual([]);
    // An article stays in English, and is marked so.
    await chat.getByRole('textbox').fill('VST3 plug-in sandbox');
    await page.keyboard.press('Enter');
    await chat.locator('a[lang=en]').waitFor();
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/chat-${language}.png` });
  });

  it('says so where it can not be loaded, and comes when it can', async () => {
    await page.goto(`${studio.origin}${ROUTES.privacyPolicy}`);
    await page.route(/ChatPanel/, (route) => route.abort());
    await button().click();
    await page
      .getByRole('alert')
      .getByText(/could not be loaded/)
      .waitFor();
    problems = problems.filter((text) => !text.includes('ERR_FAILED'));
    await page.unroute(/ChatPanel/);
    await button().click();
    // A browser may continue refusing a module that failed once; the page stays whole either way.
    await panel().or(page.getByRole('alert')).first().waitFor();
  });
});
