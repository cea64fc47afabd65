import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { folderOfLength } from '../lib/folderOfLength.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

const ROUTE = '/sounddesk-settings?tab=advanced';

describe('the folder of recordings', () => {
  let server: SoundServer;
  let browser: Browser;
  let live: LiveHost;
  let page: Page;
  let disk: string;
  beforeAll(async () => {
    server = await startJack();
    browser = await launchHeadlessShell();
    live = await startLiveHost(server.env);
    disk = path.join(live.dir, 'disk');
    mkdirSync(disk);
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await openStudio();
    await page.getByRole('heading', { name: 'Recording Studio', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByText(/^Load \d/).waitFor({ timeout: 90_000 });
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await server?.close();
  });

  async function openStudio(): Promise<void> {
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
  }
  const card = () => page.getByRole('region', { name: 'Folder of recordings' });
  async function openCard(): Promise<void> {
    await page.goto(new URL(ROUTE, live.host.address).href);
    await card()
      .getByText(/ free( ·|$|:)/)
      .waitFor();
  }
  async function choose(folder: string): Promise<void> {
    await card().getByRole('button', { name: 'Choose another folder…' }).click();
    await card().getByLabel('Path of the folder').fill(folder);
    await card().getByRole('button', { name: 'Use this folder' }).click();
  }
  async function record(): Promise<string> {
    unwrap(await live.client.call('recording.start', { name: null, sound: { of: 'channels' } }));
    await expect
      .poll(
        async () => unwrap(await live.client.call('recording.readState')).take?.progress?.recordedSec ?? 0,
      )
      .toBeGreaterThan(0.2);
    const state = unwrap(await live.client.call('recording.stop'));
    return state.lastTake?.folder ?? '';
  }

  it('is in the data folder by default', async () => {
    expect(path.dirname(await record())).toBe(path.join(live.dir, 'data', 'takes'));
    await openCard();
    await card()
      .getByText(path.join(live.dir, 'data', 'takes'))
      .waitFor();
    await card()
      .getByText(/Default folder/)
      .waitFor();
  });

  it('is tried before it is taken, and what is wrong is reported', async () => {
    await choose(path.join(live.dir, 'gone'));
    await card()
      .getByText(/is not there\. Connect its disk, make it,/)
      .waitFor();
    await card().getByLabel('Path of the folder').fill('recordings');
    await card().getByRole('button', { name: 'Use this folder' }).click();
    await card()
      .getByText(/"recordings" is no whole path/)
      .waitFor();
    await card().getByRole('button', { name: 'Cancel' }).click();
    expect(unwrap(await live.client.call('settings.read')).takesFolder).toBeNull();
  });

  it('has the new recordings, and leaves the old ones where they are and in the list', async () => {
    await choose(disk);
    await card().getByText(disk).waitFor();
    await card().getByRole('list', { name: 'Earlier folders' }).getByText('1 recording').waitFor();
    // It is offered for a moment.
    await page.getByRole('button', { name: 'Undo' }).click();
    await card()
      .getByText(/Default folder/)
      .waitFor();
    await choose(disk);
    await card().getByText(disk).waitFor();
    expect(path.dirname(await record())).toBe(disk);
    expect(readdirSync(disk)).toHaveLength(1);
    expect(unwrap(await live.client.call('takes.list'))).toHaveLength(2);
  });

  it('that is gone is reported at the start, and nothing is recorded elsewhere', async () => {
    renameSync(disk, `${disk}-unplugged`);
    await page.goto('about:blank');
    await page.goto(live.host.address);
    await page.getByText('The folder of recordings cannot be used').waitFor();
    expect(
      await live.client.call('recording.start', { name: null, sound: { of: 'channels' } }),
    ).toMatchObject({
      success: false,
      error: {
        code: 'FILE_UNWRITABLE',
        message: expect.stringContaining('Nothing can be recorded') as string,
      },
    });
    expect(unwrap(await live.client.call('takes.list'))).toHaveLength(1);
    renameSync(`${disk}-unplugged`, disk);
    expect(path.dirname(await record())).toBe(disk);
  });

  it.runIf(process.platform === 'linux')('says what its bin cannot look at, and keeps it', async () => {
    const folder = folderOfLength(path.join(live.dir, 'deep'), 4000);
    unwrap(await live.client.call('settings.update', { takesFolder: folder }));
    // Too long a path to look into, by the administrator either.
    const unreadable = path.join(folder, '.bin', 'x'.repeat(85));
    mkdirSync(unreadable, { recursive: true });
    await openStudio();
    await page.getByRole('button', { name: 'Bin (not readable)' }).click();
    const bin = page.getByRole('dialog', { name: 'Bin' });
    const message = bin.getByRole('alert');
    await message.getByText(/^1 item can’t be read and stays in the bin/).waitFor();
    await message.getByText(`${unreadable} (ENAMETOOLONG)`).waitFor();
    expect(await bin.getByText('The bin is empty.').count()).toBe(0);
    expect(await bin.getByRole('button', { name: 'Empty the bin' }).isDisabled()).toBe(true);
    expect(await axeFindingsOf(page)).toEqual([]);
  });
});
