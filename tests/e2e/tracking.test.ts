import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { pixelFramePolicy, webSitePolicy } from '../../src-shared/domain/security.ts';
import { PIXEL_FRAMES } from '../../src-shared/domain/trackingPixels.ts';
import { countCards } from '../lib/countCards.ts';
import { serveFolder, type StaticServer } from '../lib/staticServer.ts';
import { adminScreen } from './adminScreen.ts';

const RENDERER_DIR = path.resolve(import.meta.dirname, '../../out/renderer');
/** What a script on a page would steal. */
const SECRET = 'not-for-pixels';

/** Tries all that a script could reach, and says what came of each. */
const ATTACK = `(async () => {
  const tries = {
    storage: () => localStorage.getItem('sounddesk-secret'),
    session: () => sessionStorage.length,
    cookie: () => document.cookie,
    parent: () => parent.document.body.innerHTML,
    top: () => { top.location.href = 'about:blank'; },
    opened: () => { if (open('about:blank') === null) throw new Error('refused'); },
    database: () => new Promise((done, fail) => {
      const asked = indexedDB.open('keys'); asked.onsuccess = done; asked.onerror = fail;
    }),
    server: async () => (await fetch('__ORIGIN__/index.html')).text(),
    backend: async () => (await fetch('__BACKEND__/rest/v1/tracking_pixels')).text(),
    microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    let came = 'REACHED';
    try { await attempt(); } catch (error) { came = 'refused'; }
    console.info('attack ' + name + ' ' + came);
  }
  console.info('attack over ' + origin);
})();`;

const screen = adminScreen({
  tables: ['tracking_pixels'],
  permissions: ['clipboard-read', 'clipboard-write'],
});
const { button, confirm } = screen;
let said: string[];
beforeEach(() => {
  said = [];
  screen.page.on('console', (message) => said.push(message.text()));
});

