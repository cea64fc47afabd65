import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage } from '../lib/openPage.ts';
import { serveFolder } from '../lib/staticServer.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

/** What tests share must not be seen: a page is the same one for tests of a worker, with nothing of the one before. */
let studio: WebStudio;
let browser: Browser;
const open = () => openPage(browser, { permissions: ['clipboard-read'] });

beforeAll(async () => {
  studio = await startWebStudio([]);
  browser = studio.browser;
});
afterAll(() => studio?.close());

/** All that a page can leave behind, as it is found. */
const found = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    hasFile: await navigator.storage
      .getDirectory()
      .then((folder) => folder.getFileHandle('a'))
      .then(
        () => true,
        () => false,
      ),
    caches: (await caches.keys()).length,
    microphone: (await navigator.permissions.query({ name: 'microphone' })).state,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    widthPx: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }));

it('is the same page, with nothing that the test before left', async () => {
  const page = await open();
  const address = `${studio.origin}/robots.txt`;
  await page.goto(address);
  const before = await found(page);
  expect(before).toMatchObject({ local: 0, session: 0, hasFile: false, clipboard: 'granted', isStill: true });

  await page.evaluate(async () => {
    localStorage.setItem('a', '1');
    sessionStorage.setItem('a', '1');
    document.cookie = 'a=1';
    await new Promise((resolve) => (indexedDB.open('a').onsuccess = resolve));
    await (await navigator.storage.getDirectory()).getFileHandle('a', { create: true });
    await caches.open('a');
  });
  let heard = 0;
  page.on('request', () => (heard += 1));
  await page.context().grantPermissions(['microphone']);
  await page.setViewportSize({ width: 360, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await page.route('**/robots.txt', (route) => route.abort());
  await page.context().newPage();
  expect(await found(page)).not.toEqual(before);

  await page.context().close();
  expect(await open()).toBe(page);
  await page.goto(address);
  expect(await found(page)).toEqual(before);
  expect(page.context().pages()).toEqual([page]);
  expect(heard).toBe(0);
  // However often.
  for (let times = 0; times < 2; times += 1) {
    await page.context().close();
    expect(await open()).toBe(page);
  }
});

it('finds servers of one kind where the one before was, and elsewhere while that is taken', async () => {
  const folder = import.meta.dirname;
  const first = await serveFolder(folder);
  const beside = await serveFolder(folder);
  expect(beside.origin).not.toBe(first.origin);
  await first.close();
  const again = await serveFolder(folder);
  expect(again.origin).toBe(first.origin);
  await again.close();
  const other = createServer().listen(Number(new URL(first.origin).port), '127.0.0.1');
  await once(other, 'listening');
  const elsewhere = await serveFolder(folder);
  expect(elsewhere.origin).not.toBe(first.origin);
  other.close();
  await Promise.all([beside.close(), elsewhere.close()]);
});

it('saves data', async () => {
  const page = await open();
  await page.goto(studio.origin);
  const savesData = () =>
    page.evaluate(() => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
  await expect.poll(savesData).toBe(true);
  await page.context().close();
  expect(await open()).toBe(page);
  await page.goto(studio.origin);
  expect(await savesData()).toBe(true);
});

it('takes a document of one’s own, whatever policy the page before had', async () => {
  const page = await open();
  await page.goto(studio.origin);
  await page.context().close();
  const next = await open();
  expect(next).toBe(page);
  await next.setContent('<p>Own</p>');
  await next.getByText('Own').waitFor();
});

it('is another page where the one before cannot be cleared', async () => {
  const page = await open();
  await page.close();
  await page.context().close();
  const next = await open();
  expect(next).not.toBe(page);
  await next.goto(studio.origin);
  await next.getByRole('heading', { level: 1 }).waitFor();
});

it('is the same page without the scripts that were added to it', async () => {
  const page = await open();
  await page.addInitScript('globalThis.isLeft = true');
  await page.context().addInitScript('globalThis.isLeft = true');
  await page.goto(studio.origin);
  expect(await page.evaluate(() => 'isLeft' in globalThis)).toBe(true);
  await page.context().close();
  const next = await open();
  expect(next).toBe(page);
  await next.goto(studio.origin);
  expect(await next.evaluate(() => 'isLeft' in globalThis)).toBe(false);
});

it('is another page where what was left in it cannot be taken away', async () => {
  const page = await open();
  await page.exposeFunction('isLeft', () => true);
  await page.context().close();
  const next = await open();
  expect(next).not.toBe(page);
  await next.goto(studio.origin);
  expect(await next.evaluate(() => 'isLeft' in globalThis)).toBe(false);
});

it('is closed once by who closes it twice, and two at a time are two', async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(one).not.toBe(two);
  await Promise.all([one.context().close(), one.context().close(), two.context().close()]);
  const again = await Promise.all([open(), open(), open()]);
  expect(new Set(again).size).toBe(3);
  await Promise.all(again.map((page) => page.context().close()));
});
