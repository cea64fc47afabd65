import { expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { findSource, readTake } from '../lib/captureRig.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost } from '../lib/liveSession.ts';
import { folderOfTestPlugins, plainSetUp, sandboxesOf, scanPlugins } from '../lib/pluginRig.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { startJack } from '../lib/virtualAudio.ts';

const SOON = 60_000;

const BAD = [
  {
    name: 'SD Leak',
    what: 'takes more memory with each block',
    reason:
      /"SD Leak" has failed: It took more memory than the plug-ins of a channel may have, and was ended\./,
  },
  {
    name: 'SD Allocate',
    what: 'takes memory without end in one block',
    // With real-time priority it is ended for the time that it takes, which is less than the memory lasts.
    reason:
      /"SD Allocate" has failed: It (took more memory than the plug-ins of a channel may have, and|hung while it processed sound and|gave no sound back for a second and) was ended\./,
  },
  {
    name: 'SD Hang',
    what: 'hangs',
    reason:
      /"SD Hang" has failed: (It hung while it processed sound and was ended|It gave no sound back for a second and was ended)\./,
  },
];

it.each(BAD)(
  'says on screen that a plug-in $what, starts it again once on its own, and offers it then',
  async ({ name, reason }) => {
    const server = await startJack();
    const live = await startLiveHost({
      ...server.env,
      VST3_PATH: folderOfTestPlugins(temporaryDir(), [name]),
    });
    const browser = await launchHeadlessShell();
    const { client } = live;
    const marks: { message: string; isRestarting: boolean }[] = [];
    client.subscribe('plugins.onMarked', ({ message, isRestarting }) =>
      marks.push({ message, isRestarting }),
    );
    try {
      const ids = await scanPlugins(client);
      const source = await findSource(client, 'system');
      unwrap(await client.call('capture.start', { setUp: plainSetUp(source, 2) }));
      unwrap(await client.call('recording.start', { name: 'Take', sound: { of: 'channels' } }));
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(live.host.address.replace(ROUTES.dashboard, ROUTES.plugins));
      await page.getByRole('rowheader', { name }).waitFor();
      unwrap(await client.call('plugins.load', { channelId: 'c1', pluginId: ids.get(name) ?? '' }));

      const banner = page.getByRole('alert').filter({ hasText: 'The channel is unprocessed' });
      await banner.getByText(reason).waitFor({ timeout: SOON });
      // Once on its own, and again it fails: from now on it is the user's to decide.
      await banner.getByRole('button', { name: 'Restart' }).waitFor({ timeout: SOON });
      expect(marks.map(({ isRestarting }) => isRestarting)).toEqual([true, false]);
      for (const { message } of marks) expect(message).toMatch(reason);
      expect(marks[0]?.message).toMatch(/It is restarting; the channel continues without it meanwhile\.$/);
      expect(marks[1]?.message).toMatch(/Restart it, or remove it from the chain\.$/);
      expect(sandboxesOf(live.enginePid())).toEqual([]);
      if (name === 'SD Hang') await page.getByText(/\d+ blocks unprocessed/).waitFor();

      await banner.getByRole('button', { name: 'Restart' }).click();
      await expect.poll(() => marks.length, { timeout: SOON }).toBeGreaterThan(2);
      await page.getByRole('button', { name: `Remove ${name}` }).click();
      await page.getByText('No plug-in in this channel').waitFor();

      const { lastTake } = unwrap(await client.call('recording.stop'));
      expect(lastTake?.code ?? null).toBeNull();
      const tracks = readTake(lastTake?.folder ?? '').tracks.filter(({ kind }) => kind === 'channel');
      expect(new Set(tracks.map(({ framesWritten }) => framesWritten)).size).toBe(1);
      expect(tracks.flatMap(({ gaps }) => gaps.filter((gap) => gap.reason !== 'device'))).toEqual([]);
    } finally {
      await browser.close();
      await live.close();
      await server.close();
    }
  },
  180_000,
);
