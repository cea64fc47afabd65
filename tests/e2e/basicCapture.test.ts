import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { photographBasic } from '../lib/basicPictures.ts';
import { downloadTrack } from '../lib/browserKill.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import {
  browserGone,
  decodeWhole,
  killBrowser,
  openStoredBrowser,
  serveWebBuild,
} from '../lib/storedBrowser.ts';

const PATIENT = { timeout: 20_000 };

let site: StaticServer;
let profile: string;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function open(): Promise<void> {
  ({ context, page } = await openStoredBrowser(profile));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}/sounddesk-screen-capture`);
  await button('Start Capture').waitFor(PATIENT);
}

/** As it is at first, whatever an attempt before has left. */
async function reopen(): Promise<void> {
  await page.reload();
  await button('Start Capture').waitFor(PATIENT);
}

async function recorded(seconds: number): Promise<number> {
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const read = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
  return await read();
}

async function start(): Promise<void> {
  await button('Start Capture').click();
  await button('Stop').waitFor(PATIENT);
}

async function stop(): Promise<void> {
  await button('Stop').click();
  await button('Start Capture').waitFor(PATIENT);
}

const turn = async (name: string, isOn: boolean) => {
  const toggle = page.getByRole('switch', { name });
  if ((await toggle.isChecked()) !== isOn) await toggle.click();
};
const plays = () => button(/^Play /).count();
const decoded = async (track: string) => decodeWhole(await downloadTrack(page, track));

describe('screen capture of a browser alone', () => {
  beforeAll(async () => {
    site = await serveWebBuild();
    profile = mkdtempSync(join(tmpdir(), 'sounddesk-capture-'));
    await open();
  });
  afterAll(async () => {
    await context.close();
    await site.close();
    await browserGone(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('says what it is, what it cannot, and why', async () => {
    await page.getByText('Basic mode: this browser records what you share', { exact: false }).waitFor();
    await page.getByText('The desktop app adds a camera bubble', { exact: false }).waitFor();
    await page.getByText('a page alone cannot make one video of the two', { exact: false }).waitFor();
    expect(await page.getByRole('switch', { name: 'Show the camera upon the screen' }).isDisabled()).toBe(
      true,
    );
    await page.getByText('No recordings yet').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographBasic(page, 'capture');
  });

  it('captures a screen with the microphone, leaves pauses out, and gives files that decode', async () => {
    await turn('Include system audio', false);
    await start();
    await recorded(2);
    await button('Pause').click();
    await button('Resume').waitFor();
    expect(await page.getByRole('radio', { name: 'Window' }).isDisabled()).toBe(true);
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.waitForTimeout(3000);
    await button('Resume').click();
    const seen = await recorded(4);
    await photographBasic(page, 'capturing');
    await stop();
    await button(/^Play /).waitFor(PATIENT);
    await page.getByRole('cell', { name: 'Screen + Mic' }).waitFor();
    const [voice, screen] = [await decoded('audio'), await decoded('screen')];
    // The pictures of the page in three widths take their time as well.
    for (const { seconds } of [voice, screen]) expect(seconds).toBeGreaterThan(seen - 1);
    expect(Math.abs(voice.seconds - screen.seconds)).toBeLessThan(0.5);
    expect(Object.keys(screen.endSec).toSorted()).toEqual(['audio', 'video']);
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographBasic(page, 'captured');
  });

  it('plays what it captured, with its length', async () => {
    await button(/^Play /).click();
    const video = page.getByLabel(/^Player of /);
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.duration), PATIENT)
      .toBeGreaterThan(3);
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), PATIENT)
      .toBeGreaterThan(0.5);
    await page.keyboard.press('Escape');
  });

  it('captures a region, of its size', async () => {
    await reopen();
    await turn('Include microphone', false);
    await page.getByRole('radio', { name: 'Region' }).click();
    await button('Start Capture').click();
    const figure = (name: string) => page.getByRole('spinbutton', { name });
    await figure('Width').waitFor(PATIENT);
    for (const [name, value] of [
      ['Width', '320'],
      ['Height', '180'],
      ['Left', '40'],
      ['Top', '20'],
    ] as const) {
      await figure(name).fill(value);
      await figure(name).blur();
    }
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Capture this region').click();
    await recorded(2);
    await stop();
    // An attempt before this one may have left its own.
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Screen Only' }) });
    await row.first().waitFor(PATIENT);
    await photographBasic(page, 'captured');
    const path = await downloadTrack(page, 'screen', row.first());
    const size = execFileSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path],
      { encoding: 'utf8' },
    );
    expect(size.trim()).toBe('320,180');
    expect(decodeWhole(path).pictures).toBeGreaterThan(5);
    await page.getByRole('radio', { name: 'Full Screen' }).click();
  });

  it('ends with what is shared, keeps it, and says so', async () => {
    await reopen();
    await page.getByRole('radio', { name: 'Full Screen' }).click();
    await turn('Include microphone', true);
    const before = await plays();
    await page.evaluate(() => {
      const original = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getDisplayMedia = async (options) => {
        const stream = await original(options);
        Object.assign(globalThis, { shared: stream });
        return stream;
      };
    });
    await start();
    await recorded(2);
    await page.evaluate(() => {
      const { shared } = globalThis as unknown as { shared: MediaStream };
      const [track] = shared.getVideoTracks();
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    });
    await page.getByText('DEVICE_LOST').waitFor(PATIENT);
    await page.getByText('All until then is kept.', { exact: false }).first().waitFor();
    await expect.poll(plays, PATIENT).toBe(before + 1);
    expect((await decoded('screen')).seconds).toBeGreaterThan(1);
  });

  it('keeps all where the storage gets full, and says so', async () => {
    const session = await context.newCDPSession(page);
    const { usage } = (await session.send('Storage.getUsageAndQuota', { origin: site.origin })) as {
      usage: number;
    };
    const quotaSize = Math.round(usage + 9_000_000);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize });
    const before = await plays();
    await start();
    await page.getByText('DISK_FULL').waitFor({ timeout: 100_000 });
    await expect.poll(plays, PATIENT).toBe(before + 1);
    expect((await decoded('screen')).seconds).toBeGreaterThan(0.3);
    expect((await decoded('audio')).seconds).toBeGreaterThan(0.3);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
  });

  it('offers what a killed browser had captured, at most a second less', async () => {
    const before = await plays();
    await start();
    await recorded(2);
    const seen = await recorded(3);
    killBrowser(profile);
    await context.close().catch(() => undefined);
    await browserGone(profile);
    await open();
    await page.getByText('A recording that was cut off was found').waitFor();
    await expect.poll(plays, PATIENT).toBe(before + 1);
    await page.getByText('Recovered').waitFor();
    expect((await decoded('screen')).seconds).toBeGreaterThan(seen - 1);
    expect((await decoded('audio')).seconds).toBeGreaterThan(seen - 1);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
