import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { downloadTrack, killWhileRecording } from '../lib/browserKill.ts';
import { photographBasic } from '../lib/basicPictures.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { decodeWhole, openStoredBrowser, serveWebBuild } from '../lib/storedBrowser.ts';

const PATIENT = { timeout: 20_000 };

let site: StaticServer;
let profile: string;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const toggle = (name: string) => page.getByRole('switch', { name });

/** The web build in a browser that keeps what it has: the same profile each time. */
async function open(): Promise<void> {
  ({ context, page } = await openStoredBrowser(profile));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}/sounddesk-recording-studio`);
  await button('Start Recording').waitFor(PATIENT);
}

async function recorded(seconds: number): Promise<number> {
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const read = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
  return await read();
}

async function switchOn(...names: string[]): Promise<void> {
  for (const name of names) if (!(await toggle(name).isChecked())) await toggle(name).click();
}

async function shareScreen(): Promise<void> {
  await switchOn('Record the screen');
  await button('Choose what to share').click();
  await page.getByLabel('Live picture of the screen').waitFor();
}

const decodedSeconds = async (track: string) => decodeWhole(await downloadTrack(page, track)).seconds;
const photograph = (name: string) => photographBasic(page, name);

describe('the studio of a browser alone', () => {
  beforeAll(async () => {
    site = await serveWebBuild();
    profile = mkdtempSync(join(tmpdir(), 'sounddesk-basic-'));
    await open();
  });
  afterAll(async () => {
    await context.close();
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it('says what it is, what the desktop app adds, and that nothing is chosen yet', async () => {
    await page.getByText('Basic mode: one microphone, one camera and one screen', { exact: false }).waitFor();
    await page
      .getByText('The desktop app records up to 32 audio channels, 8 cameras and 4 screens', {
        exact: false,
      })
      .waitFor();
    await page.getByText('No recordings yet').waitFor();
    await button('Start Recording').click();
    await page.getByText('Please enable at least one channel before recording.').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('records a microphone, a camera and a screen, pauses, and gives files that decode', async () => {
    await switchOn('Record the microphone', 'Record the camera');
    await shareScreen();
    await page.getByLabel('Live picture of the camera').waitFor();
    await page.getByLabel('Level of the microphone').waitFor();
    await photograph('basic');
    await button('Start Recording').click();
    await recorded(2);
    await button('Pause').click();
    await button('Resume').waitFor();
    // It takes longer than what is compared below.
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.waitForTimeout(3000);
    await button('Resume').click();
    const seen = await recorded(4);
    await button('Stop').click();
    await button(/^Play /).waitFor(PATIENT);
    await page.getByRole('cell', { name: 'Microphone, Camera, Screen' }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await photograph('basic-recorded');
    for (const track of ['audio', 'video', 'screen']) {
      const seconds = await decodedSeconds(track);
      // The pause is left out.
      expect(seconds).toBeGreaterThan(seen - 1);
      expect(seconds).toBeLessThan(seen + 2.5);
    }
  });

  it('plays what was recorded', async () => {
    await button(/^Play /).click();
    const video = page.getByLabel(/^Player of /);
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.duration), PATIENT)
      .toBeGreaterThan(3);
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), PATIENT)
      .toBeGreaterThan(0.5);
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('goes on without a screen that is not shared any more, and says so', async () => {
    await button('Start Recording').click();
    await recorded(1);
    await page.getByLabel('Live picture of the screen').evaluate((video: HTMLVideoElement) => {
      const [track] = (video.srcObject as MediaStream).getVideoTracks();
      track?.dispatchEvent(new Event('ended'));
    });
    await page.getByText('All until then is kept.', { exact: false }).first().waitFor();
    await recorded(3);
    await button('Stop').click();
    await button('Start Recording').waitFor(PATIENT);
  });

  it.each([1, 2, 3])(
    'offers after a killed browser what was recorded, at most a second less (%i)',
    async (run) => {
      const { lostMs, take } = await killWhileRecording({
        origin: site.origin,
        profile: mkdtempSync(join(tmpdir(), 'sounddesk-kill-')),
        seconds: 1 + run,
      });
      expect(take.tracks.map(({ kind }) => kind)).toEqual(['audio', 'video']);
      for (const [stream, ms] of Object.entries(lostMs)) expect(ms, stream).toBeLessThan(1000);
    },
  );

  it('offers what a closed tab had recorded, and keeps the other tab’s own', async () => {
    await switchOn('Record the microphone', 'Record the camera');
    const before = await button(/^Play /).count();
    await button('Start Recording').click();
    await recorded(2);
    const other = await context.newPage();
    other.on('pageerror', (error) => problems.push(error.message));
    await other.goto(`${site.origin}/sounddesk-recording-studio`);
    await other.getByText('Being recorded').waitFor();
    await page.close();
    page = other;
    await page.reload();
    await page.getByText('A recording that was cut off was found').waitFor();
    await page.getByText('Recovered').first().waitFor();
    await expect.poll(() => button(/^Play /).count(), PATIENT).toBe(before + 1);
    expect(await decodedSeconds('video')).toBeGreaterThan(1);
    await photograph('basic-recovered');
  });

  it('keeps all where the storage gets full, and says so', async () => {
    const session = await context.newCDPSession(page);
    const { usage } = (await session.send('Storage.getUsageAndQuota', { origin: site.origin })) as {
      usage: number;
    };
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: site.origin,
      quotaSize: Math.round(usage + 7_000_000),
    });
    await switchOn('Record the microphone', 'Record the camera');
    await button('Start Recording').click();
    await page.getByText('DISK_FULL').waitFor({ timeout: 60_000 });
    await button('Start Recording').waitFor(PATIENT);
    expect(await decodedSeconds('video')).toBeGreaterThan(0.5);
    expect(await decodedSeconds('audio')).toBeGreaterThan(0.5);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
  });

  it('renames, finds and sorts recordings', async () => {
    await button(/^Rename /)
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('  Interview with the choir ');
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Save').click();
    await button('Play Interview with the choir').waitFor();
    const count = await button(/^Play /).count();
    await page.getByRole('searchbox').fill('CHOIR interview');
    await expect.poll(() => button(/^Play /).count()).toBe(1);
    await page.getByRole('searchbox').fill('nothing of that name');
    await page.getByText('No recording matches “nothing of that name”.').waitFor();
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => button(/^Play /).count()).toBe(count);
    await button('Duration').click();
    await button('Duration').click();
    await page.getByRole('columnheader', { name: 'Duration' }).waitFor();
    const times = await page.locator('tbody td.font-mono').allTextContents();
    expect(times).toEqual(times.toSorted());
    await page.reload();
    await button('Play Interview with the choir').waitFor(PATIENT);
  });

  it('deletes what is not wanted, and takes it back', async () => {
    const count = await button(/^Play /).count();
    const remove = async () =>
      await button(/^Delete /)
        .first()
        .click();
    await remove();
    await expect.poll(() => button(/^Play /).count()).toBe(count - 1);
    await button('Undo').click();
    await expect.poll(() => button(/^Play /).count()).toBe(count);
    await remove();
    await expect.poll(() => button(/^Play /).count()).toBe(count - 1);
    await page.reload();
    await button('Start Recording').waitFor(PATIENT);
    await expect.poll(() => button(/^Play /).count()).toBe(count - 1);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
