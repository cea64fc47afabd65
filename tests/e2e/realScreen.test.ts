import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { startDisplay, type VirtualDisplay } from '../lib/display.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import {
  comparePlace,
  framesOfScreen,
  launchOnDisplay,
  measureRate,
  openScreenCapture,
  readNewest,
  screenFileOf,
  startRealCapture,
  type Area,
} from '../lib/realScreen.ts';
import { runProgram } from '../lib/programs.ts';
import { openTestWindow, STILL_FROM_Y, TEST_WINDOW_TITLE, type TestWindow } from '../lib/testWindow.ts';

const PATIENT = { timeout: 60_000 };
const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };

let display: VirtualDisplay;
let live: LiveHost;
let opened: TestWindow | null = null;

async function finished(): Promise<TakeDetails> {
  await expect.poll(() => readNewest(live), PATIENT).not.toBeNull();
  const details = await readNewest(live);
  if (!details) throw new Error('no take');
  return details;
}

/** How many frames, and the take that they are in. */
async function capture(page: Page, mode: 'Full Screen' | 'Window' | 'Region', area?: Area) {
  await startRealCapture(page, mode, area);
  await expect.poll(() => framesOfScreen(live), PATIENT).toBeGreaterThan(60);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Start Capture' }).waitFor(PATIENT);
  return await finished();
}

