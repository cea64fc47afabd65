import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { findSource } from './captureRig.ts';
import { countDecoded, probeVideo } from './encodedFrames.ts';
import { forceEnd } from './forceEnd.ts';
import { connectToHost } from './hostClient.ts';
import { startOwnHost } from './ownHost.ts';
import { PULSE_MICROPHONE } from './virtualAudio.ts';

/** Chromium's flags for a moving screen of its own that is chosen without asking. */
export const SHARED_SCREEN = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'];

/** Who is killed with SIGKILL: the host, the process that draws and encodes the page, or both at once. */
export const KILL_TARGETS = ['host', 'page', 'both'] as const;
export type KillTarget = (typeof KILL_TARGETS)[number];

/** Of each track before the kill, however slowly a busy machine makes them. */
const LEAST_FRAMES = 15;

export interface ScreenKillOptions {
  dir: string;
  browser: Browser;
  env: NodeJS.ProcessEnv;
  /** Recorded until the kill. */
  seconds: number;
  /** A screen by Screen Capture, with its sound or without; or sound, a camera and a screen by the studio. */
  what: 'screen' | 'screenWithSound' | 'studio';
  target: KillTarget;
}

export interface ScreenKill {
  /** Between the kill and the end of the last frame that is kept, of the track that has least. */
  lostMs: number;
  /** The same of the sound; null where none was recorded, or its host lived on. */
  lostSoundMs: number | null;
  framesDecoded: number;
  grade: string | null;
}

/**
 * Captures for `seconds`, kills, starts a host again where it was killed, and says what is offered. Throws where anything
 * of what was promised is not so.
 */
export async function killWhileCapturing(options: ScreenKillOptions): Promise<ScreenKill> {
  const { dir, browser, env, seconds, what, target } = options;
  const host = await startOwnHost(dir, env);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const client = connectToHost(host);
  let takeStartMs = 0;
  let killedAtMs = 0;
  try {
    const page = await context.newPage();
    if (what === 'studio') await prepareStudio(client, page);
    await page.goto(host.address);
    await (what === 'studio' ? startStudio(page) : startCapture(page, what === 'screenWithSound'));
    const tracks = what === 'studio' ? 2 : 1;
    await waitUntil(async () => {
      const { take } = unwrap(await client.call('recording.readState'));
      const isRecorded =
        take?.tracks.filter(({ framesWritten }) => framesWritten >= LEAST_FRAMES).length === tracks;
      return isRecorded && take.recordedSec >= seconds;
    });
    const { take } = unwrap(await client.call('recording.readState'));
    takeStartMs = Date.now() - (take?.recordedSec ?? 0) * 1000;
    const renderers = target === 'host' ? [] : await findRenderers(browser);
    killedAtMs = Date.now();
    if (target !== 'page') host.child.kill('SIGKILL');
    forceEnd(renderers);
    if (target !== 'page') await host.ended;
    else {
      // Somebody sees it and stops.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      unwrap(await client.call('recording.stop'));
    }
  } finally {
    client.close();
    await context.close();
  }
  const running = target === 'page' ? host : await startOwnHost(dir, env);
  try {
    return await readOffered(options, running, { takeStartMs, killedAtMs });
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
  }
}

async function readOffered(
  { dir, what, target }: ScreenKillOptions,
  host: { port: number; token: string },
  { takeStartMs, killedAtMs }: { takeStartMs: number; killedAtMs: number },
): Promise<ScreenKill> {
  const client = connectToHost(host);
  try {
    const read = async () => {
      const [summary] = unwrap(await client.call('takes.list'));
      return summary ? unwrap(await client.call('takes.read', { id: summary.id })) : null;
    };
    const count = what === 'studio' ? 2 : 1;
    await waitUntil(async () => (await read())?.certificate?.videoTracks.length === count);
    const details = await read();
    if (!details?.document || !details.certificate) throw new Error('no take is offered');
    const { document, certificate, summary } = details;
    const takes = join(dir, '.data', 'takes');
    if (readdirSync(takes).filter((name) => !name.startsWith('.')).length !== 1)
      throw new Error('more than one take');
    let framesDecoded = 0;
    let lostMs = 0;
    for (const { id, file, name } of document.videoTracks) {
      const certified = certificate.videoTracks.find((videoTrack) => videoTrack.id === id);
      if (certified?.problem !== null) throw new Error(`${name}: ${certified?.problem ?? 'not certified'}`);
      const path = join(takes, summary.id, file);
      const decoded = countDecoded(path);
      if (decoded !== certified.framesExpected)
        throw new Error(`${name}: ${decoded} of ${certified.framesExpected} frames decode`);
      framesDecoded += decoded;
      const lastMs = (probeVideo(path).timesSec.at(-1) ?? 0) * 1000;
      lostMs = Math.max(lostMs, killedAtMs - takeStartMs - lastMs);
    }
    for (const { name, framesDecoded: decoded, problem } of certificate.tracks) {
      if (decoded !== document.frames || problem !== null)
        throw new Error(`${name}: ${decoded} of ${document.frames} frames decode (${problem})`);
    }
    const hasSound = document.tracks.length > 0;
    if (hasSound !== (what !== 'screen')) throw new Error(`${document.tracks.length} tracks of sound`);
    const soundMs = (document.frames / document.sampleRate) * 1000;
    const lostSoundMs =
      hasSound && target !== 'page'
        ? Math.max(0, killedAtMs - (document.startedAtMs ?? takeStartMs) - soundMs)
        : null;
    return { lostMs, lostSoundMs, framesDecoded, grade: summary.grade };
  } finally {
    client.close();
  }
}

/** Of the pages of a browser that the caller has started. */
export async function findRenderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    if (pids.length === 0) throw new Error('the browser has no page');
    return pids;
  } finally {
    await session.detach();
  }
}

/** One channel of sound, a camera and a screen. */
export async function prepareStudio(client: ReturnType<typeof connectToHost>, page: Page): Promise<void> {
  const source = await findSource(client, PULSE_MICROPHONE);
  const channels = [{ id: 'channel-1', name: 'Voice', source }];
  unwrap(await client.call('capture.applySetUp', captureSetUpSchema.parse({ version: 1, channels })));
  await page.addInitScript(() => {
    const channel = { deviceId: null, isEnabled: true, colour: 'blue' };
    const channels = [
      { id: 'camera', kind: 'video', name: 'Camera', ...channel },
      { id: 'screen', kind: 'screen', name: 'Screen', ...channel },
    ];
    const kept = { channels, quality: 'low', format: 'mp4' };
    localStorage.setItem('sounddesk.studio.pictures', JSON.stringify(kept));
  });
}

export async function startStudio(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('button', { name: 'Choose what to share' }).click();
  await waitUntil(async () => (await page.locator('video').count()) === 2);
  await page.getByText(/^Load \d/).waitFor();
  await page.getByRole('button', { name: 'Start Recording' }).click();
}

export async function startCapture(page: Page, isWithSound: boolean): Promise<void> {
  await page.getByRole('link', { name: 'Screen Capture' }).click();
  await page.getByRole('button', { name: 'Start Capture', disabled: false }).waitFor();
  for (const name of ['Include system audio', 'Include microphone']) {
    const toggle = page.getByRole('switch', { name });
    if (!isWithSound && (await toggle.isChecked())) await toggle.click();
  }
  await page.getByRole('button', { name: 'Start Capture' }).click();
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it took longer than a minute');
}
