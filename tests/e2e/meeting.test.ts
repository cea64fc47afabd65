import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsInBothThemes, axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { cleanVoicesOf } from '../lib/cleanVoices.ts';
import { setMoving, shareCanvas, UNTIL_STILL } from '../lib/frozenShare.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

/** Chromium's own screen, which moves, is chosen without asking. */
const SHARE = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'];

const button = (name: string): Locator => page.getByRole('button', { name });
const row = (title: string): Locator => page.getByRole('row', { name: new RegExp(`^${title}`) });
/** Streams that the page was given, so that a test can end them as the browser does. */
const KEEP_STREAMS = `if (navigator.mediaDevices) {
  const ask = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
  globalThis.shared = [];
  navigator.mediaDevices.getDisplayMedia = async (constraints) => {
    const stream = await ask(constraints);
    globalThis.shared.push(stream);
    return stream;
  };
}`;

async function openRecorder(): Promise<void> {
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Meeting Recorder' }).click();
  await page.getByRole('heading', { name: 'Meeting Recorder', level: 1 }).waitFor();
}

/** Meetings, time, longest and room of the quick stats. */
const stats = () =>
  page.getByRole('region', { name: 'Quick Stats' }).getByRole('definition').allTextContents();

describe('the meeting recorder', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(SHARE);
    server = await startPulse();
    live = await startLiveHost(server.env);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(KEEP_STREAMS);
    await openRecorder();
  });
  // A test that failed leaves no recording to the next one.
  afterEach(async () => {
    if (!(await button('Stop Recording').isVisible())) return;
    await page.keyboard.press('Escape');
    await button('Stop Recording').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('has the form, options and truth of the document', async () => {
    await page.getByText('No meetings yet').waitFor();
    expect(await options('Platform')).toEqual(['Zoom', 'Microsoft Teams', 'Google Meet', 'Webex', 'Other']);
    expect(await options('Quality')).toEqual(['1080p', '720p', '480p']);
    expect(await options('Format')).toEqual(['MP4', 'WebM', 'MOV']);
    expect(await page.getByRole('combobox', { name: 'Platform' }).textContent()).toBe('Zoom');
    expect(await page.getByRole('spinbutton', { name: 'Participants' }).inputValue()).toBe('0');
    const features = page
      .getByRole('region', { name: 'What is recorded' })
      .getByRole('heading', { level: 3 });
    expect(
      (await features.allTextContents()).map((text) => text.replace(/(Works|By track|Not yet)$/, '')),
    ).toEqual([
      ...['Separate tracks', 'Noise cancellation', 'Nothing lost', 'Speaker identification', 'Transcription'],
    ]);
    await page.getByRole('heading', { name: 'Transcription Works' }).waitFor();
    expect(await stats()).toEqual(['0', ...Array<unknown>(3).fill(expect.stringMatching(/^—/))]);
    expect(await findings()).toEqual([]);
  });

  it('shows the level of the microphone, or of the computer, before the start', async () => {
    const card = page.getByRole('region', { name: 'Before you start' });
    const heard = (name: string) =>
      card
        .getByRole('meter', { name })
        .and(page.locator('[aria-valuetext$="dBFS"]'))
        .waitFor({ timeout: 20_000 });
    await heard('Level of your microphone before the start');
    await card.getByRole('radio', { name: 'Computer' }).click();
    await heard('Level of this computer before the start');
    expect(await findings()).toEqual([]);
    await card.getByRole('radio', { name: 'Microphone' }).click();
  });

  it('wants a title, in the words of the document', async () => {
    await button('Start Recording').click();
    await page.getByRole('alert').getByText('Please enter a meeting title').waitFor();
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
    expect(await findings()).toEqual([]);
  });

  it('records both sides and the video, pauses, stops, and lists the meeting', async () => {
    const title = `Weekly ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Meeting title' }).fill(title);
    await page.getByRole('combobox', { name: 'Platform' }).click();
    await page.getByRole('option', { name: 'Google Meet' }).click();
    await start();
    await recorded(2);
    expect(await page.getByRole('combobox', { name: 'Quality' }).isDisabled()).toBe(true);
    await button('Pause').click();
    await button('Resume').waitFor();
    expect(await findings()).toEqual([]);
    await button('Resume').click();
    await button('Pause').waitFor();
    // Somebody has joined meanwhile.
    await page.getByRole('spinbutton', { name: 'Participants' }).fill('7');
    await button('Stop Recording').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    await row(title).getByRole('cell', { name: 'Google Meet' }).waitFor({ timeout: 20_000 });
    await row(title).getByRole('cell', { name: '7' }).waitFor();
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({
      name: title,
      status: 'finished',
      tracks: { audio: 2, video: 0, screen: 1, mix: 1 },
      sound: { system: true, microphone: true },
    });
    expect((await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())).toEqual([
      ...['Meeting', 'Platform', 'Participants', 'Duration', 'Date', 'Actions'],
    ]);
    expect(await stats()).toEqual([
      '1',
      expect.stringMatching(/^\d+ s$/),
      expect.stringMatching(/^\d+ s$/),
      expect.stringMatching(/^[\d.]+ [kM]B$/),
    ]);
    // As the document has it.
    await expect.poll(() => page.getByRole('combobox', { name: 'Platform' }).textContent()).toBe('Zoom');
    expect(await page.getByRole('spinbutton', { name: 'Participants' }).inputValue()).toBe('0');
    expect(await page.getByRole('textbox', { name: 'Meeting title' }).inputValue()).toBe('');
    expect(await findings()).toEqual([]);
  });

  it('cleans the voices of a meeting, which is played before and after', async () => {
    await cleanVoicesOf(page.getByRole('table'), page, 'meeting-voices');
    const [take] = unwrap(await live.client.call('takes.list'));
    const { document } = unwrap(await live.client.call('takes.read', { id: take?.id ?? '' }));
    const tracks = document?.tracks ?? [];
    const voice = tracks.find(({ id }) => id === 'microphone');
    // What the computer plays is no voice, and stays as it is.
    expect(tracks.filter(({ kind }) => kind === 'cleaned')).toMatchObject([
      { of: 'microphone', framesWritten: voice?.framesWritten },
    ]);
    await page.getByRole('button', { name: /^Close the player of / }).click();
  });

  it('asks when the window of the meeting is gone, and keeps recording until it is answered', async () => {
    const title = `Left ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Meeting title' }).fill(title);
    await start();
    await recorded(2);
    await endSharing();
    const dialog = page.getByRole('dialog', { name: 'Has the meeting ended?' });
    await dialog.waitFor();
    expect(unwrap(await live.client.call('recording.readState')).take).not.toBeNull();
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Share another window' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => unwrap(await live.client.call('recording.readState')).take?.tracks, {
        timeout: 20_000,
      })
      .toMatchObject([{ isEnded: true }, { isEnded: false }]);
    await expect
      .poll(async () => unwrap(await live.client.call('recording.readState')).take?.tracks[1]?.framesWritten)
      .toBeGreaterThan(5);
    await endSharing();
    await dialog.getByRole('button', { name: 'Stop Recording' }).click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    await row(title).getByRole('cell', { name: 'Zoom' }).waitFor({ timeout: 20_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ name: title, tracks: { audio: 2, screen: 1 } });
    const { document } = unwrap(await live.client.call('takes.read', { id: take?.id ?? '' }));
    expect(document?.videoTracks.map(({ ended }) => ended?.code)).toEqual(['DEVICE_LOST', 'DEVICE_LOST']);
  });

  it('asks for a window on which nothing moves any more', async () => {
    await page.getByRole('textbox', { name: 'Meeting title' }).fill(`Still ${Date.now()}`);
    await page.getByRole('textbox', { name: 'Names (optional)' }).fill('Ada, Grace , Ada');
    await page.getByRole('switch', { name: 'Transcribe after recording' }).click();
    await shareCanvas(page);
    await start();
    await recorded(1);
    await setMoving(page, false);
    const asks = page.getByText(/is the meeting still there\?/);
    await asks.waitFor(UNTIL_STILL);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await setMoving(page, true);
    await asks.waitFor({ state: 'detached' });
    await button('Stop Recording').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    // The transcript is begun, and nobody has a key here.
    await page.getByText(/^Still \d+ could not be transcribed$/).waitFor({ timeout: 20_000 });
    await page.getByText(/^There is no OpenAI key yet/).waitFor();
    const meetings = unwrap(await live.client.call('meetings.list'));
    expect(meetings.find(({ title }) => title.startsWith('Still '))?.names).toEqual(['Ada', 'Grace']);
  });

  it('stays the same meeting when the engine dies', async () => {
    const title = `Cut ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Meeting title' }).fill(title);
    await start();
    await recorded(2);
    const before = unwrap(await live.client.call('recording.readState')).take?.id;
    process.kill(live.enginePid(), 'SIGKILL');
    await expect
      .poll(async () => unwrap(await live.client.call('recording.readState')).take?.id ?? before, {
        timeout: 20_000,
      })
      .not.toBe(before);
    await recorded(1);
    await button('Stop Recording').click();
    await button('Start Recording').waitFor({ timeout: 20_000 });
    await expect.poll(() => row(title).count(), { timeout: 20_000 }).toBe(2);
    const meetings = unwrap(await live.client.call('meetings.list'));
    expect(meetings.filter((meeting) => meeting.title === title)).toHaveLength(2);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

async function start(): Promise<void> {
  await button('Start Recording').click();
  await button('Stop Recording').waitFor({ timeout: 20_000 });
}

/** As the browser does it where its own "Stop sharing" is pressed, or the window is closed. */
async function endSharing(): Promise<void> {
  await page.evaluate(() => {
    const { shared } = globalThis as unknown as { shared: MediaStream[] };
    for (const track of shared.at(-1)?.getTracks() ?? []) track.stop();
  });
}

async function options(name: string): Promise<string[]> {
  await page.getByRole('combobox', { name }).click();
  const texts = await readOptions(page);
  await closeOptions(page);
  return texts;
}

async function recorded(seconds: number): Promise<void> {
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  await expect
    .poll(async () => Number((await timer.textContent())?.slice(-2)), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(seconds);
}

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
