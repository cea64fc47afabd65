import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { PULSE_MICROPHONE, startPulse, type SoundServer } from '../lib/virtualAudio.ts';
import { startWebStudio, type WebPage, type WebStudio } from '../lib/webStudio.ts';

const RATE_HZ = 48_000;
const FAKE_DEVICE = '--use-fake-device-for-media-stream';

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-web-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const isOn = (page: Page) => page.getByText('Noise cancellation is on').waitFor();
const isOff = (page: Page) => page.getByText('Noise cancellation is off').waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const start = (page: Page) => press(page, 'Start noise cancellation');
const stop = (page: Page) => press(page, 'Stop noise cancellation');

/** Speech in steady noise, round and round. */
function writeNoisySpeech(): string {
  const speech = makeSpeech(RATE_HZ);
  const file = path.join(dir, 'speech.wav');
  writeWav(file, { sampleRate: RATE_HZ, channels: [mixAtSnr(speech, makeNoise(speech.length, 5), 15)] });
  return file;
}

describe('the web build, with a microphone that plays a file', () => {
  let studio: WebStudio;
  let open: WebPage[] = [];
  beforeAll(async () => {
    studio = await startWebStudio([FAKE_DEVICE, `--use-file-for-fake-audio-capture=${writeNoisySpeech()}`]);
  });
  afterAll(() => studio?.close());

  async function openPage(options?: Parameters<WebStudio['open']>[0]): Promise<WebPage> {
    const opened = await studio.open(options);
    open.push(opened);
    return opened;
  }
  async function closePages(): Promise<void> {
    for (const { context } of open) await context.close();
    open = [];
  }

  it('records ten seconds of both ends, and says what a web page cannot do', async () => {
    const { page, problems } = await openPage();
    await start(page);
    await isOn(page);
    await page.getByRole('link', { name: 'Audio Enhancement' }).click();
    await page.getByRole('button', { name: 'Record 10 s' }).click();
    await page.getByRole('slider', { name: /^Position in: Test recording/ }).waitFor({ timeout: 60_000 });
    const card = page.getByRole('region', { name: 'Use it in other apps' });
    await card.getByText(/A web page cannot be a microphone for other programs/).waitFor();
    expect(problems).toEqual([]);
    await closePages();
  });

  it('lets go of the microphone when it stops, and starts again', async () => {
    const { page } = await openPage();
    await page.evaluate(() => {
      const tracks: MediaStreamTrack[] = [];
      Object.assign(window, { tracks });
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        tracks.push(...stream.getTracks());
        return stream;
      };
    });
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
      );
    await start(page);
    await isOn(page);
    expect(await states()).toEqual(['live']);
    await stop(page);
    await isOff(page);
    expect(await states()).toEqual(['ended']);
    await start(page);
    await isOn(page);
    expect(await states()).toEqual(['ended', 'live']);
    await closePages();
  });

  it('says in the document’s words that access was denied, and stays off', async () => {
    const { page } = await openPage({ isMicrophoneAllowed: false });
    await start(page);
    await page
      .getByText(
        "Microphone access was denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.",
      )
      .first()
      .waitFor();
    await isOff(page);
    await closePages();
  });

  it('says so when the permission is taken back in mid-session, and has ended it', async () => {
    const { page, context } = await openPage();
    await start(page);
    await isOn(page);
    await context.clearPermissions();
    await page
      .getByText(/Microphone access was denied\./)
      .first()
      .waitFor();
    await isOff(page);
    await context.grantPermissions(['microphone']);
    await start(page);
    await isOn(page);
    await closePages();
  });

  it('runs in one tab at a time', async () => {
    const { page, context } = await openPage();
    await start(page);
    await isOn(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await start(second);
    await second
      .getByText(/runs in another tab of this browser/)
      .first()
      .waitFor();
    await isOff(second);
    await stop(page);
    await isOff(page);
    await start(second);
    await isOn(second);
    await closePages();
  });

  it('counts today’s session, also after the tab was closed under it', async () => {
    const { page, context } = await openPage();
    await start(page);
    await isOn(page);
    await page.waitForTimeout(6000);
    await page.close();
    const again = await context.newPage();
    await again.goto(`${studio.origin}/sounddesk-dashboard`);
    const today = again.getByRole('region', { name: 'Today' });
    await expect.poll(() => today.innerText(), { timeout: 10_000 }).toMatch(/\b1\b/);
    await closePages();
  });

  it('says once what the desktop app adds', async () => {
    const { page, problems } = await openPage();
    const hint = page.getByRole('region', { name: 'What the desktop app adds' });
    await hint.getByText(/VST3 plug-ins/).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await hint.getByRole('button', { name: 'Do not show again' }).click();
    await hint.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    expect(await hint.count()).toBe(0);
    expect(problems).toEqual([]);
    await closePages();
  });

  it('continues without the network once it is loaded', async () => {
    const { page, context } = await openPage();
    await start(page);
    await isOn(page);
    await stop(page);
    await isOff(page);
    await context.setOffline(true);
    await start(page);
    await isOn(page);
    await closePages();
  });
});

