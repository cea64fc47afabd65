import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathIn, splitLanguage, TRANSLATED_LANGUAGES } from '../../src-shared/domain/languages.ts';
import { PUBLIC_ROUTES, ROUTES } from '../../src-shared/domain/routes.ts';
import { OTHERS } from '../../src-renderer/site/compare/products.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const COMPARED_PAGES = new Set<string | null>(
  OTHERS.flatMap(({ pricesUrl, sources }) => [pricesUrl, ...sources]),
);

let studio: WebStudio;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  studio = await startWebStudio([]);
  browser = studio.browser;
  const sitemap = await (await fetch(`${studio.origin}/sitemap.xml`)).text();
  paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
});
afterAll(() => studio?.close());

const htmlOf = async (path: string) => (await fetch(`${studio.origin}${path}`)).text();

describe('the public pages, drawn ahead', () => {
  it('are all in the sitemap, which robots.txt names', async () => {
    expect(paths).toEqual(expect.arrayContaining([...PUBLIC_ROUTES]));
    expect(paths.filter((path) => path.startsWith(`${ROUTES.documentation}/`)).length).toBeGreaterThan(10);
    expect(await htmlOf('/robots.txt')).toContain('/sitemap.xml');
  });

  it('are there in each language, and name one another', async () => {
    for (const language of TRANSLATED_LANGUAGES) {
      for (const route of PUBLIC_ROUTES) {
        const html = await htmlOf(pathIn(language, route));
        expect(paths).toContain(pathIn(language, route));
        expect(html, route).toContain(`<html lang="${language}"`);
        expect(html, route).toMatch(new RegExp(`rel="canonical" href="[^"]*${pathIn(language, route)}"`));
        for (const twin of ['en', ...TRANSLATED_LANGUAGES] as const)
          expect(html, route).toMatch(
            new RegExp(`rel="alternate" hreflang="${twin}" href="https?://[^/]+${pathIn(twin, route)}"`),
          );
      }
      const article = await htmlOf(pathIn(language, `${ROUTES.documentation}/latency`));
      expect(article).toMatch(
        new RegExp(`rel="canonical" href="[^"]*//[^/]+${ROUTES.documentation}/latency"`),
      );
      expect(article).not.toContain('hreflang="x-default"');
    }
  });

  it('have a title, a description and a text of their own, and nothing that the policy refuses', async () => {
    const seen = new Set<string>();
    for (const path of paths) {
      const html = await htmlOf(path);
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
      const description = /<meta\s+name="description"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(title, path).toContain('SoundDesk');
      expect(description.length, path).toBeGreaterThan(40);
      expect(html, path).toContain(`<meta property="og:title" content="${title}"`);
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(html, path).not.toMatch(/ style="/);
      for (const [, type] of html.matchAll(/<script(?![^>]* src=)[^>]*?(?: type="([^"]+)")?>/g))
        expect(type, path).toBe('application/ld+json');
      // A page may be called the same in two languages.
      seen.add(`${splitLanguage(path).language ?? 'en'}: ${title}`);
    }
    expect(seen.size).toBe(paths.length);
  });

  it('have an image of their own for links to them, at an absolute address', async () => {
    const images = new Set<string>();
    for (const path of paths) {
      const html = await htmlOf(path);
      const canonical = /rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
      const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(new URL(address).origin, path).toBe(new URL(canonical).origin);
      expect(html, path).toContain('<meta name="twitter:card" content="summary_large_image" />');
      images.add(new URL(address).pathname);
    }
    expect(images.size).toBe(paths.length);
    for (const image of images) {
      const bytes = Buffer.from(await (await fetch(`${studio.origin}${image}`)).arrayBuffer());
      // The PNG specification, third edition, section 11.2.1: IHDR is the first chunk, and begins with the size.
      expect(bytes.toString('latin1', 1, 4), image).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], image).toEqual([1200, 630]);
      expect(bytes.length, image).toBeGreaterThan(10_000);
    }
    const framed = await htmlOf(pathIn('de', `${ROUTES.documentation}/latency`));
    expect(framed).toContain(
      /og:image" content="[^"]+"/.exec(await htmlOf(`${ROUTES.documentation}/latency`))?.[0],
    );
  });

  it('lead nowhere that is not there', async () => {
    const pages = new Map(await Promise.all(paths.map(async (path) => [path, await htmlOf(path)] as const)));
    // Articles are English: only the frame around them is translated, which is not announced to search engines.
    const framed = paths
      .filter((path) => path.startsWith(`${ROUTES.documentation}/`))
      .flatMap((path) => TRANSLATED_LANGUAGES.map((language) => pathIn(language, path)));
    const known = new Set<string>([...paths, ...framed, ...Object.values(ROUTES)]);
    for (const [from, html] of pages) {
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        // The comparison names its sources.
        if (COMPARED_PAGES.has(href)) continue;
        const { pathname, hash, origin } = new URL(href, `${studio.origin}${from}`);
        expect(origin, `${from}: ${href}`).toBe(studio.origin);
        const target = pathname.replace(/(.)\/$/, '$1');
        expect(known.has(target), `${from}: ${href}`).toBe(true);
        if (hash !== '' && pages.has(target))
          expect(pages.get(target), `${from}: ${href}`).toContain(` id="${hash.slice(1)}"`);
      }
    }
  });

  it('are read without a script, every tab of them', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of [ROUTES.pricing, ROUTES.gdpr, `${ROUTES.documentation}/latency`]) {
      await page.goto(`${studio.origin}${path}`);
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    }
    await page.goto(`${studio.origin}${ROUTES.gdpr}`);
    expect(await page.getByText('Audio and video content').isVisible()).toBe(true);
    await context.close();
  });

  it('keep what was opened and where the focus was when they come alive', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${studio.origin}${ROUTES.pricing}`, { waitUntil: 'commit' });
    const question = page.locator('details').nth(1);
    await question.locator('summary').click();
    const link = page.getByRole('banner').getByRole('link', { name: 'Documentation' });
    await link.focus();
    expect(await page.getByRole('radio', { name: /^Yearly/ }).isEnabled()).toBe(false);
    release();
    await page.locator('input[type=radio]:enabled').first().waitFor();
    expect(await question.getAttribute('open')).not.toBeNull();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  it.each([
    ...[ROUTES.landing, ROUTES.pricing, ROUTES.simple, ROUTES.helpCenter],
    ...[ROUTES.documentation, `${ROUTES.documentation}/latency`],
  ])('%s comes alive in its place: nothing moves, and the script is small', async (path) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const problems: string[] = [];
    let bytes = 0;
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        void response.body().then((body) => (bytes += gzipSync(body).length));
    });
    await page.addInitScript(() => {
      const shifts = { total: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.total += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${studio.origin}${path}`);
    // A button of the living page does something.
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('#root').count()).toBe(1);
    expect(
      await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total),
    ).toBeLessThan(0.02);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150 * 1024);
    expect(problems).toEqual([]);
    await context.close();
  });
});
