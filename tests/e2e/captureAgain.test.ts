import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { RunningTake } from '../../src-shared/contract/recording.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsInBothThemes } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let context: BrowserContext;
let server: SoundServer;
let live: LiveHost;
const problems: string[] = [];

const FAKE = ['--use-fake-device-for-media-stream=device-count=1,fps=20', '--use-fake-ui-for-media-stream'];
const PATIENT = { timeout: 60_000 };

async function open(screen: 'Screen Capture' | 'Meeting Recorder'): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(live.host.address);
  await page.getByRole('link', { name: screen }).click();
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
  return page;
}

const readTake = async (): Promise<RunningTake | null> =>
  unwrap(await live.client.call('recording.readState')).take;

/** How many frames each part of a camera or screen has; the take ends once a page has been gone for long. */
async function partsOf(kind: 'video' | 'screen'): Promise<number[]> {
  const take = await readTake();
  if (!take) throw new Error('no take is being recorded');
  return take.tracks.filter((track) => track.kind === kind).map(({ framesWritten }) => framesWritten);
}

const written = async (kind: 'video' | 'screen', part: number) =>
  await expect.poll(async () => (await partsOf(kind))[part] ?? 0, PATIENT).toBeGreaterThan(20);

async function certified(): Promise<TakeDetails> {
  await expect.poll(readTake, PATIENT).toBeNull();
  return await certifiedTake(live.client);
}

/** What an earlier attempt has left running. */
async function stopAny(): Promise<void> {
  for (const page of context.pages()) await page.close();
  if (await readTake()) unwrap(await live.client.call('recording.stop'));
}

const missing = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not being recorded: ' });

describe('a capture whose page was closed', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(FAKE);
    server = await startPulse();
    live = await startLiveHost(server.env);
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('continues in Screen Capture: its camera on its own, its screen on a click', async () => {
    await stopAny();
    const page = await open('Screen Capture');
    const camera = page.getByRole('switch', { name: 'Show the camera on the screen' });
    if (!(await camera.isChecked())) await camera.click();
    await page.getByRole('button', { name: 'Start Capture' }).click();
    for (const kind of ['video', 'screen'] as const) await written(kind, 0);
    await page.close({ runBeforeUnload: false });
    const again = await open('Screen Capture');
    await written('video', 1);
    await missing(again)
      .getByText(/the screen/)
      .waitFor(PATIENT);
    expect(await axeFindingsInBothThemes(again)).toEqual([]);
    await again.getByRole('button', { name: 'Try again' }).click();
    await written('screen', 1);
    await missing(again).waitFor({ state: 'detached' });
    await again.getByRole('button', { name: 'Stop' }).click();
    const { summary, certificate } = await certified();
    expect(summary).toMatchObject({ status: 'finished', tracks: { video: 1, screen: 1 } });
    expect(certificate).toMatchObject({ grade: 'amber' });
    expect(certificate?.sources.map(({ gaps }) => gaps.map(({ isBack }) => isBack))).toEqual([
      [true],
      [true],
    ]);
  });

  it('continues in the Meeting Recorder, with what is known of the meeting', async () => {
    await stopAny();
    const page = await open('Meeting Recorder');
    const title = `Again ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Meeting title' }).fill(title);
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await written('screen', 0);
    await page.close({ runBeforeUnload: false });
    const again = await open('Meeting Recorder');
    await missing(again).waitFor(PATIENT);
    expect(await again.getByRole('textbox', { name: 'Meeting title' }).inputValue()).toBe(title);
    expect(await axeFindingsInBothThemes(again)).toEqual([]);
    await again.getByRole('button', { name: 'Try again' }).click();
    await written('screen', 1);
    await missing(again).waitFor({ state: 'detached' });
    await again.getByRole('button', { name: 'Stop Recording' }).click();
    const { summary, certificate } = await certified();
    expect(summary).toMatchObject({ name: title, status: 'finished', tracks: { audio: 2, screen: 1 } });
    expect(certificate).toMatchObject({ grade: 'amber' });
    expect(certificate?.reasons.join(' ')).toContain('Meeting was not recorded for');
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
