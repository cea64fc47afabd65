import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { makeCut, makeCutSource, type CutKind } from '../lib/smartCuts.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchHeadlessShell();
});
afterAll(() => browser.close());

/** A page with one video; whether it can be played is the browser's own word. */
async function openVideo(path: string, type: string) {
  const server = createServer(({ url }, response) => {
    if (url === '/video') response.setHeader('content-type', type).end(readFileSync(path));
    else response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { page, said };
}

const TYPES: Partial<Record<CutKind, string>> = { h264: 'video/mp4', vp8: 'video/webm', vp9: 'video/webm' };

describe('a smart cut in Chromium', { timeout: 120_000 }, () => {
  it.each(['h264', 'vp8', 'vp9'] as const)(
    'plays to its end without an error or a warning: %s',
    async (kind) => {
      const dir = temporaryDir();
      const source = await makeCutSource(dir, kind, 5);
      // Cuts inside groups: copied frames, encoded ones and copied ones again.
      const { path, ranges } = await makeCut(dir, source, [
        { from: 20, frames: 70 },
        { from: 100, frames: 35 },
      ]);
      expect(new Set(ranges.map((range) => range.kind)).size).toBe(2);
      const { page, said } = await openVideo(path, TYPES[kind] ?? '');
      const played = await page.evaluate(async () => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = '/video';
        document.body.append(video);
        const ended = new Promise<string>((resolve) => {
          video.onended = () => resolve('ended');
          video.onerror = () => resolve(video.error?.message ?? 'error');
        });
        await video.play();
        const how = await ended;
        const { totalVideoFrames, corruptedVideoFrames } = video.getVideoPlaybackQuality();
        return { how, seconds: video.duration, totalVideoFrames, corruptedVideoFrames };
      });
      expect(played).toMatchObject({ how: 'ended', corruptedVideoFrames: 0 });
      expect(played.seconds).toBeCloseTo(105 / 30, 1);
      expect(said).toEqual([]);
    },
  );
});
