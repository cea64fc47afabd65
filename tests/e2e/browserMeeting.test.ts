import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCREEN_CAPTURE_FAILED } from '../../src-shared/domain/screenCapture.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { BrowserScreen, PATIENT } from '../lib/browserScreen.ts';
import { cleanVoicesOf } from '../lib/cleanVoices.ts';
import { readTakeBytes, readTakes } from '../lib/browserKill.ts';
import { decode, levelDb, makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { decodeWhole } from '../lib/storedBrowser.ts';
import { clearnessDb, toneAndRestDb } from '../lib/tones.ts';

const RATE_HZ = 48_000;
const TONE_HZ = 1500;
const TAB_TITLE = 'A meeting of the test';

const dir = mkdtempSync(join(tmpdir(), 'sounddesk-meeting-'));
const voicePath = join(dir, 'voice.wav');
/** Somebody speaks in noise, round and round; the tab plays a tone: neither is heard in the other. */
const meeting = new BrowserScreen({
  route: 'meeting-recorder',
  startName: 'Start Recording',
  stopName: 'Stop Recording',
  browser: { sharedTab: TAB_TITLE, extraArgs: [`--use-file-for-fake-audio-capture=${voicePath}`] },
});
const button = (name: string | RegExp) => meeting.button(name);
const findings = () => axeFindingsOf(meeting.page);
const rowOf = (title: string): Locator => meeting.page.getByRole('row', { name: new RegExp(`^${title}`) });
const dialog = (): Locator => meeting.page.getByRole('dialog', { name: 'Has the meeting ended?' });

/** A tab that plays and moves; the recorder's own stays in front. */
async function openTab(): Promise<Page> {
  const tab = await meeting.context.newPage();
  await tab.setContent(`<title>${TAB_TITLE}</title><body><script>
    const context = new AudioContext();
    const gain = new GainNode(context, { gain: 0.2 });
    const tone = new OscillatorNode(context, { frequency: ${TONE_HZ} });
    tone.connect(gain).connect(context.destination);
    tone.start();
    let step = 0;
    setInterval(() => (document.body.style.background = 'hsl(' + (step += 7) % 360 + ' 80% 50%)'), 100);
  </script>`);
  // What is encoded is small: other work may continue beside the test.
  await tab.setViewportSize({ width: 640, height: 360 });
  await meeting.page.bringToFront();
  return tab;
}

async function fillTitle(title: string): Promise<void> {
  await meeting.page.getByRole('textbox', { name: 'Meeting title' }).fill(title);
}

const decoded = (path: string) =>
  decode(path, { sampleRate: RATE_HZ, channels: 1 }).channels[0] ?? new Float32Array();

/** How loud it is where nobody speaks. */
function pausesDb(samples: Float32Array): number {
  const length = RATE_HZ / 50;
  const levels = Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    levelDb(samples.subarray(index * length, (index + 1) * length)),
  ).toSorted((one, other) => one - other);
  return levels[Math.floor(levels.length / 10)] ?? 0;
}

