import { expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startDisplay } from '../lib/display.ts';
import { startLiveHost } from '../lib/liveSession.ts';

const SOON = { timeout: 20_000, interval: 200 };

it("opens a plug-in's own window from the editor's button, follows it, and closes it again", async () => {
  const display = await startDisplay();
  const browser = await launchHeadlessShell();
  const live = await startLiveHost({
    ...process.env,
    JACK_NO_START_SERVER: '1',
    DISPLAY: display.name,
  });
  try {
    unwrap(await live.client.call('capture.addChannel', { id: 'voice', name: 'Voice' }));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(live.host.address.replace(ROUTES.dashboard, ROUTES.plugins));
    await page.getByRole('rowheader', { name: 'ZamComp' }).waitFor();
    await page.getByRole('button', { name: 'Add a plug-in' }).click();
    await page.getByRole('button', { name: 'Load ZamComp' }).click();
    await page.getByRole('button', { name: 'Edit ZamComp' }).click();
    expect(await display.readTitles()).not.toContain('ZamComp');
    await page.getByRole('button', { name: 'Open its own window' }).click();
    await expect.poll(() => display.readTitles(), SOON).toContain('ZamComp');
    await page.getByRole('button', { name: 'Close its own window' }).click();
    await page.getByRole('button', { name: 'Open its own window' }).waitFor();
    await expect.poll(() => display.readTitles(), SOON).not.toContain('ZamComp');
    // It goes with its plug-in as well.
    await page.getByRole('button', { name: 'Open its own window' }).click();
    await expect.poll(() => display.readTitles(), SOON).toContain('ZamComp');
    unwrap(
      await live.client.call('plugins.unload', {
        channelId: 'voice',
        pluginId: (await chain(live)).plugins[0]?.id ?? '',
      }),
    );
    await expect.poll(() => display.readTitles(), SOON).not.toContain('ZamComp');
  } finally {
    await browser.close();
    await live.close();
    await display.close();
  }
}, 90_000);

it('offers no window where there is no display, and says why', async () => {
  const browser = await launchHeadlessShell();
  const { DISPLAY: _display, ...env } = process.env;
  const live = await startLiveHost({ ...env, JACK_NO_START_SERVER: '1' });
  try {
    unwrap(await live.client.call('capture.addChannel', { id: 'voice', name: 'Voice' }));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(live.host.address.replace(ROUTES.dashboard, ROUTES.plugins));
    await page.getByRole('rowheader', { name: 'ZamComp' }).waitFor();
    await page.getByRole('button', { name: 'Add a plug-in' }).click();
    await page.getByRole('button', { name: 'Load ZamComp' }).click();
    await page.getByRole('button', { name: 'Edit ZamComp' }).click();
    await page.getByText('No own window: This computer has no display to open the window on.').waitFor();
    expect(await page.getByRole('button', { name: 'Open its own window' }).count()).toBe(0);
    const slot = (await chain(live)).plugins[0];
    const answer = await live.client.call('plugins.openEditor', {
      channelId: 'voice',
      pluginId: slot?.id ?? '',
    });
    expect(answer).toMatchObject({ success: false, error: { code: 'PLUGIN_EDITOR_UNAVAILABLE' } });
  } finally {
    await browser.close();
    await live.close();
  }
}, 90_000);

async function chain(live: Awaited<ReturnType<typeof startLiveHost>>) {
  return unwrap(await live.client.call('plugins.readChain', { channelId: 'voice' }));
}