describe('tracking management', () => {
  it('adds, switches, changes and deletes pixels, each with its words', async () => {
    await screen.open('Tracking & Analytics');
    const { page } = screen;
    await page.getByText('No tracking pixels configured').waitFor();
    await screen.image('tracking-empty');
    await button('Add Tracking Pixel').click();
    const dialog = page.getByRole('dialog', { name: 'Add Tracking Pixel' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name and Pixel ID are required').first().waitFor();
    await dialog.getByLabel('Name').fill('Visits <b>');
    await dialog.getByLabel('Pixel ID').fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('A Meta pixel has an id of 5 to 20 digits.').waitFor();
    expect(await screen.axeFindings()).toEqual([]);
    await screen.image('tracking-dialog');
    await dialog.getByLabel('Pixel ID').fill('1234567890123456');
    await dialog.getByLabel('Description (optional)').fill('Of the front page');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('META pixel added successfully!').waitFor();
    await page.getByText('12345678…3456').waitFor();
    await expect
      .poll(() => countCards(page, 'Pixels'))
      .toEqual({ 'Total pixels': '1', Active: '1', Meta: '1', GA4: '0' });
    await page.getByRole('heading', { name: 'Translation widget' }).waitFor();
    await button('Copy the id: Visits <b>').click();
    await page.getByText('Pixel ID copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1234567890123456');
    await page.getByRole('switch', { name: 'Visits <b> is active' }).click();
    await page.getByText('Tracking pixel updated successfully').waitFor();
    await page.getByText('Inactive').waitFor();
    await button('Edit: Visits <b>').click();
    const change = page.getByRole('dialog', { name: 'Edit Tracking Pixel' });
    expect(await change.getByRole('combobox', { name: 'Type' }).isDisabled()).toBe(true);
    await change.getByLabel('Name').fill('Views');
    await change.getByRole('switch', { name: 'Active' }).click();
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('switch', { name: 'Views is active', checked: true }).waitFor();
    await screen.eachLook('tracking');
    await button('Test: Views').click();
    await page.getByText(/^The app holds no pixels/).waitFor();
    expect(await button('Run test').count()).toBe(0);
    await page.keyboard.press('Escape');
    await button('Delete: Views').click();
    await confirm('Delete');
    await page.getByText('Tracking pixel deleted successfully').waitFor();
    await page.getByText('No tracking pixels configured').waitFor();
    // Not in this frame, not in the app, whatever is set.
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('is nobody else’s', async () => {
    await screen.openAsSomebodyElse(ROUTES.trackingManagement);
    await screen.page.getByText('Tracking is only available to super administrators.').waitFor();
  });
});

describe('pixels in the web build', () => {
  let anonKey: string;
  let site: StaticServer;
  afterAll(() => site?.close());
  beforeAll(async () => {
    const { accounts: project } = screen.accounts.host;
    if (project?.kind !== 'project') throw new Error('no accounts');
    ({ anonKey } = project);
    site = await serveFolder(RENDERER_DIR, {
      fallback: 'index.html',
      headers: { 'content-security-policy': webSitePolicy([screen.accounts.url]) },
      headersOf: (file) =>
        file === PIXEL_FRAMES.typed || file === PIXEL_FRAMES.custom
          ? {
              'content-security-policy': pixelFramePolicy(file === PIXEL_FRAMES.typed ? 'typed' : 'custom'),
            }
          : {},
    });
  });
  /** The build as it is with its two settings; anyone who asks a provider is answered by a stand-in. */
  async function prepare(): Promise<void> {
    const { page, context, accounts } = screen;
    await page.route(/\/assets\/app-.*\.js$/, async (asked) => {
      const response = await asked.fetch();
      const settings = `VITE_SUPABASE_URL:"${accounts.url}",VITE_SUPABASE_ANON_KEY:"${anonKey}",BASE_URL:`;
      await asked.fulfill({ response, body: (await response.text()).replace(/\bBASE_URL:/g, settings) });
    });
    // It only says that it was asked.
    await context.route(/^https:\/\//, (asked) =>
      asked.fulfill({
        contentType: 'text/javascript',
        body: `console.info('asked ' + document.currentScript.src + ' ' + JSON.stringify([...(window.dataLayer ?? window.fbq.queue)].map((call) => [...(call.length ? call : [call.event])])));`,
      }),
    );
  }
  /** Opens a page, with what the visitor decided. */
  async function visit(route: string, consent: { analytics: boolean } | null): Promise<void> {
    const { page } = screen;
    await prepare();
    await page.addInitScript(
      ([decided, secret]) => {
        // In a frame without an origin there is no storage to write to.
        if (origin === 'null') return;
        localStorage.setItem('sounddesk-secret', secret);
        if (decided !== null) localStorage.setItem('sounddesk-consent', decided);
      },
      [
        consent &&
          JSON.stringify({ preferences: false, analytics: consent.analytics, decidedAtMs: Date.now() }),
        SECRET,
      ] as const,
    );
    await page.goto(`${site.origin}${route}?token=${SECRET}#${SECRET}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  const addPixel = (type: string, id: string) =>
    screen.accounts.owner.query(
      'insert into tracking_pixels (name, pixel_type, pixel_id) values ($1, $1, $2)',
      [type, id],
    );
  const frames = () => screen.page.locator('iframe').count();
  const heard = (text: string) =>
    expect
      .poll(() => said.filter((line) => line.includes(text)).length, { timeout: 30_000 })
      .toBeGreaterThan(0);

  it('load after consent alone, on public pages alone, and end when it is taken back', async () => {
    await addPixel('google-analytics', 'G-ABC123DEF4');
    await addPixel('meta', '1234567890123456');
    await addPixel('gtm', 'GTM-ABC123');
    const { page } = screen;
    await visit(ROUTES.pricing, { analytics: true });
    await heard('asked https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4');
    await heard('asked https://connect.facebook.net/en_US/fbevents.js');
    await heard('asked https://www.googletagmanager.com/gtm.js?id=GTM-ABC123');
    expect(await frames()).toBe(3);
    // The page is reported without query and fragment.
    expect(said.join('\n')).not.toContain(SECRET);
    expect(said.join('\n')).toContain(`${site.origin}${ROUTES.pricing}`);
    expect(await screen.axeFindings()).toEqual([]);
    await page.evaluate(() =>
      localStorage.setItem(
        'sounddesk-consent',
        JSON.stringify({ preferences: false, analytics: false, decidedAtMs: Date.now() }),
      ),
    );
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
    await expect.poll(frames, { timeout: 10_000 }).toBe(0);
    await visit(ROUTES.auth, { analytics: true });
    expect(await frames()).toBe(0);
  });

  it.each([null, { analytics: false }])('are not there with the decision %j', async (consent) => {
    await addPixel('custom', `console.info('pixel ran')`);
    const { page } = screen;
    await visit(ROUTES.landing, consent);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // All that a page loads on its own is there.
    await page.waitForLoadState('networkidle');
    expect(await frames()).toBe(0);
    expect(said.filter((line) => line.includes('pixel ran'))).toEqual([]);
  });

  it('reach no page, no session, no key and no server, whatever their script tries', async () => {
    const { page, accounts } = screen;
    const attack = ATTACK.replace('__ORIGIN__', site.origin).replace('__BACKEND__', accounts.url);
    await addPixel('custom', attack);
    await visit(ROUTES.pricing, { analytics: true });
    await heard('attack over');
    expect(said.filter((line) => line.startsWith('attack')).toSorted()).toEqual(
      [
        ...['backend', 'cookie', 'database', 'microphone', 'opened', 'parent', 'server', 'session'].map(
          (name) => `attack ${name} refused`,
        ),
        'attack over null',
        'attack storage refused',
        'attack top refused',
      ].toSorted(),
    );
    expect(page.url()).toContain(ROUTES.pricing);
    // Opened on its own the frame has no origin either.
    await page.goto(`${site.origin}${PIXEL_FRAMES.custom}`);
    expect(await page.evaluate(() => origin)).toBe('null');
  });

  it('are tested: the id, and what the pixel asks for in the same frame', async () => {
    await addPixel('google-analytics', 'G-ABC123DEF4');
    await addPixel('custom', `fetch('http://plain.example/hit?user=1').catch(() => 0);`);
    await addPixel('gtm', 'GTM-QUIET1');
    const { page, context } = screen;
    await prepare();
    await screen.open('Tracking & Analytics', undefined, `${site.origin}${ROUTES.auth}`);
    const result = (text: string | RegExp) => page.getByRole('dialog').getByText(text).waitFor();
    const run = async (name: string) => {
      await button(`Test: ${name}`).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Run test' }).click();
      await result('The pixel runs…');
    };
    const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const requests = page.getByRole('list', { name: 'What the pixel asked for' });

    await run('google-analytics');
    await heard('asked https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4');
    // The provider gets a page where no visitor is.
    expect(said.join('\n')).toContain(`${site.origin}/pixel-test`);
    await result(/^The id has the form of a GA4 id\./);
    await result('Nothing stood in its way: 1 request went out.');
    await requests.getByText('Answered').waitFor();
    await requests.getByText('www.googletagmanager.com/gtag/js').waitFor();
    // The frame is gone with the run.
    expect(await frames()).toBe(0);
    await screen.eachLook('tracking-test');
    await close();

    await run('custom');
    await result(/^Nothing of the pixel got through\./);
    await requests.getByText('Blocked').waitFor();
    await requests.getByText('plain.example/hit').waitFor();
    await close();

    await context.route(/googletagmanager/, (asked) => asked.abort());
    await run('gtm');
    await result(/^Nothing of the pixel got through\./);
    await requests.getByText('Not loaded').waitFor();
    await screen.image('tracking-test-failed');
    await close();

    await screen.accounts.owner.query(
      `update tracking_pixels set pixel_id = 'void 0' where pixel_type = 'custom'`,
    );
    await page.reload();
    await run('custom');
    await result('The pixel ran and asked for nothing.');
  });
});
