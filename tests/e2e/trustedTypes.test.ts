import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRUSTED_TYPES, webSitePolicy } from '../../src-shared/domain/security.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { serveFolder, type StaticServer } from '../lib/staticServer.ts';

const RENDERER_DIR = path.resolve(import.meta.dirname, '../../out/renderer');

/** Each with libraries of its own. */
const SCREENS = [
  ...[ROUTES.dashboard, ROUTES.audioEnhancement, ROUTES.analytics, ROUTES.settings, ROUTES.plugins],
  ...[ROUTES.recordingStudio, ROUTES.landing],
];

/** What a script that got into a page would try; each is refused with a TypeError. */
const ATTEMPTS: Record<string, string> = {
  innerHTML: "document.createElement('p').innerHTML = '<b>x</b>'",
  outerHTML: "document.body.appendChild(document.createElement('p')).outerHTML = '<b>x</b>'",
  insertAdjacentHTML: "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
  write: "document.write('<b>x</b>')",
  parser: "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
  fragment: "document.createRange().createContextualFragment('<b>x</b>')",
  frame: "document.createElement('iframe').srcdoc = '<b>x</b>'",
  script: "document.createElement('script').src = '/assets/other.js'",
  scriptText: "document.createElement('script').text = 'globalThis.wasHere = true'",
  worker: "new Worker('/assets/other.js')",
  policy: "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
  samePolicy: "trustedTypes.createPolicy('sounddesk', { createHTML: (text) => text })",
  defaultPolicy: "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
};

let browser: Browser;
let live: LiveHost;
/** With the product's headers, and as a server without any would send it. */
let site: StaticServer;
let plainSite: StaticServer;

describe('Trusted Types in the pages', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    site = await serveFolder(RENDERER_DIR, {
      fallback: 'index.html',
      headers: { 'content-security-policy': webSitePolicy() },
    });
    plainSite = await serveFolder(RENDERER_DIR, { fallback: 'index.html' });
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await site?.close();
    await plainSite?.close();
  });

  async function watch(): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/trusted|content security/i.test(message.text())) problems.push(message.text());
    });
    return { context, page, problems };
  }

  /** Names of what was not refused. */
  async function attemptAll(page: Page): Promise<string[]> {
    const passed: string[] = [];
    for (const [name, code] of Object.entries(ATTEMPTS)) {
      // In the page's own world, where Playwright runs it past the policy's ban of `eval` and not past Trusted Types.
      const outcome = await page.evaluate(
        `(() => { try { ${code}; return 'passed'; } catch (error) { return error.name; } })()`,
      );
      if (outcome !== 'TypeError') passed.push(name);
    }
    return passed;
  }

  it.each(['host', 'site', 'files alone'])('refuse text that would become a page (%s)', async (kind) => {
    const { context, page } = await watch();
    const where = kind === 'host' ? live.host.address : kind === 'site' ? site.origin : plainSite.origin;
    await page.goto(where);
    await page.getByRole('heading').first().waitFor();
    expect(await attemptAll(page)).toEqual([]);
    await context.close();
  });

  it('let every screen of the app work', { timeout: 240_000 }, async () => {
    const { context, page, problems } = await watch();
    await page.goto(live.host.address);
    await page.getByRole('heading').first().waitFor();
    for (const route of SCREENS) {
      await page.goto(new URL(route, live.host.address).href);
      await page.getByRole('heading').first().waitFor();
      expect([route, problems]).toEqual([route, []]);
    }
    await context.close();
  });

  it('come with the files, for servers that send no headers', () => {
    for (const file of ['index.html', 'pricing/index.html', 'de/pricing/index.html']) {
      const text = readFileSync(path.join(RENDERER_DIR, file), 'utf8');
      const meta = text.indexOf(TRUSTED_TYPES.replaceAll("'", '&#39;'));
      expect(meta).toBeGreaterThan(0);
      expect(meta).toBeLessThan(text.indexOf('<script'));
    }
  });
});
