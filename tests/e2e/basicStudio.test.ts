import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { findChromium } from '../lib/chromium.ts';
import { serveFolder, type StaticServer } from '../lib/staticServer.ts';

const PICTURES = process.env.SOUNDDESK_PICTURES;
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
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      ...['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'],
    ],
  });
  page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}/sounddesk-recording-studio`);
  await button('Start Recording').waitFor(PATIENT);
}

/** All processes of this profile at once, as a power cut ends them. */
function killBrowser(): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
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

/** The last recording's file, as it is downloaded. */
async function download(track: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page
    .getByRole('button', { name: new RegExp(`^Download the ${track} of `) })
    .first()
    .click();
  return await (await started).path();
}

/** Decoded from the first picture or sound to the last; seconds of it. */
function decodedSeconds(path: string): number {
  const text = execFileSync(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-xerror', '-i', path, '-map', '0', '-f', 'framecrc', 'pipe:1'],
    { encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  const bases = [...text.matchAll(/^#tb (\d+): (\d+)\/(\d+)/gm)].map(([, , a, b]) => Number(a) / Number(b));
  const ends = text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').map(Number))
    .map(([stream = 0, , time = 0, length = 0]) => (time + length) * (bases[stream] ?? 0));
  return Math.max(0, ...ends);
}

async function photograph(name: string): Promise<void> {
  if (PICTURES === undefined) return;
  const before = await page.evaluate(() => document.documentElement.className);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((look) => (document.documentElement.className = look), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Colours change in a moment.
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(PICTURES, `${name}-${theme}-${width}.png`), fullPage: true });
    }
  }
  await page.evaluate((look) => (document.documentElement.className = look), before);
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe('the studio of a browser alone', () => {
  beforeAll(async () => {
    const folder = resolve(import.meta.dirname, '../../out/renderer');
    site = await serveFolder(folder, {
      fallback: 'index.html',
      headers: { 'content-security-policy': contentSecurityPolicy() },
    });
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
    await page.getByText('Microphone, Camera, Screen', { exact: false }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await photograph('basic-recorded');
    for (const track of ['sound', 'camera', 'screen']) {
      const seconds = decodedSeconds(await download(track));
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
      await switchOn('Record the microphone', 'Record the camera');
      // The list is read after the studio is there.
      await button(/^Play /)
        .first()
        .waitFor(PATIENT);
      const before = await button(/^Play /).count();
      await button('Start Recording').click();
      const seen = await recorded(2 + run);
      killBrowser();
      await context.close().catch(() => undefined);
      await open();
      await page.getByText('A recording that was cut off was found').waitFor();
      await page.getByText('Recovered').first().waitFor();
      await expect.poll(() => button(/^Play /).count(), PATIENT).toBe(before + 1);
      for (const track of ['sound', 'camera'])
        expect(decodedSeconds(await download(track))).toBeGreaterThan(seen - 1);
      if (run === 1) await photograph('basic-recovered');
    },
  );

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
    expect(decodedSeconds(await download('camera'))).toBeGreaterThan(0.5);
    expect(decodedSeconds(await download('sound'))).toBeGreaterThan(0.5);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
  });

  it('deletes what is not wanted, once that was asked', async () => {
    const count = await button(/^Play /).count();
    await button(/^Delete /)
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => button(/^Play /).count()).toBe(count - 1);
    await page.reload();
    await button('Start Recording').waitFor(PATIENT);
    await expect.poll(() => button(/^Play /).count()).toBe(count - 1);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