describe('the web build, where there is no sound device', () => {
  it('says in the document’s words that there is no microphone', async () => {
    const studio = await startWebStudio([], {
      PULSE_SERVER: 'unix:/nonexistent',
      ALSA_CONFIG_PATH: '/dev/null',
    });
    try {
      const { page } = await studio.open();
      await start(page);
      await page
        .getByText('No microphone found. Please connect a microphone and try again.')
        .first()
        .waitFor();
      await isOff(page);
    } finally {
      await studio.close();
    }
  });
});

describe('the web build, beside a sound server', () => {
  let server: SoundServer;
  let studio: WebStudio;
  beforeAll(async () => {
    server = await startPulse();
    studio = await startWebStudio([], server.env);
  });
  afterAll(async () => {
    await studio?.close();
    await server?.close();
  });

  it('ends with a message when its microphone is pulled, and starts again when it is back', async () => {
    const { page, context } = await studio.open();
    await page.getByRole('combobox', { name: 'Input device' }).click();
    await page.getByRole('option', { name: 'Remapped Monitor of Null Output' }).click();
    await start(page);
    await isOn(page);
    const modules = await server.run('pactl', ['list', 'short', 'modules']);
    const line = modules.split('\n').find((one) => one.includes(`source_name=${PULSE_MICROPHONE}`)) ?? '';
    const [id = '', name = '', args = ''] = line.split('\t');
    await server.run('pactl', ['unload-module', id]);
    await isOff(page);
    await page
      .getByText(/is gone\. Connect it again|has stopped\. Start again/)
      .first()
      .waitFor();
    await server.run('pactl', ['load-module', name, ...args.split(' ')]);
    await server.run('pactl', ['set-default-source', PULSE_MICROPHONE]);
    await start(page);
    await isOn(page);
    await context.close();
  });

  it('continues, or says so, where the browser has let the sound stand still without a word', async () => {
    const { page, context } = await studio.open();
    await page.evaluate(() => {
      const contexts: AudioContext[] = [];
      const Watched = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          contexts.push(this);
        }
      };
      Object.assign(window, { contexts, AudioContext: Watched });
    });
    await start(page);
    await isOn(page);
    // Chromium's context stands still where its output is exchanged twice at once, though it may say that it runs.
    const stoodAt = await page.evaluate(async () => {
      type Exchangeable = AudioContext & { setSinkId(id: string | { type: 'none' }): Promise<void> };
      const [context] = (window as unknown as { contexts: Exchangeable[] }).contexts;
      if (!context) throw new Error('no context was made');
      await context.setSinkId({ type: 'none' });
      await context.setSinkId('');
      await new Promise((resolve) => setTimeout(resolve, 500));
      return context.currentTime;
    });
    const runsOn = async () => {
      const atSec = await page.evaluate(
        () => (window as unknown as { contexts: AudioContext[] }).contexts[0]?.currentTime ?? 0,
      );
      return atSec > stoodAt + 1;
    };
    const isSaid = () =>
      page
        .getByText(/the browser has paused the sound/)
        .first()
        .isVisible();
    await expect.poll(async () => (await runsOn()) || (await isSaid()), { timeout: 20_000 }).toBe(true);
    await ((await runsOn()) ? isOn(page) : isOff(page));
    await context.close();
  });
});
