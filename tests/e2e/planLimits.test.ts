import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src-shared/contract/define.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

const CAMERAS = [
  '--use-fake-device-for-media-stream=device-count=2,fps=30',
  '--use-fake-ui-for-media-stream',
];
const TRACK: InputOf<AppContract['video.addTrack']> = {
  kind: 'video',
  name: 'Camera',
  source: 'test',
  codec: 'vp8',
  codecPrivate: null,
  width: 64,
  height: 48,
  fps: 30,
};

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string) => page.getByRole('button', { name });
const takes = async () => unwrap(await live.client.call('takes.list')).length;

describe('a device with the Essential plan', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(CAMERAS);
    server = await startJack();
    live = await startLiveHost(server.env, 'essential');
    const context = await browser.newContext({
      viewport: { width: 1440, height: 1100 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByText('No channels yet').waitFor();
    await page.getByText(/^Limit on the Essential plan\./).waitFor();
    for (const _ of [1, 2]) await button('Add channel').click();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await server?.close();
  });

  it('says that two tracks are one too many, and records nothing', async () => {
    // Above the channels as in Active Tracks: not what the computer could record.
    await expect.poll(() => page.getByText('2 of 1').count()).toBe(2);
    // Where they were added, before anybody has pressed Start.
    const note = page.getByRole('status').getByText(/^The Essential plan records 1 audio track at a time/);
    await note.waitFor();
    await button('Start Recording').click();
    await page.getByText('Over your plan’s limit').waitFor();
    const said = page.getByText(/^The Essential plan records 1 audio track at a time, and 2 are on\./);
    await expect.poll(() => said.count()).toBe(2);
    expect(await axeFindingsOf(page)).toEqual([]);
    if (process.env.SOUNDDESK_SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SOUNDDESK_SCREENSHOTS}/plan-limit.png` });
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
    expect(await takes()).toBe(0);
    // Past the screen, too, and by two at once.
    const tries = [1, 2].map(() =>
      live.client.call('recording.start', { name: null, sound: { of: 'channels' } }),
    );
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ success: false, error: { code: 'PLAN_LIMIT' } });
    expect(await takes()).toBe(0);
  });

  it('keeps the strong model to Professional', async () => {
    const { channels } = unwrap(await live.client.call('capture.readState')).setUp;
    const channelId = channels[0]?.id ?? '';
    const changes = { denoise: { engine: 'strong' as const, sensitivity: 70, reduction: 70 } };
    const refused = { success: false, error: { code: 'PLAN_LIMIT' } };
    expect(await live.client.call('capture.updateChannel', { channelId, changes })).toMatchObject(refused);
    expect(await live.client.call('looseFiles.clean', { id: 'any', ...changes })).toMatchObject(refused);
  });

  it('records both as one mix', async () => {
    unwrap(await live.client.call('capture.updateOptions', { recording: { mode: 'mixed' } }));
    const before = await takes();
    unwrap(await live.client.call('recording.start', { name: null, sound: { of: 'channels' } }));
    unwrap(await live.client.call('capture.stop'));
    await expect.poll(takes).toBe(before + 1);
  });

  it('has one camera at a time: of two that ask at once, one', async () => {
    const sound = { of: 'screen', microphone: false, system: false } as const;
    unwrap(await live.client.call('recording.start', { name: null, sound }));
    const answers = await Promise.all([1, 2].map(() => live.client.call('video.addTrack', TRACK)));
    expect(answers.map(({ success }) => success)).toEqual([true, false]);
    expect(answers[1]).toMatchObject({ error: { code: 'PLAN_LIMIT' } });
    unwrap(await live.client.call('video.addTrack', { ...TRACK, kind: 'screen' }));
    const first = answers[0];
    if (!first?.success) throw new Error('no track');
    const end = { trackId: first.data.trackId, framesDropped: 0, ended: null };
    unwrap(await live.client.call('video.endTrack', end));
    // One that was pulled out is followed by another.
    unwrap(await live.client.call('video.addTrack', TRACK));
    unwrap(await live.client.call('recording.stop'));
  });

  it('opens no take for two cameras', async () => {
    for (const _ of [1, 2]) await button('Add camera').click();
    const before = await takes();
    await button('Start Recording').click();
    const said = page.getByText(/^The Essential plan records 1 camera at a time, and 2 are on\./);
    await expect.poll(() => said.count()).toBe(2);
    expect(await takes()).toBe(before);
    expect(problems).toEqual([]);
  });
});
