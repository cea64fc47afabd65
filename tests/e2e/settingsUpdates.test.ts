import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRelease } from '../../scripts/release/channelFiles.mjs';
import { makeReleaseKey, publicPartOf } from '../../scripts/release/releaseKey.mjs';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

const PAGE = 'https://example.org/releases/9.1.0';

describe('the card of updates', () => {
  let releases: Server;
  let answer: { status: number; body: string };
  let asked: number;
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  beforeAll(async () => {
    answer = { status: 200, body: '{}' };
    asked = 0;
    releases = createServer((_, response) => {
      asked += 1;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
    const { port } = releases.address() as AddressInfo;
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, SOUNDDESK_RELEASES_URL: `http://127.0.0.1:${port}/` });
    page = await (await browser.newContext()).newPage();
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).waitFor();
    await page.goto(new URL('/sounddesk-settings?tab=general', live.host.address).href);
    await card().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    releases?.close();
  });

  const card = () => page.getByRole('region', { name: 'Updates' });
  const check = () => card().getByRole('button', { name: 'Check now' }).click();

  it('says which newer version there is, and where one reads about it', async () => {
    answer = { status: 200, body: JSON.stringify({ version: '9.1.0', url: PAGE }) };
    const before = asked;
    await check();
    await card().getByText('SoundDesk 9.1.0 is available.').waitFor();
    expect(asked).toBe(before + 1);
    expect(await card().getByRole('link', { name: 'What’s new' }).getAttribute('href')).toBe(PAGE);
  });

  it('says that this is the newest', async () => {
    answer = { status: 200, body: JSON.stringify({ version: '0.0.1' }) };
    await check();
    await card()
      .getByText(/You have the newest version\. Checked /)
      .waitFor();
  });

  it('says why nothing was learned, and keeps what was known', async () => {
    answer = { status: 503, body: 'closed' };
    await check();
    const alert = card().getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('it answered 503');
    await card()
      .getByText(/Checked /)
      .waitFor();
    answer = { status: 200, body: '<script>alert(1)</script>' };
    await check();
    await card()
      .getByText(/what it says is no version/)
      .waitFor();
  });

  it('asks nothing in privacy mode', async () => {
    unwrap(await live.client.call('settings.update', { privacyMode: true }));
    const before = asked;
    await card().getByText('In privacy mode SoundDesk does not look for new versions.').waitFor();
    expect(await card().getByRole('button', { name: 'Check now' }).count()).toBe(0);
    expect(asked).toBe(before);
    unwrap(await live.client.call('settings.update', { privacyMode: false }));
    await card().getByRole('button', { name: 'Check now' }).waitFor();
  });
});

describe('an update that this installation takes', () => {
  let releases: Server;
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  const done: string[] = [];
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-next-'));
  beforeAll(async () => {
    const key = await makeReleaseKey('2026');
    const bytes = Buffer.from('the next one');
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const files = [{ name: 'next.AppImage', sizeBytes: bytes.length, sha512 }];
    const release = { channel: 'stable', system: 'linux', version: '99.0.0', files, stagingPercentage: 100 };
    const token = await signRelease(release, key);
    releases = createServer((_, response) => response.end(token));
    await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/`;
    live = await startLiveHost(process.env, undefined, {
      updates: {
        publisher: { url, keys: [publicPartOf(key)] },
        updateProgram: {
          download(_, __, { onProgress }) {
            onProgress(50);
            writeFileSync(path.join(dir, 'next.AppImage'), bytes);
            return Promise.resolve(path.join(dir, 'next.AppImage'));
          },
          quit: () => void done.push('quit'),
          install: () => void done.push('install'),
        },
      },
    });
    browser = await launchHeadlessShell();
    page = await (await browser.newContext()).newPage();
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).waitFor();
    await page.goto(new URL('/sounddesk-settings?tab=general', live.host.address).href);
    await card().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    releases?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const card = () => page.getByRole('region', { name: 'Updates' });
  const press = (name: string) => card().getByRole('button', { name }).click();

  it('is downloaded and installed when asked for, after what runs', async () => {
    await press('Check now');
    await card().getByText('Version 99.0.0 is ready to download.').waitFor();
    await expectGoodLooks(page, 'update-offered', { arrive: () => card().scrollIntoViewIfNeeded() });
    await press('Download');
    await card().getByText('Version 99.0.0 is downloaded and verified.').waitFor();
    unwrap(
      await live.client.call('recording.start', {
        name: null,
        sound: { of: 'screen', microphone: false, system: false },
        sources: [{ id: 'camera', kind: 'video', name: 'Camera' }],
      }),
    );
    await press('Restart and update');
    await card().getByText('Updates when the recording stops.').waitFor();
    await press('Cancel');
    await card().getByRole('button', { name: 'Restart and update' }).waitFor();
    await press('Restart and update');
    expect(done).toEqual([]);
    await live.client.call('recording.stop');
    await expect.poll(() => done).toEqual(['quit']);
  });
});
