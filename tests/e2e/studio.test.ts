import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { NO_ENABLED_CHANNEL } from '../../src-shared/domain/captureSetUp.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { engineInputs } from '../lib/pluginRig.ts';
import { formatRecordedTime } from '../../src-renderer/lib/recordedTime.ts';
import { writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { playIntoJackPort, startJack, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const strip = (name: string): Locator => page.getByRole('listitem', { name: `Channel ${name}` });
const timer = () => page.getByRole('timer', { name: 'Recorded time' });
const rows = () => page.getByRole('rowheader');

async function openStudio(): Promise<void> {
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('button', { name: 'Start Recording' }).waitFor();
}

describe('the recording studio', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    server = await startJack();
    live = await startLiveHost(server.env);
    page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await openStudio();
    await page.getByText('No channels yet').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('refuses to record nothing, in the words of the document', async () => {
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await page.getByText(NO_ENABLED_CHANNEL).waitFor();
    expect(await findings()).toEqual([]);
  });

  it('adds channels, renames them, and shows what the engine measures', async () => {
    await page.getByRole('button', { name: 'Add channel' }).click();
    await strip('system').waitFor();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await strip('Channel 2').waitFor();
    await strip('Channel 2').getByRole('button', { name: 'Channel 2' }).click();
    await page.getByRole('textbox', { name: 'Name of the channel' }).fill('Guest');
    await page.keyboard.press('Enter');
    await strip('Guest').waitFor();
    await page.getByText(/^Load \d/).waitFor();
    const { setUp, session } = unwrap(await live.client.call('capture.readState'));
    expect(session).not.toBeNull();
    expect(setUp.channels).toMatchObject([{ name: 'system' }, { name: 'Guest' }]);
    // The same device, another of its inputs.
    expect(setUp.channels[1]?.source).toBe(setUp.channels[0]?.source);
    expect(setUp.channels[1]?.deviceChannels).not.toEqual(setUp.channels[0]?.deviceChannels);
    expect(await findings()).toEqual([]);
  });

  it('gives each channel a colour, and another one where it is asked for', async () => {
    const colours = async () =>
      unwrap(await live.client.call('capture.listChannels')).map(({ colour }) => colour);
    expect((await colours())[0]).toBe('blue');
    await strip('Guest').getByRole('button', { name: 'Actions for Guest' }).click();
    await page.getByRole('menuitem', { name: 'Violet' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(colours, { timeout: 10_000 }).toEqual(['blue', 'violet']);
  });

  it('sets whether a channel is recorded and heard, its volume and its gain', async () => {
    const guest = async () => unwrap(await live.client.call('capture.listChannels'))[1];
    const before = await guest();
    const volume = strip('Guest').getByRole('slider', { name: 'Volume of Guest' });
    const gain = strip('Guest').getByRole('slider', { name: 'Gain of Guest' });
    const press = (name: string) => strip('Guest').getByRole('button', { name }).click();
    await press('Record Guest');
    await press('Mute Guest');
    await volume.press('Home');
    await gain.press('End');
    await expect.poll(guest).toMatchObject({ isEnabled: false, isMuted: true, volume: 0, inputGain: 200 });
    await press('Record Guest');
    await press('Mute Guest');
    await volume.press('End');
    await gain.press('Backspace');
    await expect.poll(guest).toEqual(before);
  });

  it('offers the recording modes and ways of synchronisation of the document', async () => {
    const settings = page.getByRole('region', { name: 'Multi-Track Settings' });
    for (const [name, options] of [
      ['Recording Mode', ['Multi-track', 'Mixed', 'Both']],
      ['Sync', ['Timecode', 'Audio', 'Manual']],
    ] as const) {
      await settings.getByRole('combobox', { name }).click();
      expect(await readOptions(page)).toEqual(options);
      await closeOptions(page);
    }
    const tracks = page.getByRole('region', { name: 'Active Tracks' });
    const counts = async () => [
      await tracks.getByRole('term').allTextContents(),
      await tracks.getByRole('definition').allTextContents(),
    ];
    expect(await counts()).toEqual([
      ['Audio', 'Video', 'Screen', 'Mix'],
      ['2 of 32', '0 of 8', '0 of 4', '1'],
    ]);
    const { freeBytes, totalBytes } = unwrap(await live.client.call('takes.readStorage'));
    const usedPercent = Number(
      await tracks.getByRole('meter', { name: 'Disk used' }).getAttribute('aria-valuenow'),
    );
    expect(Math.abs(usedPercent - (1 - freeBytes / totalBytes) * 100)).toBeLessThan(2);
    await tracks.getByText(/^.+ of recording time left$/).waitFor();
    await tracks.getByText(/^Recordings take up \d+ bytes · .+ of .+ free$/).waitFor();
  });

  it('writes pan as C, L and R, and undoes a removal', async () => {
    const pan = strip('Guest').getByRole('slider', { name: 'Pan of Guest' });
    await expect.poll(() => pan.getAttribute('aria-valuetext')).toBe('C');
    await pan.press('ArrowLeft');
    await expect.poll(() => pan.getAttribute('aria-valuetext')).toBe('L1');
    await pan.press('End');
    await expect.poll(() => pan.getAttribute('aria-valuetext')).toBe('R100');
    await strip('Guest').getByRole('button', { name: 'Solo Guest' }).click();
    await expect
      .poll(async () => unwrap(await live.client.call('capture.listChannels'))[1])
      .toMatchObject({ pan: 100, isSolo: true });
    await strip('system').getByRole('button', { name: 'Actions for system' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await strip('system').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await strip('system').waitFor();
    await expect
      .poll(async () => unwrap(await live.client.call('capture.listChannels')).map(({ name }) => name))
      .toEqual(['system', 'Guest']);
  });

  it('sets the effects of a channel, which the engine then has', async () => {
    await strip('Guest').getByRole('button', { name: 'Effects of Guest: Denoise' }).click();
    const dialog = page.getByRole('dialog', { name: 'Effects of Guest' });
    const deEsser = dialog.getByRole('region', { name: 'De-esser' });
    await deEsser.getByRole('switch', { name: 'De-esser is on' }).click();
    await deEsser.getByRole('slider', { name: 'Range' }).press('End');
    await expect
      .poll(async () => unwrap(await live.client.call('capture.listChannels'))[1]?.deEsser)
      .toEqual({ isOn: true, frequencyHz: 6500, thresholdDb: -30, rangeDb: 24 });
    const meter = deEsser.getByRole('meter', { name: 'De-esser: Gain reduction' });
    await expect.poll(() => meter.getAttribute('aria-valuetext')).toMatch(/^0(\.0)? dB$/);
    expect(await findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await strip('Guest').getByRole('button', { name: 'Effects of Guest: Denoise › De-esser' }).waitFor();
  });

  it('checks before a recording: a microphone that is silent, and one that is heard', async () => {
    const path = join(temporaryDir(), 'voice.wav');
    const voice = Float32Array.from({ length: 60 * 48_000 }, (_, at) => 0.25 * Math.sin(at / 20));
    writeWav(path, { sampleRate: 48_000, channels: [voice] });
    // The first channel hears both inputs, the second one the first alone.
    const input = (await engineInputs(server))[1] ?? '';
    await playIntoJackPort(server, path, input);
    await page.getByRole('button', { name: 'Check first' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check before recording' });
    await dialog.getByText(/^\d+ s left$/).waitFor();
    expect(await findings()).toEqual([]);
    await dialog.getByText(/to look at:$/).waitFor({ timeout: 20_000 });
    await dialog.getByText(/^Guest is silent \(peak −\d+\.\d dBFS\)$/).waitFor();
    await dialog.getByText('system: peaks at −12.0 dBFS').waitFor();
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await dialog.getByText(/^\d+ s left$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('keeps the set-up under a name, opens it again, and takes that back', async () => {
    const names = async () =>
      unwrap(await live.client.call('capture.listChannels')).map((channel) => channel.name);
    await page.getByRole('button', { name: 'Set-ups' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set-ups of the studio' });
    const field = dialog.getByRole('textbox', { name: 'Name of this set-up' });
    await field.fill('Interview');
    await field.press('Enter');
    await dialog.getByText('2 channels: system, Guest · 48 kHz').waitFor();
    expect(await findings()).toEqual([]);
    await field.fill('interview');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await strip('Guest').getByRole('button', { name: 'Actions for Guest' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(names).toEqual(['system']);
    await page.getByRole('button', { name: 'Set-ups' }).click();
    await dialog.getByRole('button', { name: 'Open Interview' }).click();
    await expect.poll(names).toEqual(['system', 'Guest']);
    const opened = page.getByRole('listitem').filter({ hasText: 'Set-up “Interview” opened' });
    await opened.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(['system']);
    await page.getByRole('button', { name: 'Set-ups' }).click();
    await dialog.getByRole('button', { name: 'Open Interview' }).click();
    await expect.poll(names).toEqual(['system', 'Guest']);
  });

  it('records, pauses without the pause in the time, marks and stops; the recording is checked', async () => {
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await expect.poll(() => timer().textContent(), { timeout: 15_000 }).toMatch(/^00:00:0[2-9]$/);
    await page.keyboard.press('m');
    await page.getByRole('heading', { name: 'Markers' }).waitFor();
    await page.getByText('Every sample accounted for').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await findings()).toEqual([]);
    // Looked at long after the pause: nothing is counted meanwhile.
    const { take: paused } = unwrap(await live.client.call('recording.readState'));
    const pausedSec = paused?.progress?.recordedSec ?? Number.NaN;
    await expect.poll(() => timer().textContent()).toBe(formatRecordedTime(pausedSec));
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await rows().first().waitFor();
    await page
      .getByRole('button', { name: /^Certificate of .*: (Complete|With notes)$/ })
      .waitFor({ timeout: 15_000 });
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ tracks: { audio: 2, video: 0, screen: 0, mix: 1 } });
    const { document, certificate } = unwrap(await live.client.call('takes.read', { id: take?.id ?? '' }));
    expect(certificate?.condition).toBe('complete');
    // The sound server, here without real time, may lose its own.
    const reasons = certificate?.reasons.filter((reason) => !reason.includes('lost its time'));
    expect(reasons).toEqual([]);
    expect(document?.markers).toHaveLength(1);
    expect(document?.pauses).toHaveLength(1);
    const atFrame = document?.pauses[0]?.atFrame ?? 0;
    expect(Math.abs(atFrame / (document?.sampleRate ?? 1) - pausedSec)).toBeLessThan(1);
  });

  it('says what the certificate found', async () => {
    await page.getByRole('button', { name: /^Certificate of / }).click();
    await page.getByRole('heading', { name: 'Certificate' }).waitFor();
    await page
      .getByText(/^SHA-256 /)
      .first()
      .waitFor();
    expect(await findings()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('renames a recording, deletes it and has it back', async () => {
    await page.getByRole('button', { name: /^Actions for \d{4}-/ }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Episode 42');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: /Episode 42/ }).waitFor();
    await page.getByRole('button', { name: 'Actions for Episode 42' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No recordings yet').waitFor();
    await page.getByRole('button', { name: /^Bin / }).click();
    await page.getByRole('button', { name: 'Restore Episode 42' }).click();
    await page.getByText('The bin is empty.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('rowheader', { name: /Episode 42/ }).waitFor();
  });

  it('plays all tracks together, soloed where it is asked', async () => {
    await page.getByRole('button', { name: 'Play Episode 42' }).click();
    const player = page.getByRole('region', { name: 'Player of Episode 42' });
    await player.getByRole('button', { name: 'Pause' }).waitFor();
    const position = player.getByRole('slider', { name: 'Position' });
    await expect
      .poll(async () => Number(await position.getAttribute('aria-valuenow')), { timeout: 15_000 })
      .toBeGreaterThan(0);
    await player.getByRole('button', { name: 'Solo Guest' }).click();
    expect(await player.getByRole('button', { name: 'Mute Mix' }).getAttribute('aria-pressed')).toBe('true');
    expect(await player.getByRole('alert').count()).toBe(0);
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: 'Close the player of Episode 42' }).click();
  });

  it('exports tracks and mix, and says where they are', async () => {
    await page.getByRole('button', { name: 'Export Episode 42' }).click();
    await page.getByRole('radio', { name: 'Both' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const files = page.getByRole('status', { name: 'Last export' }).getByRole('listitem');
    await expect.poll(() => files.count(), { timeout: 60_000 }).toBe(3);
    expect(await findings()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('offers what was cut off, recovered, and records on', async () => {
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await expect.poll(() => timer().textContent(), { timeout: 15_000 }).toMatch(/^00:00:0[1-9]$/);
    process.kill(live.enginePid(), 'SIGKILL');
    await page.getByText('A recording was cut off, and has been recovered').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText('Recovered').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start Recording' }).waitFor();
    expect(unwrap(await live.client.call('takes.list')).map(({ status }) => status)).toContain('recovered');
  });

  it('continues without its tab, and is stopped, played and exported from another screen', async () => {
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await expect.poll(() => timer().textContent(), { timeout: 15_000 }).toMatch(/^00:00:0[1-9]$/);
    const pill = () => page.getByRole('region', { name: 'Recording now' });
    // Beside a recorder that is in sight there is no second Stop.
    expect(await pill().count()).toBe(0);
    await rows().last().scrollIntoViewIfNeeded();
    await pill().waitFor();
    const context = page.context();
    await page.close();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    // A bookmark: the only tab was closed.
    const bookmark = (path: string) => `http://127.0.0.1:${live.host.port}${path}`;
    await page.goto(bookmark(ROUTES.settings));
    await pill()
      .getByText(/^00:00:\d\d$/)
      .waitFor();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await findings()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await pill().waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await pill().getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText('Recording saved').waitFor();
    expect(await findings()).toEqual([]);
    const id = unwrap(await live.client.call('recording.readState')).lastTake?.id ?? '';
    await page.getByRole('button', { name: 'Last recording: Play' }).click();
    await page
      .getByRole('region', { name: /^Player of / })
      .getByRole('button', { name: 'Pause' })
      .waitFor();
    await page.goto(bookmark(`${ROUTES.recordingStudio}?take=${id}&do=export`));
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

async function findings(): Promise<string[]> {
  return axeFindingsOf(page);
}
