import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { addServer } from './broadcastFeed.ts';
import { findSource } from './captureRig.ts';
import { countDecoded, probeVideo } from './encodedFrames.ts';
import { forceEnd } from './forceEnd.ts';
import { connectToHost } from './hostClient.ts';
import { startOwnHost } from './ownHost.ts';
import { enginePidOf } from './recordKill.ts';
import { startNginx } from './rtmpServers.ts';
import { findRenderers } from './screenKill.ts';
import { PULSE_MICROPHONE } from './virtualAudio.ts';

/** Who is killed with SIGKILL while a page of a real Chromium is live and records beside it. */
export const BROADCAST_KILL_TARGETS = ['page', 'host', 'engine'] as const;
export type BroadcastKillTarget = (typeof BROADCAST_KILL_TARGETS)[number];

export interface BroadcastKillOptions {
  dir: string;
  browser: Browser;
  env: NodeJS.ProcessEnv;
  /** Live until the kill. */
  seconds: number;
  target: BroadcastKillTarget;
}

export interface BroadcastKill {
  /** Of the take: from the kill back to the end of the last frame, or sample, that is kept. */
  lostMs: number;
  /** From the click that resumes it, or from the death of the engine, until frames, or sound, are made again. */
  resumedMs: number;
  framesHeld: number;
  framesDecoded: number;
}

/** So long after its death the engine's last sound may still count as heard: `SILENT_AFTER_MS` in soundFeed.ts, and a look. */
const STILL_HEARD_MS = 500;

type Host = Awaited<ReturnType<typeof startOwnHost>>;
type Client = ReturnType<typeof connectToHost>;

/** Goes live with a take beside it, kills, resumes, ends. Throws where anything of what was promised is not so. */
export async function killBroadcast(options: BroadcastKillOptions): Promise<BroadcastKill> {
  const { dir, browser, env, seconds, target } = options;
  mkdirSync(dir, { recursive: true });
  const server = await startNginx(dir);
  const stops: (() => Promise<unknown>)[] = [() => server.stop()];
  const open = async () => {
    const host = await startOwnHost(dir, env);
    const client = connectToHost(host);
    stops.unshift(async () => {
      client.close();
      host.child.kill('SIGTERM');
      await host.ended;
    });
    return { host, client };
  };
  try {
    let { host, client } = await open();
    const source = await findSource(client, PULSE_MICROPHONE);
    const channels = [{ id: 'c0', name: 'Voice', source }];
    unwrap(await client.call('capture.applySetUp', captureSetUpSchema.parse({ version: 1, channels })));
    await addServer(client, server.address, 'soak');
    const page = await openScreen(browser, host);
    stops.unshift(() => page.context().close());
    await goLive(page);
    const takeStartMs = await untilRecorded(client, seconds);
    const killedAtMs = Date.now();
    if (target === 'engine') process.kill(enginePidOf(host.child.pid ?? 0) ?? NaN, 'SIGKILL');
    if (target === 'page') forceEnd(await findRenderers(browser));
    if (target === 'host') {
      host.child.kill('SIGKILL');
      await host.ended;
      ({ host, client } = await open());
    }
    const resumedMs =
      target === 'engine'
        ? await untilHeard(client, killedAtMs)
        : await resume(await openScreen(browser, host), client, target);
    const certificate = unwrap(await client.call('broadcast.stop'));
    if (target !== 'host') unwrap(await client.call('recording.stop'));
    const [delivered] = certificate.destinations;
    if (delivered?.grade !== 'green') throw new Error(`the server: ${delivered?.reasons.join(' ')}`);
    const take = await lookAtTake(client, dir, target, { takeStartMs, killedAtMs });
    // Last: while it decodes, the host gets no answer to its pings.
    for (const path of server.recordings()) countDecoded(path);
    return { resumedMs, framesHeld: certificate.framesHeld, ...take };
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
  }
}

/** With a camera, which is opened again for each page. */
async function openScreen(browser: Browser, { address }: Host): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'Live Broadcast' }).click();
  await page.getByRole('button', { name: 'Add camera' }).click();
  await page.getByRole('menuitem').first().click();
  await page.getByText('In the program').first().waitFor();
  return page;
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Record this broadcast' }).click();
  await page.getByLabel('Stream title').fill('Evening show');
  await page.getByRole('button', { name: 'Go Live' }).click();
  await page.getByRole('button', { name: 'End Stream' }).waitFor();
}

/** Answers when the take began. */
async function untilRecorded(client: Client, seconds: number): Promise<number> {
  return await until(async () => {
    const { take } = unwrap(await client.call('recording.readState'));
    const { live } = unwrap(await client.call('broadcast.read'));
    const isRunning =
      live?.soundFrom === 'engine' && take?.tracks.some(({ framesWritten }) => framesWritten > 15);
    return isRunning && take && take.recordedSec >= seconds ? Date.now() - take.recordedSec * 1000 : null;
  });
}

async function resume(page: Page, client: Client, target: 'page' | 'host'): Promise<number> {
  const name = target === 'page' ? 'Continue on this page' : 'Resume stream';
  const before = unwrap(await client.call('broadcast.read')).live?.framesMade ?? 0;
  await page.getByRole('button', { name }).click();
  const clickedMs = Date.now();
  return await until(async () => {
    const { state, live } = unwrap(await client.call('broadcast.read'));
    return state === 'live' && live && live.framesMade > before ? Date.now() - clickedMs : null;
  });
}

async function untilHeard(client: Client, killedAtMs: number): Promise<number> {
  return await until(async () => {
    const { live } = unwrap(await client.call('broadcast.read'));
    const sinceMs = Date.now() - killedAtMs;
    return live?.soundFrom === 'engine' && sinceMs > STILL_HEARD_MS ? sinceMs : null;
  });
}

/** What is kept of the take that ran when it was killed. */
async function lookAtTake(
  client: Client,
  dir: string,
  target: BroadcastKillTarget,
  { takeStartMs, killedAtMs }: { takeStartMs: number; killedAtMs: number },
): Promise<{ lostMs: number; framesDecoded: number }> {
  const { document, id } = await until(async () => {
    const oldest = unwrap(await client.call('takes.list')).at(-1);
    if (!oldest || oldest.status === 'recording') return null;
    const { document: read } = unwrap(await client.call('takes.read', { id: oldest.id }));
    return read && { document: read, id: oldest.id };
  });
  const [first] = document.videoTracks;
  if (!first) throw new Error('the take has no video');
  const path = join(dir, '.data', 'takes', id, first.file);
  const framesDecoded = countDecoded(path);
  const soundMs = (document.frames / document.sampleRate) * 1000;
  const videoMs = (probeVideo(path).timesSec.at(-1) ?? 0) * 1000;
  const keptMs = target === 'engine' ? soundMs : videoMs;
  const startMs = target === 'engine' ? (document.startedAtMs ?? takeStartMs) : takeStartMs;
  return { lostMs: Math.max(0, killedAtMs - startMs - keptMs), framesDecoded };
}

async function until<T>(read: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const endMs = Date.now() + 60_000; Date.now() < endMs;) {
    const found = await read();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it took longer than a minute');
}
