import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import WebSocket from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startImpostor } from '../lib/impostor.ts';
import { licenseDataDir, TEST_ISSUERS } from '../lib/licensedHost.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let dir: string;
let host: Host;

beforeAll(async () => {
  browser = await launchHeadlessShell();
});
afterAll(() => browser.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-door-'));
  await licenseDataDir(join(dir, 'data'));
  host = await start();
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await host.close();
  rmSync(dir, { recursive: true });
});

const start = (port = 0) => startHost({ dataDir: join(dir, 'data'), port, licenceIssuers: TEST_ISSUERS });
const bookmark = (route: string = ROUTES.dashboard) => `http://127.0.0.1:${host.port}${route}`;
const isIn = (where: Page = page) =>
  where.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
const isOut = (where: Page = page) =>
  where.getByRole('heading', { name: 'Use the link from your terminal' }).waitFor();

describe('a program that takes the port while the host is down', () => {
  it('hears nothing that lets it in, is reported in plain words, and leaves the page to its host', async () => {
    await page.goto(host.address);
    await isIn();
    const { port, token } = host;
    await host.close();
    const impostor = await startImpostor(port, (_, socket) => {
      const error = { code: 'UNAUTHENTICATED', message: 'Type your password here.', retryable: false };
      socket.send(JSON.stringify({ kind: 'refuse', reason: 'unknownBrowser', error }));
    });
    await page.getByText('Another program is at SoundDesk’s address').waitFor();
    expect(await page.getByText(/Type your password here/).count()).toBe(0);
    expect(impostor.heard.join('\n')).not.toContain(token);
    // A greeting and no more: no proof, no call.
    expect(impostor.heard.filter((frame) => frame.startsWith('{')).length).toBeGreaterThan(0);
    for (const frame of impostor.heard.filter((text) => text.startsWith('{')))
      expect(JSON.parse(frame)).toMatchObject({ kind: 'greet', credential: { kind: 'browser' } });
    await impostor.close();
    host = await start(port);
    expect(host.token).not.toBe(token);
    await page.getByText('Another program is at SoundDesk’s address').waitFor({ state: 'hidden' });
    await isIn();
  });

  it('cannot pass the page on to the host that runs elsewhere meanwhile', async () => {
    await page.goto(host.address);
    await isIn();
    const { port } = host;
    await host.close();
    host = await start();
    const elsewhere = host.port;
    const answered: string[] = [];
    const lines = new Map<WebSocket, WebSocket>();
    const impostor = await startImpostor(port, (frame, near) => {
      const far =
        lines.get(near) ??
        new WebSocket(`ws://127.0.0.1:${elsewhere}/rpc`, { origin: `http://127.0.0.1:${elsewhere}` });
      if (!lines.has(near)) far.on('error', () => undefined);
      lines.set(near, far);
      far.on('message', (data) => {
        answered.push((data as Buffer).toString());
        near.send((data as Buffer).toString());
      });
      if (far.readyState === WebSocket.OPEN) far.send(frame);
      else far.once('open', () => far.send(frame));
    });
    await page.getByText('Another program is at SoundDesk’s address').waitFor();
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter((frame) => !frame.includes('"refuse"'))).toEqual([]);
    expect(host.core.router.peerCount).toBe(0);
    for (const far of lines.values()) far.terminate();
    await impostor.close();
  });
});

describe('a browser that opened the link once', () => {
  it('opens a bookmark after a restart, without a secret in the address or the storage', async () => {
    await page.goto(host.address);
    await isIn();
    expect(page.url()).toBe(bookmark());
    expect(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain(host.token);
    await page.close();
    const { port } = host;
    await host.close();
    host = await start(port);
    const later = await context.newPage();
    await later.goto(bookmark());
    await isIn(later);
    // Another tab, too.
    const second = await context.newPage();
    await second.goto(bookmark());
    await isIn(second);
  });

  it('has a key that no script can read', async () => {
    await page.goto(host.address);
    await isIn();
    const outcome = await page.evaluate(async () => {
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await resultOf(indexedDB.open('sounddesk-pairing'));
      const kept = (await resultOf(database.transaction('browser').objectStore('browser').get('key'))) as {
        keys: CryptoKeyPair;
      };
      const read = (format: 'pkcs8' | 'jwk') =>
        crypto.subtle.exportKey(format as 'pkcs8', kept.keys.privateKey).then(
          () => 'read',
          (error: Error) => error.name,
        );
      return [kept.keys.privateKey.extractable, await read('pkcs8'), await read('jwk')];
    });
    expect(outcome).toEqual([false, 'InvalidAccessError', 'InvalidAccessError']);
  });

  it('needs a link of its own in another browser, and then both are in', async () => {
    await page.goto(host.address);
    await isIn();
    const other = await browser.newContext();
    const stranger = await other.newPage();
    await stranger.goto(bookmark());
    await isOut(stranger);
    expect(await axeFindingsOf(stranger)).toEqual([]);
    await stranger.goto(await host.createLink());
    await isIn(stranger);
    await other.close();
  });

  it('opens with an old link as well, and without any at localhost', async () => {
    const old = host.address;
    await page.goto(old);
    await isIn();
    const { port } = host;
    await host.close();
    host = await start(port);
    await page.goto(`${old}&`);
    await page.reload();
    await isIn();
    await page.goto(bookmark().replace('127.0.0.1', 'localhost'));
    await isIn();
    expect(page.url()).toBe(bookmark());
  });

  it('reports that its link was used in another browser too, and both are out', async () => {
    const link = await host.createLink();
    await page.goto(link);
    await isIn();
    const other = await browser.newContext();
    const second = await other.newPage();
    await second.goto(link);
    await second.getByText(/^This link was used in another browser too/).waitFor();
    expect(await axeFindingsOf(second)).toEqual([]);
    await isOut();
    await other.close();
  });
});

describe('Settings', () => {
  it('lists the paired browsers, marks this one, and disconnects one that is removed', async () => {
    const other = await browser.newContext({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const second = await other.newPage();
    const { address } = host;
    await second.goto(address);
    await isIn(second);
    await page.goto(host.address);
    await isIn();
    await page.goto(bookmark(ROUTES.settings));
    const section = page.getByRole('region', { name: 'Paired browsers' });
    await section.getByText('This browser').waitFor();
    const rows = section.getByRole('listitem');
    expect(await rows.count()).toBe(2);
    expect(await rows.filter({ hasText: 'This browser' }).innerText()).toContain('Chrome');
    await rows
      .filter({ hasText: 'Firefox on Linux' })
      .getByText(/^Last used /)
      .waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await section.getByRole('button', { name: 'Remove Firefox on Linux' }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: 'Remove' })
      .click();
    await isOut(second);
    await expect.poll(() => rows.count()).toBe(1);
    // Not by a reload either, nor by the link that it had; only by a new one.
    await second.reload();
    await isOut(second);
    expect(host.address).not.toBe(address);
    await second.goto(address);
    await isOut(second);
    await second.goto(await host.createLink());
    await isIn(second);
    await expect.poll(() => rows.count()).toBe(2);
    await other.close();
  });
});
