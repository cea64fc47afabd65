import { spawn } from 'node:child_process';
import type { Browser, Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { addServer } from './broadcastFeed.ts';
import { findSource } from './captureRig.ts';
import { addClickingMicrophone } from './clickingMicrophone.ts';
import { findFlashesAndClicks } from './flashAndClick.ts';
import { addFlashingSources, readShownFlashes } from './flashingSources.ts';
import { startLiveHost } from './liveSession.ts';
import { startNginx } from './rtmpServers.ts';
import type { SoundServer } from './virtualAudio.ts';

export interface BroadcastSyncOptions {
  seconds: number;
  /** By how much the microphone's clock runs faster than the machine's. */
  ppm: number;
}

export interface BroadcastSync {
  /** At the server, in the order of time: how much later each click is heard than its flash is seen, in ms. */
  laterMs: number[];
  /** From the moment of a flash on the page's canvas until a player of the server shows it, in ms. */
  delaysMs: number[];
  framesSkipped: number;
  grade: string;
}

const EVERY_MS = 2000;
const FLASH_MS = 100;
const MICROPHONE = 'clicking_microphone';
const KEY = 'sync';
/** A click belongs to the flash that is nearer than this. */
const PAIR_MS = EVERY_MS / 2;
/** What a player needs at first is not what it is late by afterwards. */
const SETTLES_SEC = 10;

/** Broadcasts flashes and clicks of known moments from the page of a real Chromium, with the real engine, to nginx. */
export async function broadcastFlashesAndClicks(
  server: SoundServer,
  browser: Browser,
  { seconds, ppm }: BroadcastSyncOptions,
): Promise<BroadcastSync> {
  const live = await startLiveHost(server.env);
  const nginx = await startNginx(live.dir);
  const endClicks = await addClickingMicrophone(server, live.dir, MICROPHONE, {
    channels: 1,
    everyMs: EVERY_MS,
    ppm,
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  try {
    const source = await findSource(live.client, MICROPHONE);
    // A click is what no noise suppression lets through.
    const denoise = { engine: 'off', sensitivity: 0, reduction: 0 };
    const channels = [{ id: 'c0', name: 'Voice', source, denoise }];
    unwrap(await live.client.call('capture.applySetUp', captureSetUpSchema.parse({ version: 1, channels })));
    await addServer(live.client, nginx.address, KEY);
    const page = await context.newPage();
    const size = { width: 640, height: 360 };
    await addFlashingSources(page, { cameras: 1, ...size, fps: 30, everyMs: EVERY_MS, flashMs: FLASH_MS });
    await page.goto(live.host.address);
    await goLive(page);
    const read = async () => unwrap(await live.client.call('broadcast.read'));
    while ((await read()).state !== 'live' || (await read()).live?.soundFrom !== 'engine')
      await page.waitForTimeout(200);
    const player = playStream(`${nginx.address}/${KEY}`);
    await page.waitForTimeout(seconds * 1000);
    const delaysMs = player.end();
    const certificate = unwrap(await live.client.call('broadcast.stop'));
    const [delivered] = certificate.destinations;
    const shown = await readShownFlashes(page);
    const startedAtMs = Date.parse(certificate.startedAt);
    const laterMs = nginx
      .recordings()
      .flatMap((path) => findFlashesAndClicks(path))
      .filter(({ clickLaterMs }) => Math.abs(clickLaterMs) < PAIR_MS)
      .map(({ flashSec, clickLaterMs }) => {
        const seenAtMs = startedAtMs + flashSec * 1000;
        const flash = shown.find(({ flashAtMs }) => Math.abs(flashAtMs - seenAtMs) < PAIR_MS);
        // A frame that the source itself has taken late is not the broadcast's.
        return clickLaterMs + (flash?.lateMs ?? NaN);
      });
    return {
      laterMs,
      delaysMs,
      framesSkipped: delivered?.framesSkipped ?? 0,
      grade: delivered?.grade ?? 'red',
    };
  } finally {
    await context.close();
    await endClicks();
    await nginx.stop();
    await live.close();
  }
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Live Broadcast' }).click();
  await page.getByRole('combobox', { name: 'Quality' }).click();
  await page.getByRole('option', { name: '720p 30fps' }).click();
  await page.getByRole('button', { name: 'Add camera' }).click();
  await page.getByRole('menuitem').first().click();
  await page.getByText('In the program').first().waitFor();
  await page.getByLabel('Stream title').fill('Sync');
  await page.getByRole('button', { name: 'Go Live' }).click();
  await page.getByRole('button', { name: 'End Stream' }).waitFor();
}

/** Decodes the stream of the server as a player does that buffers nothing, and notes when it shows each flash. */
function playStream(address: string): { end: () => number[] } {
  const delaysMs: number[] = [];
  const startedMs = Date.now();
  let wasFlash = true;
  const child = spawn(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-fflags', 'nobuffer', '-flags', 'low_delay', '-threads', '1'],
      ...['-probesize', '4096', '-analyzeduration', '0', '-rtmp_live', 'live', '-rtmp_buffer', '0'],
      ...[
        '-i',
        address,
        '-an',
        '-fps_mode',
        'passthrough',
        '-vf',
        'crop=iw:ih/4:0:ih/4,scale=1:1:flags=area',
      ],
      ...['-pix_fmt', 'gray', '-flush_packets', '1', '-f', 'rawvideo', 'pipe:1'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  child.stdout.on('data', (bytes: Buffer) => {
    for (const brightness of bytes) {
      const isFlash = brightness > 127;
      const nowMs = Date.now();
      if (isFlash && !wasFlash && nowMs - startedMs > SETTLES_SEC * 1000) delaysMs.push(nowMs % EVERY_MS);
      wasFlash = isFlash;
    }
  });
  return {
    end() {
      child.kill('SIGKILL');
      return delaysMs;
    },
  };
}
