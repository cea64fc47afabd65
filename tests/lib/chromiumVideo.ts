import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';

/** A page of a server of its own, whose video is that of `path`. */
export async function openVideoPage(browser: Browser, video: () => { path: string; type: string }) {
  const server = createServer(({ url }, response) => {
    if (url === '/')
      return response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">');
    const { path, type } = video();
    return response.setHeader('content-type', type).end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    /** What the page's console says. */
    said,
    close: async () => {
      await page.close();
      server.close();
    },
  };
}

/** Plays the page's video to its end, so much faster; `how` is `ended`, or the error. */
export const playVideo = (page: Page, rate = 1) =>
  page.evaluate(async (playbackRate) => {
    const video = document.createElement('video');
    video.muted = true;
    // Another address each time: no earlier one is played.
    video.src = `/video?${performance.now()}`;
    document.body.append(video);
    const ended = new Promise<string>((resolve) => {
      video.onended = () => resolve('ended');
      video.onerror = () => resolve(video.error?.message ?? 'error');
    });
    video.playbackRate = playbackRate;
    await video.play().catch(() => undefined);
    const how = await ended;
    const { totalVideoFrames, corruptedVideoFrames } = video.getVideoPlaybackQuality();
    const seconds = video.duration;
    video.remove();
    return { how, seconds, totalVideoFrames, corruptedVideoFrames };
  }, rate);

interface Encoding {
  width: number;
  height: number;
  fps: number;
  frames: number;
  framesOfGroup: number;
}

/** H.264 of moving shapes as Chromium encodes it, as a stream with start codes. */
export async function encodeInChromium(browser: Browser, encoding: Encoding): Promise<Buffer> {
  const { page, close } = await openVideoPage(browser, () => ({ path: '', type: '' }));
  try {
    const text = await page.evaluate(async ({ width, height, fps, frames, framesOfGroup }) => {
      const bytes: number[] = [];
      const failures: Error[] = [];
      const encoder = new VideoEncoder({
        output(chunk) {
          const data = new Uint8Array(chunk.byteLength);
          chunk.copyTo(data);
          for (const byte of data) bytes.push(byte);
        },
        error: (error) => failures.push(error),
      });
      encoder.configure({
        codec: 'avc1.42001f',
        avc: { format: 'annexb' },
        ...{ width, height, framerate: fps, bitrate: 1_000_000 },
      });
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      for (let index = 0; index < frames && context; index += 1) {
        for (let x = 0; x < width; x += 8) {
          context.fillStyle = `hsl(${(x * 3 + index * 7) % 360} 80% ${30 + ((x + index) % 40)}%)`;
          context.fillRect(x, 0, 8, height);
        }
        context.fillStyle = 'white';
        context.font = '40px monospace';
        context.fillText(String(index), (index * 3) % width, 60);
        const frame = new VideoFrame(canvas, { timestamp: Math.round((index * 1e6) / fps) });
        encoder.encode(frame, { keyFrame: index % framesOfGroup === 0 });
        frame.close();
      }
      await encoder.flush();
      if (failures[0]) throw failures[0];
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary);
    }, encoding);
    return Buffer.from(text, 'base64');
  } finally {
    await close();
  }
}