/** `scripts/soak/screenRate.mjs` measures how many frames a second there are. */
describe('a screen that is one', () => {
  beforeAll(async () => {
    display = await startDisplay('1920x1080');
    live = await startLiveHost({});
    opened = await openTestWindow(display, SCREEN);
  });
  afterAll(async () => {
    await live.close();
    await opened?.close();
    await display.close();
  });

  describe('shared whole', () => {
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      browser = await launchOnDisplay(display.name, 'Entire screen');
      page = await openScreenCapture(browser, live.host.address);
    });
    afterAll(() => browser.close());

    it('is captured as large as it is, and as it moves', async () => {
      const take = await capture(page, 'Full Screen');
      expect(take.document?.videoTracks).toMatchObject([{ width: 1920, height: 1080 }]);
      const path = screenFileOf(live, take);
      const { written, different } = measureRate(path);
      // How fast it is captured is not asked here: the machine has other work.
      expect(written).toBeGreaterThan(0);
      expect(different).toBeGreaterThan(0);
      expect(take.certificate?.videoTracks[0]?.framesDecoded).toBe(countDecoded(path));
    });

    it('is captured on where the browser holds a frame of it back', async () => {
      await page.evaluate(() => {
        type Processor = new (options: { track: MediaStreamTrack }) => {
          readable: ReadableStream<VideoFrame>;
        };
        const { MediaStreamTrackProcessor } = window as unknown as { MediaStreamTrackProcessor: Processor };
        const { mediaDevices } = navigator;
        const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
        mediaDevices.getDisplayMedia = async (constraints) => {
          mediaDevices.getDisplayMedia = ask;
          const stream = await ask(constraints);
          const [track] = stream.getVideoTracks();
          if (!track) throw new Error('no track');
          // One of the two frames of a screen that may be open at a time.
          const reader = new MediaStreamTrackProcessor({ track: track.clone() }).readable.getReader();
          Object.assign(window, { held: await reader.read() });
          await reader.cancel();
          return stream;
        };
      });
      const take = await capture(page, 'Full Screen');
      await page.evaluate(() => {
        (window as unknown as { held: ReadableStreamReadResult<VideoFrame> }).held.value?.close();
      });
      const { different } = measureRate(screenFileOf(live, take));
      // The last one again twice a second, and nothing new, unless memory is given back.
      expect(different).toBeGreaterThan(5);
    });

    it('is captured in exactly the pixels of the frame that was drawn', async () => {
      const area = { x: 518, y: STILL_FROM_Y + 46, width: 642, height: 362 };
      const take = await capture(page, 'Region', area);
      expect(take.document?.videoTracks).toMatchObject([{ width: area.width, height: area.height }]);
      const { difference, best } = comparePlace(screenFileOf(live, take), area, 1);
      expect(best).toEqual({ x: 0, y: 0 });
      expect(difference).toBeLessThan(4);
    });

    it('ends the capture where the system says that the screen has gone, and no other', async () => {
      await page.evaluate(() => {
        const { mediaDevices } = navigator;
        const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
        mediaDevices.getDisplayMedia = async (constraints) => {
          const stream = await ask(constraints);
          document.body.dataset.shared = stream.getVideoTracks()[0]?.getSettings().deviceId ?? '';
          return stream;
        };
      });
      await startRealCapture(page, 'Full Screen');
      await expect.poll(() => framesOfScreen(live), PATIENT).toBeGreaterThan(20);
      const shared = await page.evaluate(() => document.body.dataset.shared ?? '');
      // As the desktop shell's capturer calls it: the shell knows the screen by that.
      expect(shared).toMatch(/^screen:/);
      live.host.core.onScreenGone('screen:77:0');
      const before = await framesOfScreen(live);
      await expect.poll(() => framesOfScreen(live), PATIENT).toBeGreaterThan(before + 20);
      live.host.core.onScreenGone(shared);
      await expectEnded(page);
    });
  });

  it('ends the capture where its window is closed, and all until then is kept', async () => {
    const browser = await launchOnDisplay(display.name, TEST_WINDOW_TITLE);
    try {
      const page = await openScreenCapture(browser, live.host.address);
      await startRealCapture(page, 'Window');
      await expect.poll(() => framesOfScreen(live), PATIENT).toBeGreaterThan(20);
      await opened?.close();
      opened = null;
      await expectEnded(page);
    } finally {
      await browser.close();
    }
  });

  it('asks for a monitor that is gone without a word, and keeps what there was', async () => {
    const wide = await startDisplay('1280x480');
    const monitors = (...args: string[]) =>
      runProgram('xrandr', args, { ...process.env, DISPLAY: wide.name });
    await monitors('--setmonitor', 'left', '640/200x480/150+0+0', 'screen');
    await monitors('--setmonitor', 'right', '640/200x480/150+640+0', 'none');
    const window = await openTestWindow(wide, { x: 0, y: 0, width: 1280, height: 480 });
    const browser = await launchOnDisplay(wide.name, 'Screen 2');
    try {
      const page = await openScreenCapture(browser, live.host.address);
      await startRealCapture(page, 'Full Screen');
      await expect.poll(() => framesOfScreen(live), PATIENT).toBeGreaterThan(20);
      await monitors('--delmonitor', 'right');
      await page.getByText(/Nothing has moved for half a minute/).waitFor(PATIENT);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Start Capture', disabled: false }).waitFor(PATIENT);
      const take = await finished();
      expect(take.document?.videoTracks).toMatchObject([{ width: 640, height: 480, ended: null }]);
      const decoded = countDecoded(screenFileOf(live, take));
      expect(take.certificate?.videoTracks).toMatchObject([{ framesDecoded: decoded, problem: null }]);
    } finally {
      await browser.close();
      await window.close();
      await wide.close();
    }
  });

  /** On its own: nobody has pressed anything. */
  async function expectEnded(page: Page): Promise<void> {
    await page.getByText('The capture stopped unexpectedly').waitFor(PATIENT);
    await page.getByText('DEVICE_LOST').waitFor();
    expect(unwrap(await live.client.call('recording.readState')).take).toBeNull();
    const take = await finished();
    const [videoTrack] = take.document?.videoTracks ?? [];
    expect(videoTrack?.ended).toMatchObject({ code: 'DEVICE_LOST' });
    expect(videoTrack?.framesWritten).toBeGreaterThan(20);
    expect(countDecoded(screenFileOf(live, take))).toBe(videoTrack?.framesWritten);
    expect(take.certificate).toMatchObject({ grade: 'amber', videoTracks: [{ problem: null }] });
  }
});
