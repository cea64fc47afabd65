import type { Page } from 'playwright';

/** What the page shares next is a canvas, which moves until it is told not to. */
export async function shareCanvas(page: Page): Promise<void> {
  await page.evaluate(() => {
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
  });
}

/** As a monitor that is unplugged under X11: the track stays, and gives no pictures. */
export async function setMoving(page: Page, isMoving: boolean): Promise<void> {
  await page.evaluate(
    (moves) => {
      document.body.dataset.moves = moves;
    },
    isMoving ? 'yes' : 'no',
  );
}

/** Half a minute, and what a busy machine adds. */
export const UNTIL_STILL = { timeout: 60_000 };
