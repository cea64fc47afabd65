import type { Page } from 'playwright';

/** How much faster than its clock a frame's worker reports that nothing has moved: half a minute is over in 3 s. */
const HURRY = 10;

/**
 * What the page shares next is a canvas, which moves until the test stops it. What is recorded from now on is still
 * sooner; `realScreen.test.ts` waits for the whole half minute.
 */
export async function shareCanvas(page: Page): Promise<void> {
  await page.evaluate((hurry) => {
    globalThis.Worker = class extends Worker {
      override set onmessage(listener: ((event: MessageEvent<{ stillMs?: number }>) => void) | null) {
        super.onmessage = (event: MessageEvent<{ stillMs?: number }>) => {
          const { stillMs } = event.data;
          const sooner = stillMs !== undefined && { ...event.data, stillMs: stillMs * hurry };
          listener?.(sooner ? new MessageEvent('message', { data: sooner }) : event);
        };
      }
    };
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
    mediaDevices.getDisplayMedia = () => {
      mediaDevices.getDisplayMedia = ask;
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const pen = canvas.getContext('2d');
      const stream = canvas.captureStream();
      document.body.dataset.moves = 'yes';
      setInterval(() => {
        if (!pen || document.body.dataset.moves !== 'yes') return;
        pen.fillStyle = `hsl(${Math.round(performance.now() / 20) % 360} 80% 50%)`;
        pen.fillRect(0, 0, canvas.width, canvas.height);
      }, 40);
      return Promise.resolve(stream);
    };
  }, HURRY);
}

/** As a monitor that is unplugged under X11: the track stays, and gives no video. */
export async function setMoving(page: Page, isMoving: boolean): Promise<void> {
  await page.evaluate(
    (moves) => {
      document.body.dataset.moves = moves;
    },
    isMoving ? 'yes' : 'no',
  );
}

/** Some seconds, and what a busy machine adds. */
export const UNTIL_STILL = { timeout: 60_000 };
