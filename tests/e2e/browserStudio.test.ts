import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsInBothThemes, axeFindingsOf } from '../lib/axe.ts';
import { BrowserScreen, PATIENT } from '../lib/browserScreen.ts';
import { killWhileRecording, readTakes } from '../lib/browserKill.ts';
import { recordFrom, shareScreen } from '../lib/browserStudio.ts';
import { decode, levelDb } from '../lib/recordings.ts';
import { whileMoving } from '../lib/whileMoving.ts';
import { setMoving, shareCanvas, UNTIL_STILL } from '../lib/frozenShare.ts';

/** The web build in a browser that keeps what it has: the same profile each time. */
const studio = new BrowserScreen({
  route: 'recording-studio',
  startName: 'Start Recording',
  stopName: 'Stop',
});
const SILENCE = new Float32Array(0);
const SECOND = 48_000;
const button = (name: string | RegExp) => studio.button(name);
const findings = () => axeFindingsOf(studio.page);

const withScreen = async () => {
  await recordFrom(studio.page, 'Microphone', 'Camera', 'Screen');
  await shareScreen(studio.page);
};

/** Of the microphone and the camera, where there is none yet. */
async function haveRecording(): Promise<void> {
  if ((await studio.plays()) > 0) return;
  await recordFrom(studio.page, 'Microphone', 'Camera');
  await studio.start();
  await studio.recorded(4);
  await studio.stop();
  await studio.listed(1);
}

const decodedSeconds = async (track: string) => (await studio.decoded(track)).seconds;