describe('the meeting recorder of a browser alone', () => {
  let tab: Page;
  beforeAll(async () => {
    const speech = makeSpeech(RATE_HZ);
    writeWav(voicePath, {
      sampleRate: RATE_HZ,
      channels: [mixAtSnr(speech, makeNoise(speech.length, 5), 15)],
    });
    await meeting.open();
    tab = await openTab();
  });
  beforeEach(async () => {
    if (tab.isClosed()) tab = await openTab();
  });
  // A test that failed leaves no recording to the next one.
  afterEach(async () => {
    if (!(await button('Stop Recording').first().isVisible())) return;
    await meeting.reopen();
  });
  afterAll(async () => {
    await meeting.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('says what it is, what it cannot, and why', async () => {
    const { page } = meeting;
    await page.getByText(/Basic mode: this browser saves the meeting/).waitFor();
    await page.getByText(/The desktop app also records meetings in other apps/).waitFor();
    await page.getByText(/most browsers share no sound from a window/).waitFor();
    await page.getByRole('heading', { name: 'Noise cancellation Works' }).waitFor();
    await page.getByRole('heading', { name: 'Transcription Works' }).waitFor();
    await page.getByText('No meetings yet').waitFor();
    const format = page.getByRole('combobox', { name: 'Format' });
    expect(await format.textContent()).toBe('WebM');
    await format.click();
    for (const name of [/^MP4/, /^MOV/])
      expect(await page.getByRole('option', { name }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByText(/MP4 and MOV need the desktop app\./).waitFor();
    expect(await findings()).toEqual([]);
    await meeting.photograph('meeting');
  });

  it('is heard and seen before the start', async () => {
    const { page } = meeting;
    const card = page.getByRole('region', { name: 'Before you start' });
    const show = card.getByRole('button', { name: 'Show level' });
    if (await show.isVisible()) await show.click();
    const meter = card.getByRole('meter', { name: 'Level of your microphone before the start' });
    await meter.and(page.locator('[aria-valuetext$="dBFS"]')).waitFor(PATIENT);
    await card.getByRole('button', { name: 'Choose what to share' }).click();
    await card.getByLabel('Preview of what will be recorded').waitFor(PATIENT);
    await card
      .getByRole('meter', { name: 'Level of the shared sound' })
      .and(page.locator('[aria-valuetext$="dBFS"]'))
      .waitFor(PATIENT);
    expect(await findings()).toEqual([]);
    await meeting.photograph('meeting-before');
    await card.getByRole('button', { name: 'Stop sharing' }).click();
    await card.getByText(/^Nothing chosen yet\./).waitFor();
  });

  it('wants a title, in the words of the document', async () => {
    await button('Start Recording').click();
    await meeting.page.getByRole('alert').getByText('Please enter a meeting title').waitFor();
    expect(await findings()).toEqual([]);
  });

  it('records both sides apart, the microphone cleaned, leaves pauses out, and lists the meeting', async () => {
    const { page } = meeting;
    const title = `Weekly ${Date.now()}`;
    await fillTitle(title);
    await page.getByRole('combobox', { name: 'Platform' }).click();
    await page.getByRole('option', { name: 'Google Meet' }).click();
    await meeting.start();
    for (const name of ['Level of your microphone', 'Level of the others'])
      await expect
        .poll(() => page.getByRole('meter', { name }).getAttribute('aria-valuetext'), PATIENT)
        .toMatch(/^-?[\d.]+ dBFS$|^−[\d.]+ dBFS$/);
    await meeting.recorded(4);
    await button('Pause').click();
    await button('Resume').waitFor();
    expect(await findings()).toEqual([]);
    await button('Resume').click();
    await button('Pause').waitFor();
    // Somebody has joined meanwhile.
    await page.getByRole('spinbutton', { name: 'Participants' }).fill('7');
    const seen = await meeting.recorded(9);
    await meeting.photograph('meeting-recording');
    await meeting.stop();
    const row = rowOf(title);
    await row.getByRole('cell', { name: 'Google Meet' }).waitFor(PATIENT);
    await row.getByRole('cell', { name: '7' }).waitFor();
    // As the document has it.
    await expect.poll(() => page.getByRole('combobox', { name: 'Platform' }).textContent()).toBe('Zoom');
    expect(await page.getByRole('textbox', { name: 'Meeting title' }).inputValue()).toBe('');
    expect(await findings()).toEqual([]);
    await meeting.photograph('meeting-recorded');

    const paths = {
      voice: await meeting.download('Microphone', row),
      others: await meeting.download('The others', row),
      screenFile: await meeting.download('Meeting', row),
    };
    for (const path of Object.values(paths)) expect(decodeWhole(path).seconds).toBeGreaterThan(seen - 1);
    expect(decodeWhole(paths.screenFile).frames).toBeGreaterThan(20);
    const [voice, others, both] = [decoded(paths.voice), decoded(paths.others), decoded(paths.screenFile)];
    const [ofVoice, ofOthers, ofBoth] = [voice, others, both].map((samples) =>
      toneAndRestDb(samples, TONE_HZ, RATE_HZ),
    );
    // The tab's tone is in its track alone, and nothing but it, where somebody speaks as well.
    const isSpeech = (from: number, to: number) => levelDb(voice.subarray(from, to)) > -35;
    expect(clearnessDb(others, TONE_HZ, RATE_HZ, isSpeech)).toBeGreaterThan(15);
    expect(ofVoice?.toneDb).toBeLessThan((ofOthers?.toneDb ?? 0) - 25);
    // The voice is in its own, and the video file has both.
    expect(ofVoice?.restDb).toBeGreaterThan(-40);
    expect(ofBoth?.toneDb).toBeGreaterThan((ofOthers?.toneDb ?? 0) - 6);
    expect(ofBoth?.restDb).toBeGreaterThan((ofVoice?.restDb ?? 0) - 6);
    expect(pausesDb(voice)).toBeLessThan(pausesDb(decoded(voicePath)) - 15);
  });

  /** One of four seconds, where there is none yet. */
  async function haveMeeting(): Promise<void> {
    if ((await meeting.plays()) > 0) return;
    await fillTitle('Played');
    await meeting.start();
    await meeting.recorded(4);
    await meeting.stop();
    await meeting.listed(1);
  }

  it('plays what it recorded', async () => {
    await haveMeeting();
    await meeting.play(3);
    expect(await findings()).toEqual([]);
    await meeting.closePlayer();
  });

  it('cleans the voice of a meeting, which is played before and after', async () => {
    await haveMeeting();
    const { page } = meeting;
    await cleanVoicesOf(page.getByRole('table'), page, 'browser-meeting-voices');
    const [clean, voice] = [await meeting.decoded('Microphone (clean)'), await meeting.decoded('Microphone')];
    expect(Math.abs(clean.seconds - voice.seconds)).toBeLessThan(0.2);
    await meeting.closePlayer();
  });

  it('asks when the tab of the meeting is closed, and keeps recording until it is answered', async () => {
    const title = `Left ${Date.now()}`;
    await fillTitle(title);
    await meeting.start();
    await meeting.recorded(2);
    await tab.close();
    await dialog().waitFor(PATIENT);
    expect(await findings()).toEqual([]);
    await meeting.photograph('meeting-ended');
    const seen = await meeting.recorded(4);
    tab = await openTab();
    await dialog().getByRole('button', { name: 'Share another window' }).click();
    await dialog().waitFor({ state: 'detached', ...PATIENT });
    await meeting.page.getByRole('meter', { name: 'Level of the others' }).waitFor(PATIENT);
    await meeting.page.bringToFront();
    const later = await meeting.recorded(seen + 3);
    await meeting.stop();
    const row = rowOf(title);
    await row.waitFor(PATIENT);
    await row
      .getByText(/Everything until then is saved\./)
      .first()
      .waitFor();
    // The microphone went through; each share has files of its own, at their places in the meeting.
    expect((await meeting.decoded('Microphone', row)).seconds).toBeGreaterThan(later - 1);
    expect((await meeting.decoded('Meeting 1', row)).frames).toBeGreaterThan(5);
    const second = await meeting.decoded('Meeting 2', row);
    expect(second.frames).toBeGreaterThan(5);
    expect(second.seconds).toBeGreaterThan(later - 1);
    const others = decoded(await meeting.download('The others 2', row));
    expect(toneAndRestDb(others, TONE_HZ, RATE_HZ).toneDb).toBeGreaterThan(-40);
    const [take] = (await readTakes(meeting.page)).filter(({ name }) => name === title);
    const starts = [...(take?.tracks ?? []), ...(take?.videoTracks ?? [])].map(({ file, startFrame }) => [
      file,
      (startFrame ?? 0) > 3 * 48_000,
    ]);
    expect(starts).toEqual([
      ['microphone.webm', false],
      ['system.webm', false],
      ['system2.webm', true],
      ['screen-1.webm', false],
      ['screen-2.webm', true],
    ]);
  });

  it('continues with the microphone alone where that is wanted', async () => {
    await meeting.reopen();
    const title = `Alone ${Date.now()}`;
    await fillTitle(title);
    await meeting.keepShared();
    await meeting.start();
    await meeting.recorded(1);
    await meeting.endSharing();
    await dialog().getByRole('button', { name: 'Continue with my microphone only' }).first().click();
    await meeting.page
      .getByText(/Audio only/)
      .first()
      .waitFor();
    await meeting.page
      .getByText(/The window or tab is no longer shared\./)
      .first()
      .waitFor();
    expect(await findings()).toEqual([]);
    const seen = await meeting.recorded(4);
    await meeting.stop();
    expect((await meeting.decoded('Microphone', rowOf(title))).seconds).toBeGreaterThan(seen - 1);
  });

  it('ends with what is shared where nothing else is recorded, keeps it, and says so', async () => {
    await meeting.reopen();
    await meeting.turn('My microphone', false);
    const title = `Listener ${Date.now()}`;
    await fillTitle(title);
    await meeting.keepShared();
    await meeting.start();
    await meeting.recorded(2);
    await meeting.endSharing();
    await meeting.page.getByText('DEVICE_LOST').waitFor(PATIENT);
    await rowOf(title).waitFor(PATIENT);
    expect((await meeting.decoded('The others', rowOf(title))).seconds).toBeGreaterThan(1);
    await meeting.turn('My microphone', true);
  });

  it('says at once that the others are not heard, and takes them in once they are', async () => {
    await meeting.reopen();
    const title = `Mute ${Date.now()}`;
    await fillTitle(title);
    // As where the box of the sound was not ticked.
    await meeting.page.evaluate(() => {
      const { mediaDevices } = navigator;
      const original = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = async (options) => {
        mediaDevices.getDisplayMedia = original;
        return await original({ ...options, audio: false });
      };
    });
    await meeting.start();
    await meeting.page
      .getByRole('alert')
      .getByText(/^The others are not recorded/)
      .waitFor(PATIENT);
    expect(await findings()).toEqual([]);
    await meeting.photograph('meeting-unheard');
    await meeting.recorded(1);
    await button('Share with sound').click();
    await meeting.page.getByRole('meter', { name: 'Level of the others' }).waitFor(PATIENT);
    await meeting.page.bringToFront();
    await meeting.recorded(5);
    await meeting.stop();
    const others = decoded(await meeting.download('The others', rowOf(title)));
    expect(toneAndRestDb(others, TONE_HZ, RATE_HZ).toneDb).toBeGreaterThan(-40);
  });

  it('says in words that the microphone or the sharing was refused, and keeps what was typed', async () => {
    const { page, context } = meeting;
    await meeting.reopen();
    await fillTitle('Refused');
    await context.grantPermissions([], { origin: meeting.origin });
    await button('Start Recording').click();
    await page.getByText(/The microphone was refused\./).waitFor(PATIENT);
    await page.getByText('DEVICE_UNAVAILABLE').waitFor();
    await context.grantPermissions(['microphone'], { origin: meeting.origin });
    await page.evaluate(() => {
      navigator.mediaDevices.getDisplayMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await button('Start Recording').click();
    await page.getByText(new RegExp(SCREEN_CAPTURE_FAILED)).waitFor(PATIENT);
    expect(await page.getByRole('textbox', { name: 'Meeting title' }).inputValue()).toBe('Refused');
    expect(await findings()).toEqual([]);
    await meeting.reopen();
    expect(await rowOf('Refused').count()).toBe(0);
  });

  it('offers what a killed browser had recorded, at most a second less', async () => {
    const title = `Killed ${Date.now()}`;
    await fillTitle(title);
    await meeting.start();
    await meeting.page.getByRole('spinbutton', { name: 'Participants' }).fill('5');
    // As in any meeting: the recorder lies behind it.
    await tab.bringToFront();
    await meeting.recorded(2);
    const seen = await meeting.recorded(10);
    await meeting.kill();
    const row = rowOf(title);
    await meeting.page.getByText('A recording was cut off, and has been recovered').first().waitFor();
    await row.getByText('Recovered').waitFor();
    await row.getByRole('cell', { name: 'Zoom' }).waitFor();
    await row.getByRole('cell', { name: '5' }).waitFor();
    for (const track of ['Microphone', 'The others', 'Meeting'])
      expect((await meeting.decoded(track, row)).seconds, track).toBeGreaterThan(seen - 1);
    // Chromium itself counts gigabytes by then.
    const bytes = await readTakeBytes(meeting.page);
    const said = await meeting.page.getByText(/ used, /).textContent();
    const [, used, unit] = /^([\d.]+) (kB|MB) used, /.exec(said ?? '') ?? [];
    expect((Number(used) * (unit === 'kB' ? 1e3 : 1e6)) / bytes, said ?? '').toBeCloseTo(1, 0);
    await meeting.photograph('meeting-recovered');
  });

  it('renames, finds, sorts and deletes meetings, and takes them back', async () => {
    const { page } = meeting;
    await haveMeeting();
    await meeting.rename('Choir of the third');
    const count = await meeting.plays();
    await page.getByRole('searchbox').fill('THIRD choir');
    await meeting.listed(1);
    await page.getByRole('searchbox').fill('');
    await meeting.listed(count);
    await button('Participants').click();
    await page.getByRole('columnheader', { name: 'Participants' }).waitFor();
    const figures = await page.locator('tbody tr td:nth-child(3)').allTextContents();
    expect(figures.map(Number)).toEqual(figures.map(Number).toSorted((one, other) => other - one));
    await meeting.act('Delete', rowOf('Choir of the third'));
    await meeting.listed(count - 1);
    await button('Undo').click();
    await meeting.listed(count);
  });

  it('has made no mistake meanwhile', () => {
    expect(meeting.problems).toEqual([]);
  });
});
