import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pathIn, type TranslatedLanguage } from '../../src-shared/domain/languages.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

/** Each with a heading that only its own language has. */
const LANGUAGES = [
  ['de', 'Einfache Preise, pro Benutzer', 'Alle ablehnen'],
  ['es', 'Precios sencillos, por usuario', 'Rechazar todo'],
  ['fr', 'Des tarifs simples, par utilisateur', 'Tout refuser'],
] as const satisfies readonly (readonly [TranslatedLanguage, string, string])[];
const GERMAN_SCREENS = [
  [ROUTES.recordingStudio, 'Aufnahmestudio'],
  [ROUTES.meetingRecorder, 'Meeting-Rekorder'],
  [ROUTES.screenCapture, 'Bildschirmaufnahme'],
  [ROUTES.audioEnhancement, 'Klangverbesserung'],
  [ROUTES.analytics, 'Auswertungen'],
] as const;
const PAGES = [ROUTES.landing, ROUTES.pricing, ROUTES.contact, ROUTES.gdpr, ROUTES.cookiePolicy];

let studio: WebStudio;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  studio = await startWebStudio([]);
  browser = studio.browser;
});
afterAll(() => studio?.close());
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

async function open(path: string, locale = 'en-US', width = 1440): Promise<void> {
  const context = await browser.newContext({
    locale,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${studio.origin}${path}`);
}

const languageOfPage = () => page.evaluate(() => document.documentElement.lang);
const stored = () => page.evaluate(() => Object.keys(localStorage).sort());
/** The page is alive when its list of languages can be used. */
const menu = () => page.getByRole('banner').locator('select:not([disabled])');
const axeFindings = async () => await axeFindingsOf(page);

describe('a public page in its language', () => {
  it.each(LANGUAGES)(
    '%s: fits the narrow and the wide window, without findings',
    async (language, heading) => {
      await open(pathIn(language, ROUTES.pricing), 'en-US', 360);
      for (const route of PAGES) {
        await page.goto(`${studio.origin}${pathIn(language, route)}`);
        await menu().waitFor();
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${route} ${width}`,
          ).toBeLessThanOrEqual(width);
        }
        expect(await languageOfPage()).toBe(language);
      }
      await page.goto(`${studio.origin}${pathIn(language, ROUTES.pricing)}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await menu().waitFor();
      expect(await axeFindings()).toEqual([]);
    },
  );

  it('is changed by the list, and by keys, and its links stay in the language', async () => {
    await open(ROUTES.pricing);
    await menu().focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 1, name: 'Einfache Preise, pro Benutzer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathIn('de', ROUTES.pricing));
    expect(await languageOfPage()).toBe('de');
    // The list keeps the focus: the next key reaches the next language.
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 1, name: 'Precios sencillos, por usuario' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { level: 1, name: 'Einfache Preise, pro Benutzer' }).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Nutzungsbedingungen' }).click();
    await page.getByText(/Verbindlich ist die englische Fassung/).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
    expect(await languageOfPage()).toBe('en');
    // Chosen without consent: nothing of it is kept.
    expect(await stored()).not.toContain('sounddesk.site-language');
  });

  it("is the browser's for who comes from outside, and English for who chose it", async () => {
    await open(ROUTES.pricing, 'de-AT');
    await page.getByRole('heading', { level: 1, name: 'Einfache Preise, pro Benutzer' }).waitFor();
    expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(pathIn('de', ROUTES.pricing));
    await menu().selectOption('en');
    await page.getByRole('heading', { level: 1, name: 'Simple per-user pricing' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Simple per-user pricing' }).waitFor();
  });

  it('says that articles are in English, and marks them so', async () => {
    await open(pathIn('fr', `${ROUTES.documentation}/latency`));
    await page.getByText('Les articles sont en anglais.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).getAttribute('lang')).toBe('en');
  });
});

describe('the question about cookies', () => {
  it.each(LANGUAGES)('%s: is asked once, and refused as easily', async (language, _, refuse) => {
    await open(pathIn(language, ROUTES.landing), 'en-US', 360);
    await page.getByRole('button', { name: refuse }).click();
    await page.getByRole('button', { name: refuse }).waitFor({ state: 'detached' });
    await page.reload();
    await menu().waitFor();
    expect(await page.getByRole('button', { name: refuse }).count()).toBe(0);
  });

  it('keeps nothing before it is answered, and the language from then on; it is taken back from every page', async () => {
    await open(ROUTES.landing);
    const banner = page.getByRole('region', { name: 'Cookies' });
    await banner.waitFor();
    expect(await stored()).toEqual([]);
    const sizes = await Promise.all(
      ['Accept all', 'Refuse all', 'Choose …'].map(async (name) =>
        banner
          .getByRole('button', { name })
          .evaluate(
            (element) => `${element.getAttribute('class')} ${element.getBoundingClientRect().height}`,
          ),
      ),
    );
    expect(new Set(sizes).size).toBe(1);
    expect(await axeFindings()).toEqual([]);
    await banner.getByRole('button', { name: 'Choose …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your choice' });
    await dialog.getByRole('checkbox', { name: 'Preferences' }).check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await banner.waitFor({ state: 'detached' });
    await menu().selectOption('es');
    await page.getByText('Tu voz se queda.').first().waitFor();
    expect(await stored()).toContain('sounddesk.site-language');
    // The next visit begins with it.
    await page.goto(`${studio.origin}${ROUTES.pricing}`);
    await page.getByRole('heading', { level: 1, name: 'Precios sencillos, por usuario' }).waitFor();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Ajustes de cookies' }).click();
    await page.getByRole('button', { name: 'Solo lo necesario' }).click();
    await expect.poll(stored).not.toContain('sounddesk.site-language');
  });
});

describe('the translator of other languages', () => {
  const TRANSLATOR = 'https://translate.google.com/';
  const PUBLIC = 'https://studio.example.org';

  it('is asked after consent alone, in a tab of its own, and learns the page without its query', async () => {
    await open(ROUTES.landing, 'pt-BR');
    const context = page.context();
    const asked: string[] = [];
    await context.route(`${PUBLIC}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: studio.origin + pathname + search }) });
    });
    await context.route(`${TRANSLATOR}**`, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>translated</title>' });
    });
    await page.goto(`${PUBLIC}${ROUTES.pricing}?ref=friend#faq`);
    await menu().waitFor();
    await menu().selectOption({ label: 'Another language …' });
    const dialog = page.getByRole('dialog', { name: 'This page in another language' });
    await dialog.waitFor();
    const language = dialog.getByRole('combobox', { name: 'Language' });
    expect(await language.inputValue()).toBe('pt');
    expect(await axeFindings()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await menu().inputValue()).toBe('en');
    expect(asked).toEqual([]);
    await menu().selectOption({ label: 'Another language …' });
    await language.selectOption({ label: 'italiano' });
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Agree and open' }).click();
    await (await opened).waitForLoadState();
    const { searchParams } = new URL(asked[0] ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      sl: 'en',
      tl: 'it',
      u: `${PUBLIC}${ROUTES.pricing}`,
    });
    await dialog.getByText('Google Translate is opening in a new tab…').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it.each(LANGUAGES)('%s: says that it can not read a page of this machine', async (language) => {
    await open(pathIn(language, ROUTES.pricing), 'en-US', 360);
    await menu().waitFor();
    await menu().selectOption('other');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('link').count()).toBe(0);
    expect(await dialog.getByRole('combobox').count()).toBe(0);
    expect(await axeFindings()).toEqual([]);
    if (process.env.SOUNDDESK_SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SOUNDDESK_SCREENSHOTS}/translator-${language}.png` });
  });
});

describe('the app', () => {
  it('speaks the language of its settings at once, and after a reload', async () => {
    await open(ROUTES.settings);
    const language = page.getByRole('combobox', { name: 'Language' });
    await language.click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const leave = page.getByRole('link', { name: 'Startseite' });
    await leave.waitFor();
    expect(await languageOfPage()).toBe('de');
    expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
    await page.reload();
    await leave.waitFor();
    // The app has one address in all languages.
    expect(new URL(page.url()).pathname).toBe(ROUTES.settings);
    await page.setViewportSize({ width: 360, height: 800 });
    for (const [route, title] of GERMAN_SCREENS) {
      await page.goto(`${studio.origin}${route}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(360);
    }
  });
});
