import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { liveInput, startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { decode, levelDb, writeWav } from '../lib/recordings.ts';
import {
  PULSE_INTO_MICROPHONE,
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const RATE = 48_000;
const SOON_MS = 15_000;
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-devices-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function writeTone(seconds: number, amplitude: number): string {
  const file = path.join(dir, `tone-${amplitude}.wav`);
  const tone = Float32Array.from({ length: RATE * seconds }, (_, i) => {
    return amplitude * Math.sin((2 * Math.PI * 440 * i) / RATE);
  });
  writeWav(file, { sampleRate: RATE, channels: [tone] });
  return file;
}

const card = (page: Page) => page.getByRole('region', { name: 'Microphone and audio test' });
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click();
const says = (page: Page, text: string) => card(page).getByText(text).waitFor();

describe('devices and their test, on the headless host', () => {
  let server: SoundServer;
  let live: LiveHost;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startPulse();
    live = await startLiveHost(server.env);
    browser = await launchHeadlessShell();
    await openDevices();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await server?.close();
  });

  async function openDevices(): Promise<void> {
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(live.host.address);
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    await page.goto(new URL('/sounddesk-settings?tab=devices', live.host.address).href);
    await card(page).waitFor();
  }

  it('lists the devices that there are, and keeps the chosen ones when they are saved', async () => {
    await page.getByRole('button', { name: 'Refresh devices' }).click();
    for (const [label, name] of [
      ['Input device', PULSE_MICROPHONE],
      ['Output device', PULSE_SPEAKER],
    ] as const) {
      await page.getByRole('combobox', { name: label }).click();
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('All changes are saved').waitFor();
    const settings = unwrap(await live.client.call('settings.read'));
    expect(settings.inputDeviceId).toContain(PULSE_MICROPHONE);
    expect(settings.outputDeviceId).toContain(PULSE_SPEAKER);
  });

  it('hears the microphone, says how loud it is, and lets everything go when the tab is left', async () => {
    await says(page, 'Inactive');
    await says(page, 'Permission: unknown');
    server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, writeTone(40, 0.2)]);
    await press(page, 'Test microphone');
    await says(page, 'Active');
    await says(page, 'Permission: granted');
    await says(page, 'good');
    // No session: nothing is counted.
    expect(unwrap(await live.client.call('engine.readState')).live).toBeNull();
    await page.getByRole('tab', { name: 'General' }).click();
    await expect.poll(async () => unwrap(await live.client.call('audioTest.readState')).isActive).toBe(false);
    expect(unwrap(await live.client.call('journal.readToday')).sessions).toBe(0);
    await page.getByRole('tab', { name: 'Audio Devices' }).click();
    await says(page, 'not measured');
  });

  it('plays a tone on the chosen output', async () => {
    const file = path.join(dir, 'heard.wav');
    const recorder = server.start('parecord', [
      ...['-d', `${PULSE_SPEAKER}.monitor`, '--file-format=wav', '--rate=48000', '--channels=1'],
      ...['--latency-msec=50', file],
    ]);
    const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    await expect.poll(size, { timeout: SOON_MS }).toBeGreaterThan(4096);
    await press(page, 'Play test tone');
    const loudestDb = () => {
      const [heard = new Float32Array()] = decode(file).channels;
      const tenths = Array.from({ length: Math.floor(heard.length / 4800) }, (_, at) =>
        levelDb(heard.subarray(at * 4800, (at + 1) * 4800)),
      );
      return Math.max(...tenths);
    };
    await expect.poll(() => Math.abs(loudestDb() - -23), { timeout: SOON_MS }).toBeLessThan(1.5);
    recorder.kill();
  });

  it('shows the levels of a running session, and ends with the page', async () => {
    const { inputDeviceId, outputDeviceId } = unwrap(await live.client.call('settings.read'));
    unwrap(
      await live.client.call(
        'engine.startLive',
        liveInput({ inputDeviceId, outputDeviceId, bufferFrames: 512 }),
      ),
    );
    await press(page, 'Test microphone');
    await card(page)
      .getByText(/^Shows the running session: /)
      .waitFor();
    await says(page, 'good');
    await press(page, 'Stop test');
    expect(unwrap(await live.client.call('engine.readState')).live).not.toBeNull();
    unwrap(await live.client.call('engine.stopLive'));
    await press(page, 'Test microphone');
    await says(page, 'Active');
    await page.close();
    await expect.poll(async () => unwrap(await live.client.call('audioTest.readState')).isActive).toBe(false);
  });

  it('makes way for a session, and says in the document’s words that there is no microphone', async () => {
    const devices = {
      sampleRate: 48000,
      bufferFrames: 512,
      inputDeviceId: null,
      outputDeviceId: null,
    } as const;
    unwrap(await live.client.call('audioTest.start', devices));
    unwrap(await live.client.call('engine.startLive', liveInput({ bufferFrames: 512 })));
    expect(unwrap(await live.client.call('audioTest.readState')).source).toBeNull();
    unwrap(await live.client.call('engine.stopLive'));
    expect(
      await live.client.call('audioTest.start', { ...devices, inputDeviceId: 'ALSA:gone' }),
    ).toMatchObject({
      success: false,
      error: { message: 'No microphone found. Please check your microphone connection.' },
    });
  });
});

describe('devices and their test, in a browser alone', () => {
  let studio: WebStudio;
  beforeAll(async () => {
    studio = await startWebStudio([
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${writeTone(10, 0.21)}`,
    ]);
  });
  afterAll(() => studio?.close());

  it('hears the microphone and lets it go, plays the tone, and keeps a key in this browser', async () => {
    const { page, context, problems } = await studio.open();
    await page.goto(`${studio.origin}/sounddesk-settings?tab=devices`);
    await says(page, 'Inactive');
    await press(page, 'Test microphone');
    await says(page, 'Active');
    await says(page, 'good');
    await press(page, 'Play test tone');
    await card(page).getByRole('button', { name: 'Playing…' }).waitFor();
    await press(page, 'Stop test');
    await says(page, 'Inactive');
    await says(page, 'Permission: granted');

    await page.getByRole('tab', { name: 'API Keys' }).click();
    await page.getByText(/^Your keys are kept in this browser/).waitFor();
    const slot = page.getByRole('region', { name: 'OpenAI' });
    await slot.getByLabel('OpenAI API key').fill('sk-0123456789abcdef');
    await slot.getByRole('button', { name: 'Save key' }).click();
    await slot.getByText('cdef').waitFor();
    const second = await context.newPage();
    await second.goto(`${studio.origin}/sounddesk-settings?tab=keys`);
    await second.getByRole('region', { name: 'OpenAI' }).getByRole('button', { name: 'Remove' }).click();
    await second.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await slot.getByText('Not configured').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says in the document’s words that access was denied', async () => {
    const { page, context } = await studio.open({ isMicrophoneAllowed: false });
    await page.goto(`${studio.origin}/sounddesk-settings?tab=devices`);
    await press(page, 'Test microphone');
    await says(page, 'Microphone access denied. Please allow access and try again.');
    await says(page, 'Permission: denied');
    await context.close();
  });
});
