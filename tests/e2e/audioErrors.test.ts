import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost } from '../lib/liveSession.ts';
import { startPulse } from '../lib/virtualAudio.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

/** Document 1, section 8: what is said where sound itself fails. */
const isOn = (page: Page) => page.getByText('Noise cancellation is on').waitFor();
const isOff = (page: Page) => page.getByText('Noise cancellation is off').waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const start = (page: Page) => press(page, 'Start noise cancellation');
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Keeps hold of the page's microphone tracks, as they were handed out. */
const holdTracks = () => {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
};
const trackStates = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  );

describe('a browser whose sound fails', () => {
  let studio: WebStudio;
  beforeAll(async () => {
    studio = await startWebStudio(['--use-fake-device-for-media-stream']);
  });
  afterAll(() => studio?.close());

  it('says that the audio system could not be initialized, stays off, and starts when it can', async () => {
    const { page, context } = await studio.open();
    await page.addInitScript(holdTracks);
    await page.addInitScript(() => {
      // The first time, what the chain runs in cannot be loaded.
      const prototype = AudioWorklet.prototype as { addModule?: unknown };
      prototype.addModule = () => {
        // The browser's own stays on what it inherits from.
        delete prototype.addModule;
        return Promise.reject(new DOMException('Unable to load a module.', 'AbortError'));
      };
    });
    await page.reload();
    await start(page);
    await says(page, 'Failed to initialize audio system: Unable to load a module.');
    await isOff(page);
    expect(await trackStates(page)).not.toContain('live');
    await start(page);
    await isOn(page);
    await context.close();
  });

  it('says that audio could not be stopped, and has let the microphone go', async () => {
    const { page, context } = await studio.open();
    await page.addInitScript(holdTracks);
    await page.reload();
    await start(page);
    await isOn(page);
    await page.evaluate(() => {
      AudioContext.prototype.close = () => Promise.reject(new DOMException('the device does not answer'));
    });
    await press(page, 'Stop noise cancellation');
    await says(page, 'Failed to stop audio: the device does not answer');
    await isOff(page);
    expect(await trackStates(page)).toEqual(['ended']);
    await context.close();
  });

  it('says that there is an audio error where a microphone stops that is still there', async () => {
    const { page, context } = await studio.open();
    await page.addInitScript(holdTracks);
    await page.reload();
    await start(page);
    await isOn(page);
    await page.evaluate(() => {
      const [track] = (window as unknown as { tracks: MediaStreamTrack[] }).tracks;
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    });
    await says(page, /^Audio error: .+ has stopped\. Start again, or choose another microphone\.$/);
    await isOff(page);
    await start(page);
    await isOn(page);
    await context.close();
  });
});

it('a computer without a sound device says that none was detected', async () => {
  const live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
  const browser = await launchHeadlessShell();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(live.host.address);
    await says(page, /^Failed to detect audio devices\./);
    await page.goto(new URL('/sounddesk-settings?tab=devices', live.host.address).href);
    await says(page, 'Failed to detect audio devices.');
  } finally {
    await browser.close();
    await live.close();
  }
});

it('the desktop engine that dies in a test says so as an audio error, and can be tested again', async () => {
  const server = await startPulse();
  const live = await startLiveHost(server.env);
  const browser = await launchHeadlessShell();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(live.host.address);
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    await page.goto(new URL('/sounddesk-settings?tab=devices', live.host.address).href);
    await press(page, 'Test microphone');
    await says(page, 'Permission: granted');
    process.kill(live.enginePid(), 'SIGKILL');
    await says(page, 'Audio error: the audio engine stopped. Try again.');
    expect(unwrap(await live.client.call('audioTest.readState')).isActive).toBe(false);
    await press(page, 'Test microphone');
    await page.getByText('Active').waitFor();
  } finally {
    await browser.close();
    await live.close();
    await server.close();
  }
});
