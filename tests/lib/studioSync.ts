import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { TakeDetails } from '../../src-shared/contract/takes.ts';
import { findSource } from './captureRig.ts';
import { addClickingMicrophone } from './clickingMicrophone.ts';
import { probeVideo } from './encodedFrames.ts';
import { findClicks, onsets } from './flashAndClick.ts';
import { addFlashingSources, NUMBER_BITS, readShownFlashes, type ShownFlash } from './flashingSources.ts';
import { startLiveHost, type LiveHost } from './liveSession.ts';
import type { SoundServer } from './virtualAudio.ts';

export interface SyncOptions {
  seconds: number;
  audioChannels: number;
  cameras: number;
  screens: 0 | 1;
  /** By how much the microphone's clock runs faster than the machine's. */
  ppm: number;
  size: { width: number; height: number };
  fps: number;
  /** While it records, once a second. */
  onSecond?: (seconds: number, page: Page, live: LiveHost) => void;
}

/** Of one track of video against one of sound: how much later the click is heard than the flash is seen. */
export interface SyncPair {
  video: string;
  sound: string;
  /** In the middle of what the first three show, and the last three. */
  startMs: number;
  endMs: number;
  worstMs: number;
  flashes: number;
}

export interface DropCount {
  video: string;
  /** Numbers that lack between the first frame of the file and the last. */
  missing: number;
  written: number;
  /** What the certificate says. */
  certified: { dropped: number; decoded: number | null; problem: string | null };
}

export interface SyncResult {
  pairs: SyncPair[];
  drops: DropCount[];
  details: TakeDetails;
}

const EVERY_MS = 2000;
const FLASH_MS = 100;
const MICROPHONE = 'clicking_microphone';
/** Flashes at the start and the end that are looked at together. */
const FEW = 3;