describe('the studio of a browser alone', () => {
  beforeAll(() => studio.open());
  afterAll(() => studio.close());

  it('says what it is and what the desktop app adds; a microphone is chosen, and with none it says what is missing', async () => {
    await studio.page.getByText(/Basic mode: one microphone, one camera and one screen/).waitFor();
    await studio.page
      .getByText(/The desktop app records up to 32 audio channels, 8 cameras and 4 screens/)
      .waitFor();
    await studio.page.getByText('No recordings yet').waitFor();
    const microphone = button('Record Microphone');
    expect(await microphone.getAttribute('aria-pressed')).toBe('true');
    await microphone.click();
    await studio.page.getByText(/^Turn on a channel, a camera or a screen to record/).waitFor();
    await button('Start Recording').click();
    await studio.page.getByText('Please enable at least one channel before recording.').waitFor();
    expect(await findings()).toEqual([]);
  });

  it('records a microphone, a camera and a screen, pauses, and gives files that decode', async () => {
    await withScreen();
    await studio.photograph('studio');
    await button('Start Recording').click();
    await studio.recorded(2);
    await button('Pause').click();
    await button('Resume').waitFor();
    // It takes longer than what is compared below.
    expect(await findings()).toEqual([]);
    await studio.page.waitForTimeout(3000);
    await button('Resume').click();
    const seen = await studio.recorded(4);
    await button('Stop').click();
    await button(/^Play /).waitFor(PATIENT);
    await studio.page.getByRole('cell', { name: '1 audio, 1 video, 1 screen' }).waitFor();
    expect(await findings()).toEqual([]);
    await studio.photograph('studio-recorded');
    for (const track of ['audio', 'video', 'screen']) {
      const seconds = await decodedSeconds(track);
      // The pause is left out.
      expect(seconds).toBeGreaterThan(seen - 1);
      expect(seconds).toBeLessThan(seen + 2.5);
    }
  });

  it('plays what was recorded', async () => {
    await haveRecording();
    await studio.play(3);
    expect(await findings()).toEqual([]);
    await studio.photograph('studio-played');
    await studio.closePlayer();
  });

  it('cleans the voice of what was recorded, into a file beside it', async () => {
    await haveRecording();
    await button(/^Play /)
      .first()
      .click();
    const player = studio.page.getByRole('region', { name: /^Player of / });
    await player.getByRole('button', { name: 'Clean voices…' }).click();
    const dialog = studio.page.getByRole('dialog', { name: /^Clean voices of / });
    await dialog.getByRole('button', { name: 'Clean voices' }).click();
    await whileMoving(dialog.getByRole('progressbar'), player.getByRole('button', { name: 'Clean again…' }));
    await player.getByRole('radio', { name: 'Before' }).click();
    await player.getByRole('button', { name: 'Play' }).click();
    await player.getByRole('radio', { name: 'After' }).click();
    expect(await findings()).toEqual([]);
    expect(await player.getByRole('alert').count()).toBe(0);
    await studio.photograph('studio-voices');
    const cleanSec = await decodedSeconds('Microphone (clean)');
    expect(Math.abs(cleanSec - (await decodedSeconds('Microphone')))).toBeLessThan(0.2);
    await player.getByRole('button', { name: 'Clean again…' }).click();
    await dialog.getByRole('button', { name: 'Remove clean voices' }).click();
    await player.getByRole('button', { name: 'Clean voices…' }).waitFor(PATIENT);
    await studio.closePlayer();
  });

  it('exports a mix as its faders stood, and the track as it was recorded', async () => {
    await studio.reopen();
    await recordFrom(studio.page, 'Microphone');
    const exporters = studio.page.getByRole('button', { name: /^Export / });
    await exporters.or(studio.page.getByText('No recordings yet')).first().waitFor(PATIENT);
    const before = await exporters.count();
    const pan = studio.page.getByRole('slider', { name: 'Pan of Microphone' });
    await pan.press('Home');
    await pan.and(studio.page.locator('[aria-valuetext="L100"]')).waitFor();
    await studio.start();
    await studio.recorded(2);
    await button('Mute Microphone').click();
    await studio.recorded(5);
    await studio.stop();
    await expect.poll(() => exporters.count(), PATIENT).toBe(before + 1);
    await exporters.first().click();
    const dialog = studio.page.getByRole('dialog', { name: /^Export / });
    await dialog.getByRole('radio', { name: 'Both' }).click();
    await dialog.getByRole('combobox', { name: 'Format' }).click();
    await studio.page.getByRole('option', { name: 'WAV, 32 bit float' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    const last = dialog.getByRole('status', { name: 'Last export' });
    await last.waitFor(PATIENT);
    expect(await findings()).toEqual([]);
    await studio.photograph('studio-export');
    const save = async (name: RegExp) => {
      const [file] = await Promise.all([
        studio.page.waitForEvent('download', PATIENT),
        last.getByRole('button', { name }).click(),
      ]);
      return decode(await file.path()).channels;
    };
    const recorded = await save(/microphone\.wav$/);
    const [track = SILENCE] = recorded;
    const [left = SILENCE, right = SILENCE] = await save(/^Download (?!.*microphone)/);
    expect(left.length).toBe(track.length);
    const firstDb = (samples: Float32Array) => levelDb(samples.subarray(0, SECOND));
    const isSilent = (samples: Float32Array) => samples.every((sample) => sample === 0);
    // What has one channel and is all on one side is 3 dB louder there; of two, one stays.
    expect(firstDb(left) - firstDb(track)).toBeCloseTo(recorded.length === 1 ? 3.01 : 0, 1);
    expect(isSilent(right)).toBe(true);
    // It was muted then, and is in its own track all the same.
    expect(isSilent(left.subarray(-SECOND))).toBe(true);
    expect(isSilent(track.subarray(-SECOND))).toBe(false);
    await studio.page.keyboard.press('Escape');
    await button('Mute Microphone').click();
    await pan.press('Backspace');
  });

  it('checks what was recorded, and certifies it', async () => {
    await haveRecording();
    const dialog = await studio.certify();
    // What came late on a busy machine is reported; what was written is whole.
    await dialog
      .getByText(/^(complete|incomplete)/)
      .first()
      .waitFor(PATIENT);
    expect(await dialog.getByText(/cannot be decoded|no longer exists|holds nothing/).count()).toBe(0);
    expect(await dialog.getByText(/^SHA-256 /).count()).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
    await studio.photograph('studio-certificate');
    await studio.page.keyboard.press('Escape');
  });

  it('continues without a screen that is not shared any more, and says so', async () => {
    await studio.reopen();
    await withScreen();
    await button('Start Recording').click();
    await studio.recorded(1);
    await studio.page.getByLabel('Live video of Screen').evaluate((video: HTMLVideoElement) => {
      const [track] = (video.srcObject as MediaStream).getVideoTracks();
      track?.dispatchEvent(new Event('ended'));
    });
    await studio.page
      .getByText(/Everything until then is saved\./)
      .first()
      .waitFor();
    await studio.recorded(3);
    await studio.stop();
  });

  it('asks for a screen on which nothing moves any more', async () => {
    await studio.reopen();
    await shareCanvas(studio.page);
    await withScreen();
    await button('Start Recording').click();
    await studio.recorded(1);
    await setMoving(studio.page, false);
    const asks = studio.page.getByText(/^Nothing has moved for half a minute/);
    await asks.waitFor(UNTIL_STILL);
    expect(await axeFindingsInBothThemes(studio.page)).toEqual([]);
    await setMoving(studio.page, true);
    await asks.waitFor({ state: 'detached' });
    await studio.stop();
  });

  // Once: scripts/soak/browserKill.mjs does it as often as is wanted.
  it('offers after a killed browser what was recorded, at most a second less', async () => {
    const { lostMs, take } = await killWhileRecording({
      origin: studio.origin,
      profile: mkdtempSync(join(tmpdir(), 'sounddesk-kill-')),
      seconds: 3,
    });
    expect(take.tracks.map(({ file }) => file)).toEqual(['microphone.webm']);
    expect(take.videoTracks.map(({ file }) => file)).toEqual(['video-1.webm']);
    for (const [stream, ms] of Object.entries(lostMs)) expect(ms, stream).toBeLessThan(1000);
  });

  it('offers what a closed tab had recorded, and keeps the other tab’s own', async () => {
    await recordFrom(studio.page, 'Microphone', 'Camera');
    const before = (await readTakes(studio.page)).length;
    await button('Start Recording').click();
    await studio.recorded(2);
    const first = studio.page;
    await studio.look(await studio.context.newPage());
    await studio.page.getByText('Recording now').waitFor();
    await first.close();
    await studio.page.reload();
    await studio.page.getByText('A recording was cut off, and has been recovered').waitFor();
    await studio.page.getByText('Recovered').first().waitFor();
    await studio.listed(before + 1);
    expect(await decodedSeconds('video')).toBeGreaterThan(1);
    await studio.photograph('studio-recovered');
  });

  it('keeps all where the storage gets full, and says so', async () => {
    await recordFrom(studio.page, 'Microphone', 'Camera');
    await button('Start Recording').click();
    await studio.recorded(1);
    const giveBack = await studio.leaveRoom(1_000_000);
    await studio.page.getByText('DISK_FULL').waitFor({ timeout: 60_000 });
    await studio.isIdle();
    expect(await decodedSeconds('video')).toBeGreaterThan(0.5);
    expect(await decodedSeconds('audio')).toBeGreaterThan(0.5);
    await giveBack();
  });

  it('renames, finds and sorts recordings', async () => {
    await haveRecording();
    await studio.rename('  Interview with the choir ');
    expect(await findings()).toEqual([]);
    const count = await studio.plays();
    await studio.page.getByRole('searchbox').fill('CHOIR interview');
    await expect.poll(() => studio.plays()).toBe(1);
    await studio.page.getByRole('searchbox').fill('nothing of that name');
    await studio.page.getByText('Nothing matches “nothing of that name”').waitFor();
    await studio.page.getByRole('searchbox').fill('');
    await expect.poll(() => studio.plays()).toBe(count);
    await button('Duration').click();
    await button('Duration').click();
    await studio.page.getByRole('columnheader', { name: 'Duration' }).waitFor();
    const times = await studio.page.locator('tbody td.font-mono').allTextContents();
    expect(times).toEqual(times.toSorted());
    await studio.page.reload();
    await button('Play Interview with the choir').waitFor(PATIENT);
  });

  it('deletes what is not wanted, and takes it back', async () => {
    await haveRecording();
    const count = await studio.plays();
    const remove = () => studio.act('Delete');
    await remove();
    await expect.poll(() => studio.plays()).toBe(count - 1);
    await button('Undo').click();
    await expect.poll(() => studio.plays()).toBe(count);
    await remove();
    await expect.poll(() => studio.plays()).toBe(count - 1);
    await studio.page.reload();
    await studio.isIdle();
    await expect.poll(() => studio.plays(), PATIENT).toBe(count - 1);
    await button(/^Bin \(/).click();
    await button(/^Restore /)
      .first()
      .click();
    await studio.page.getByText('The bin is empty.').waitFor();
    await studio.page.keyboard.press('Escape');
    await studio.listed(count);
    await remove();
    await studio.listed(count - 1);
    await button(/^Bin \(/).click();
    await button('Empty the bin').click();
    expect(await findings()).toEqual([]);
    await studio.page.getByRole('alertdialog').getByRole('button', { name: 'Empty the bin' }).click();
    await studio.page.getByText('The bin is empty.').waitFor();
    expect((await readTakes(studio.page)).length).toBe(count - 1);
    await studio.page.keyboard.press('Escape');
  });

  it('has made no mistake meanwhile', () => {
    expect(studio.problems).toEqual([]);
  });
});
