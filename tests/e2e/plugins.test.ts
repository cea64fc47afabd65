import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { folderOfTestPlugins, scanPlugins } from '../lib/pluginRig.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

describe('the screen of plug-ins', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address.replace(ROUTES.dashboard, ROUTES.plugins));
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('is reached by the menu, and lists what a scan has found', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Plug-ins' }).click();
    await page.getByRole('rowheader', { name: 'ZamComp' }).waitFor();
    await page.getByText(/^(Plug-ins see only their own files|On this computer, plug-ins can )/).waitFor();
    await page.getByRole('searchbox').fill('delay');
    await page.getByRole('rowheader', { name: 'ZamDelay' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(2);
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('Nothing matches “nothing of the kind”').waitFor();
    await page.getByRole('searchbox').fill('');
  });

  it('searches folders of the user’s own, which are added and taken out, and scans when they change', async () => {
    const folder = folderOfTestPlugins(temporaryDir(), ['SD Test']);
    const path = page.getByRole('textbox', { name: 'Another folder' });
    await path.fill('/no/such/folder');
    await page.getByRole('button', { name: 'Add' }).click();
    await page
      .getByRole('alert')
      .getByText(/^There is no folder \/no\/such\/folder\./)
      .waitFor();
    expect(await findings()).toEqual([]);
    await path.fill('plug-ins');
    await path.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^"plug-ins" is no whole path\./)
      .waitFor();
    await path.fill(`${folder}/`);
    await path.press('Enter');
    // What a page asks for is not enough: the owner says yes where no page can.
    await page.getByRole('alert').getByText(`npx sounddesk plugins allow '${folder}'`).waitFor();
    expect(await findings()).toEqual([]);
    const allow = await createCommandLine(live.dir)(['plugins', 'allow', folder], {
      env: { SOUNDDESK_DATA_DIR: join(live.dir, 'data') },
    });
    expect(allow).toMatchObject({ code: 0, stderr: '' });
    await path.press('Enter');
    await page.getByRole('rowheader', { name: 'SD Test Gain' }).waitFor();
    expect(unwrap(await live.client.call('settings.read')).pluginFolders).toEqual([folder]);
    await page.getByRole('button', { name: `Stop searching ${folder}` }).click();
    await page.getByRole('rowheader', { name: 'SD Test Gain' }).waitFor({ state: 'detached' });
    expect(unwrap(await live.client.call('settings.read')).pluginFolders).toEqual([]);
  });

  it('offers a channel where there is none, and loads a plug-in into it from the browser', async () => {
    for (const { id } of unwrap(await live.client.call('capture.listChannels')))
      unwrap(await live.client.call('capture.removeChannel', { channelId: id }));
    await page.getByText('No channels yet').waitFor();
    unwrap(await live.client.call('capture.addChannel', { id: 'voice', name: 'Voice' }));
    await page.getByRole('button', { name: 'Add a plug-in' }).click();
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: 'Load ZamComp' }).click();
    await page.getByText('Running · No delay').waitFor();
    await page.getByRole('switch', { name: 'ZamComp is on' }).click();
    await expect
      .poll(
        async () => unwrap(await live.client.call('plugins.readChain', { channelId: 'voice' })).plugins[0],
      )
      .toMatchObject({ name: 'ZamComp', isBypassed: true });
    expect(await findings()).toEqual([]);
  });

  it('turns a parameter with keys, undoes it, and compares two settings', async () => {
    await loadAnew();
    await page.getByRole('button', { name: 'Edit ZamComp' }).click();
    const threshold = page.getByRole('slider', { name: 'Threshold' });
    const text = () => threshold.getAttribute('aria-valuetext');
    await expect.poll(text).toBe('0 dB');
    await threshold.press('PageDown');
    await expect.poll(text).toBe('−8 dB');
    await page.keyboard.press('Control+z');
    await expect.poll(text).toBe('0 dB');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(text).toBe('−8 dB');
    await page.getByRole('radio', { name: 'B' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'B' }).getAttribute('aria-checked')).toBe('true');
    await threshold.press('PageDown');
    await expect.poll(text).toBe('−16 dB');
    await page.getByRole('radio', { name: 'A' }).click();
    await expect.poll(text).toBe('−8 dB');
    await threshold.dblclick();
    await expect.poll(text).toBe('0 dB');
    expect(await findings()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

/** With the values that it has at first. */
async function loadAnew(): Promise<void> {
  const channelId = 'voice';
  for (const { id } of unwrap(await live.client.call('plugins.readChain', { channelId })).plugins)
    unwrap(await live.client.call('plugins.unload', { channelId, pluginId: id }));
  const pluginId = (await scanPlugins(live.client)).get('ZamComp') ?? '';
  unwrap(await live.client.call('plugins.load', { channelId, pluginId }));
}

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