/** Records clicks and flashes of known moments in the studio's own page, and finds them again in the take's files. */
export async function recordFlashesAndClicks(
  server: SoundServer,
  browser: Browser,
  options: SyncOptions,
): Promise<SyncResult> {
  const { audioChannels, cameras, screens, ppm, size, fps, seconds } = options;
  const live = await startLiveHost(server.env);
  const endClicks = await addClickingMicrophone(server, live.dir, MICROPHONE, {
    channels: audioChannels,
    everyMs: EVERY_MS,
    ppm,
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  try {
    const source = await findSource(live.client, MICROPHONE);
    const channels = Array.from({ length: audioChannels }, (_, index) => ({
      id: `channel-${index + 1}`,
      name: `Voice ${index + 1}`,
      source,
      deviceChannels: [index],
      // A click is what no noise suppression lets through.
      denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
    }));
    const recording = { mode: 'both', tap: 'processed' };
    const setUp = captureSetUpSchema.parse({ version: 1, channels, recording });
    unwrap(await live.client.call('capture.applySetUp', setUp));
    const page = await context.newPage();
    await addFlashingSources(page, { cameras, ...size, fps, everyMs: EVERY_MS, flashMs: FLASH_MS });
    await page.addInitScript(rememberChannels, { cameras, screens });
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    if (screens > 0) await page.getByRole('button', { name: 'Choose what to share' }).click();
    const sources = cameras + screens;
    await waitUntil(async () => (await page.locator('video').count()) === sources);
    await page.getByText(/^Load \d/).waitFor();
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    for (let second = 0; second < seconds; second += 1) {
      await page.waitForTimeout(1000);
      options.onSecond?.(second, page, live);
    }
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start Recording' }).waitFor({ timeout: 60_000 });
    const [summary] = unwrap(await live.client.call('takes.list'));
    const read = async () => unwrap(await live.client.call('takes.read', { id: summary?.id ?? '' }));
    await waitUntil(async () => (await read()).certificate?.videoTracks.length === sources);
    return measure(
      join(live.dir, 'data', 'takes', summary?.id ?? ''),
      await read(),
      await readShownFlashes(page),
    );
  } finally {
    await context.close();
    await endClicks();
    await live.close();
  }
}

/** Runs in the page: the channels of an earlier visit. */
function rememberChannels({ cameras, screens }: { cameras: number; screens: number }): void {
  // Called as their sources are.
  const channel = (kind: 'video' | 'screen', name: string) => ({
    id: name,
    name,
    kind,
    deviceId: kind === 'video' ? name : null,
    isEnabled: true,
    colour: 'blue',
  });
  const channels = [
    ...Array.from({ length: cameras }, (_, index) => channel('video', `camera-${index + 1}`)),
    ...(screens > 0 ? [channel('screen', 'screen')] : []),
  ];
  localStorage.setItem(
    'sounddesk.studio.pictures',
    JSON.stringify({ channels, quality: 'low', format: 'mp4' }),
  );
}

function measure(folder: string, details: TakeDetails, shown: ShownFlash[]): SyncResult {
  const { document, certificate } = details;
  if (!document) throw new Error('the take has no document');
  const sounds = document.tracks.map(({ name, file }) => ({
    name,
    clicks: onsets(findClicks(join(folder, file))),
  }));
  const videos = document.videoTracks.map((video) => {
    const flashesOf = shown.filter(({ source }) => source === video.name);
    return { ...video, found: findNumbered(join(folder, video.file)), shown: flashesOf };
  });
  const pairs = videos.flatMap(({ name, found, shown: flashesOf }) => {
    const flashesSec = flashesOf.flatMap(({ number, lateMs }) => {
      const timeSec = found.find((video) => video.number === number)?.timeSec;
      return timeSec === undefined ? [] : [timeSec - lateMs / 1000];
    });
    return sounds.map(({ name: sound, clicks }) => {
      const laterMs = flashesSec.flatMap((flashSec) => {
        const nearest = clicks.toSorted((a, b) => Math.abs(a - flashSec) - Math.abs(b - flashSec))[0];
        // One whose click lies beyond the take's ends has none.
        const isPair = nearest !== undefined && Math.abs(nearest - flashSec) < EVERY_MS / 2000;
        return isPair ? [(nearest - flashSec) * 1000] : [];
      });
      const worstMs = laterMs.reduce((worst, ms) => Math.max(worst, Math.abs(ms)), 0);
      const ends = { startMs: middle(laterMs.slice(0, FEW)), endMs: middle(laterMs.slice(-FEW)) };
      return { video: name, sound, ...ends, worstMs, flashes: laterMs.length };
    });
  });
  const drops = videos.map(({ id, name, found }) => {
    const numbers = new Set(found.map(({ number }) => number));
    const certified = certificate?.videoTracks.find((video) => video.id === id);
    return {
      video: name,
      missing: Math.max(...numbers) - Math.min(...numbers) + 1 - numbers.size,
      written: found.length,
      certified: {
        dropped: certified?.framesDropped ?? NaN,
        decoded: certified?.framesDecoded ?? null,
        problem: certified ? certified.problem : 'it has no certificate',
      },
    };
  });
  return { pairs, drops, details };
}

/** The middle one. */
function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const ROWS = 8;

/** Decodes all frames of a file, and reads their numbers. */
function findNumbered(path: string): { timeSec: number; number: number }[] {
  const { timesSec } = probeVideo(path);
  const raw = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'],
      ...[
        '-vf',
        `scale=${NUMBER_BITS}:${ROWS}:flags=area,format=gray,settb=1/1000,setpts=N*40`,
        '-f',
        'rawvideo',
        'pipe:1',
      ],
    ],
    { maxBuffer: 1 << 30 },
  );
  const size = NUMBER_BITS * ROWS;
  return timesSec.slice(0, raw.length / size).map((timeSec, index) => {
    const lowest = raw.subarray((index + 1) * size - NUMBER_BITS, (index + 1) * size);
    const number = lowest.reduce((sum, value, bit) => sum + (value > 127 ? 2 ** bit : 0), 0);
    return { timeSec, number };
  });
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it took longer than five minutes');
}
