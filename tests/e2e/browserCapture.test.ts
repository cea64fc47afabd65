import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { BrowserScreen, PATIENT } from '../lib/browserScreen.ts';
import { cleanVoicesOf } from '../lib/cleanVoices.ts';
import { downloadTrack } from '../lib/browserKill.ts';
import { startDisplay, type VirtualDisplay } from '../lib/display.ts';
import { comparePlace, launchOnDisplay, openScreenCapture, startRealCapture } from '../lib/realScreen.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { openTestWindow, STILL_FROM_Y, type TestWindow } from '../lib/testWindow.ts';

const screen = new BrowserScreen({
  route: 'screen-capture',
  startName: 'Start Capture',
  stopName: 'Stop',
  browser: { isWhole: true },
});
const button = (name: string | RegExp) => screen.button(name);
const findings = () => axeFindingsOf(screen.page);

/** The whole screen and the microphone. */
async function chooseWithVoice(): Promise<void> {
  await screen.reopen();
  await screen.page.getByRole('radio', { name: 'Full Screen' }).click();
  await screen.turn('Include system audio', false);
  await screen.turn('Include microphone', true);
}

describe('screen capture of a browser alone', () => {
  beforeAll(() => screen.open());
  afterAll(() => screen.close());

  it('says what it is, what it cannot, and why', async () => {
    await screen.page.getByText(/Basic mode: this browser saves what you share/).waitFor();
    await screen.page.getByText(/The desktop app adds a camera bubble/).waitFor();
    await screen.page.getByText(/The camera bubble needs the desktop app/).waitFor();
    expect(
      await screen.page.getByRole('switch', { name: 'Show the camera on the screen' }).isDisabled(),
    ).toBe(true);
    await screen.page.getByText('No recordings yet').waitFor();
    expect(await findings()).toEqual([]);
    await screen.photograph('capture');
  });

  it('captures a screen with the microphone, leaves pauses out, and gives files that decode', async () => {
    await screen.turn('Include system audio', false);
    await screen.start();
    await screen.recorded(2);
    await button('Pause').click();
    await button('Resume').waitFor();
    expect(await screen.page.getByRole('radio', { name: 'Window' }).isDisabled()).toBe(true);
    expect(await findings()).toEqual([]);
    await screen.page.waitForTimeout(3000);
    await button('Resume').click();
    const seen = await screen.recorded(4);
    await screen.photograph('capturing');
    await screen.stop();
    await button(/^Play /).waitFor(PATIENT);
    await screen.page.getByRole('cell', { name: 'Screen + Mic' }).waitFor();
    const [voice, screenFile] = [await screen.decoded('audio'), await screen.decoded('screen')];
    // The screenshots of the page in three widths take their time as well.
    for (const { seconds } of [voice, screenFile]) expect(seconds).toBeGreaterThan(seen - 1);
    expect(Math.abs(voice.seconds - screenFile.seconds)).toBeLessThan(0.5);
    expect(Object.keys(screenFile.endSec).toSorted()).toEqual(['audio', 'video']);
    expect(await findings()).toEqual([]);
    await screen.photograph('captured');
  });

  /** One of four seconds, where there is none yet. */
  async function haveCapture(): Promise<void> {
    if ((await screen.plays()) > 0) return;
    await chooseWithVoice();
    await screen.start();
    await screen.recorded(4);
    await screen.stop();
    await screen.listed(1);
  }

  it('plays what it captured, with its length', async () => {
    await haveCapture();
    await screen.play(3);
    await screen.closePlayer();
  });

  it('cleans the voice of a capture, which is played before and after', async () => {
    await haveCapture();
    const { page } = screen;
    await cleanVoicesOf(page.getByRole('table'), page, 'browser-capture-voices');
    const [clean, voice] = [await screen.decoded('Microphone (clean)'), await screen.decoded('Microphone')];
    expect(Math.abs(clean.seconds - voice.seconds)).toBeLessThan(0.2);
    await screen.closePlayer();
  });

  it('draws a region on the preview of the screen', async () => {
    await screen.reopen();
    await screen.turn('Include microphone', false);
    await screen.page.getByRole('radio', { name: 'Region' }).click();
    await button('Start Capture').click();
    await screen.page.getByRole('spinbutton', { name: 'Width' }).waitFor(PATIENT);
    expect(await findings()).toEqual([]);
    await button('Cancel').first().click();
    await screen.isIdle();
    await screen.page.getByRole('radio', { name: 'Full Screen' }).click();
  });

  it('continues with the microphone where what is shared has ended, keeps it, and says so', async () => {
    await chooseWithVoice();
    const before = await screen.plays();
    await screen.keepShared();
    await screen.start();
    await screen.framesWritten(40);
    const shared = await screen.recorded(2);
    await screen.endSharing();
    await screen.page.getByText('DEVICE_LOST').waitFor(PATIENT);
    await screen.page
      .getByText(/Everything until then is saved\./)
      .first()
      .waitFor();
    expect(await findings()).toEqual([]);
    const seen = await screen.recorded(shared + 2);
    await screen.stop();
    await screen.listed(before + 1);
    expect((await screen.decoded('screen')).seconds).toBeGreaterThan(1);
    expect((await screen.decoded('audio')).seconds).toBeGreaterThan(seen - 1);
  });

  it('ends with what is shared where nothing else is recorded', async () => {
    await chooseWithVoice();
    await screen.turn('Include microphone', false);
    const before = await screen.plays();
    await screen.keepShared();
    await screen.start();
    await screen.recorded(2);
    await screen.framesWritten(40);
    await screen.endSharing();
    await screen.isIdle();
    await screen.listed(before + 1);
    expect((await screen.decoded('screen')).seconds).toBeGreaterThan(1);
  });

  it('has made no mistake meanwhile', () => {
    expect(screen.problems).toEqual([]);
  });
});

describe('a screen that is one, captured by a browser alone', () => {
  let display: VirtualDisplay;
  let site: StaticServer;
  let pixels: TestWindow;
  let browser: Browser;
  beforeAll(async () => {
    display = await startDisplay('1920x1080');
    site = await serveWebBuild();
    pixels = await openTestWindow(display, { x: 0, y: 0, width: 1920, height: 1080 });
    browser = await launchOnDisplay(display.name, 'Entire screen');
  });
  afterAll(async () => {
    await browser.close();
    await pixels.close();
    await site.close();
    await display.close();
  });

  it('is captured in exactly the pixels of the frame that was drawn', async () => {
    const page = await openScreenCapture(browser, `${site.origin}/sounddesk-dashboard`);
    const area = { x: 518, y: STILL_FROM_Y + 46, width: 642, height: 362 };
    await startRealCapture(page, 'Region', area);
    const status = page.getByRole('region', { name: 'Capture' }).getByRole('status');
    const written = async () => Number(/(\d+) frames/.exec((await status.textContent()) ?? '')?.[1] ?? 0);
    await expect.poll(written, PATIENT).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /^Play / }).waitFor(PATIENT);
    const { difference, best } = comparePlace(await downloadTrack(page, 'screen'), area, 1);
    expect(best).toEqual({ x: 0, y: 0 });
    expect(difference).toBeLessThan(4);
  });
});
