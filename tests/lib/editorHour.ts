import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createClip, createProject, createTrack } from '../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../src-shared/domain/edit/document.ts';
import { launchChromium } from './chromium.ts';
import { connectToHost } from './hostClient.ts';
import { giveTrial } from './licensedHost.ts';
import { startOwnHost } from './ownHost.ts';
import { createRandom, pick } from './random.ts';
import { makeVideoTake } from './videoTakes.ts';

const PATIENT = { timeout: 120_000 };
const CLIPS = 5000;
const TRACKS = 8;
const HOURS = 3;
const FPS = 30;
const LENGTH_FRAMES = Math.floor((HOURS * 3600 * FPS * TRACKS) / CLIPS);
/** A little less than the hours: clips are of whole frames. */
const PROJECT_FRAMES = (LENGTH_FRAMES * CLIPS) / TRACKS;
const TAKE_SEC = Math.ceil(LENGTH_FRAMES / FPS);
const MEGABYTE = 2 ** 20;
const PLAYED_MS = 3000;
const HOST_COLLECTED_EACH_MINUTES = 10;

export interface EditorMinute {
  /** Of the page's heap, with what it keeps outside of it, after everything was collected that nobody needs. */
  pageMb: number;
  hostMb: number;
  /** Of the host's heap, collected as the page's is, each tenth minute: between them it does as it likes. */
  hostHeapMb: number | null;
  /** What was done in it. */
  steps: number;
}

/**
 * Works for so many minutes in a project of 3 h with 5,000 clips on 8 tracks of a take: scrubs, plays, edits and takes it back, in
 * an order that `seed` gives. The host is a process of its own.
 */
export async function measureEditorHour(
  dir: string,
  { minutes, seed, onMinute }: { minutes: number; seed: number; onMinute: (minute: EditorMinute) => void },
): Promise<EditorMinute[]> {
  const dataDir = join(dir, '.data');
  await giveTrial(dataDir);
  makeVideoTake(join(dataDir, 'takes', '2026-11-21 Interview'), {
    seconds: TAKE_SEC,
    flashesSec: [1],
    videoTracks: [{ codec: 'avc1', width: 1280, height: 720, fps: FPS, seconds: TAKE_SEC }],
  });
  const host = await startOwnHost(dir, { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' });
  const inspector = await inspect(host.child);
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  try {
    await makeProject(host);
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(host.address);
    await page.getByRole('link', { name: 'Video Editor' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open Long' }).click(PATIENT);
    await page.getByRole('img', { name: 'Frame at 00:00:00:00' }).waitFor(PATIENT);
    const random = createRandom(seed);
    const done: EditorMinute[] = [];
    while (done.length < minutes) {
      const steps = await workUntil(page, random, performance.now() + 60_000);
      const hostMb = residentMb(host.child.pid);
      const isTenth = (done.length + 1) % HOST_COLLECTED_EACH_MINUTES === 0;
      const hostHeapMb = isTenth ? await collectedMb(inspector.send) : null;
      const minute = { pageMb: await pageMb(page), hostMb, hostHeapMb, steps };
      done.push(minute);
      onMinute(minute);
    }
    return done;
  } finally {
    await browser.close();
    inspector.close();
    host.child.kill('SIGTERM');
    await host.ended;
  }
}

async function makeProject(host: { port: number; token: string }): Promise<void> {
  const client = connectToHost(host);
  try {
    const plain = createProject('Long', createCounter());
    const from = { kind: 'take' as const, takeId: '2026-11-21 Interview' };
    const media = unwrap(await client.call('projects.importMedia', { id: plain.id, from }));
    const made = unwrap(await client.call('projects.create', { project: longProject(plain, media) }));
    unwrap(await client.call('projects.close', { id: made.project.id, session: made.session }));
  } finally {
    client.close();
  }
}

/** Half of the tracks have the take's video, half its sound; no clip is of the same place as the one before it. */
function longProject(plain: Project, media: readonly Media[]): Project {
  const makeId = createCounter('c');
  const tracks = Array.from({ length: TRACKS }, (_, index) => {
    const kind = index < TRACKS / 2 ? ('video' as const) : ('audio' as const);
    const mediaId = media.find((one) => one.kind === kind)?.id ?? null;
    return {
      ...createTrack(kind, makeId(), `Track ${index + 1}`),
      clips: Array.from({ length: CLIPS / TRACKS }, (_each, at) =>
        createClip({
          id: makeId(),
          name: `Clip ${at + 1}`,
          startFrame: at * LENGTH_FRAMES,
          lengthFrames: LENGTH_FRAMES,
          mediaId,
          color: at % 2 === 0 ? 'blue' : 'green',
        }),
      ),
    };
  });
  return { ...plain, media: Object.fromEntries(media.map((one) => [one.id, one])), tracks };
}

function createCounter(prefix = 'i'): () => string {
  let next = 0;
  return () => `${prefix}${(next += 1)}`;
}

/** How many things were done. */
async function workUntil(page: Page, random: () => number, endMs: number): Promise<number> {
  let steps = 0;
  for (; performance.now() < endMs; steps += 1) {
    const kinds = [scrub, scrub, play, editAndUndo];
    await kinds[pick(random, kinds.length)]?.(page, random);
  }
  return steps;
}

async function goTo(page: Page, random: () => number): Promise<void> {
  const frame = pick(random, PROJECT_FRAMES);
  const parts = [frame / (3600 * FPS), (frame / (60 * FPS)) % 60, (frame / FPS) % 60, frame % FPS];
  const place = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  const timecode = page.getByRole('textbox', { name: 'Timecode' });
  await timecode.fill(place);
  await timecode.press('Enter');
  await page.getByRole('img', { name: `Frame at ${place}` }).waitFor(PATIENT);
}

async function scrub(page: Page, random: () => number): Promise<void> {
  for (let place = 0; place < 5; place += 1) await goTo(page, random);
}

async function play(page: Page, random: () => number): Promise<void> {
  await goTo(page, random);
  await page.getByRole('button', { name: /^Play$/ }).click();
  await page.waitForTimeout(PLAYED_MS);
  await page.getByRole('button', { name: /^Pause$/ }).click();
}

/** Cuts, and takes all of it back: the project stays as large as it is, its history becomes longer. */
async function editAndUndo(page: Page, random: () => number): Promise<void> {
  const cuts = 1 + pick(random, 4);
  for (let cut = 0; cut < cuts; cut += 1) {
    await goTo(page, random);
    await page.keyboard.press('s');
  }
  for (const key of ['Control+z', 'Control+Shift+z', 'Control+z'])
    for (let cut = 0; cut < cuts; cut += 1) await page.keyboard.press(key);
}

async function pageMb(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  try {
    return await collectedMb((method) => devtools.send(method));
  } finally {
    await devtools.detach();
  }
}

type Send = (method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage') => Promise<unknown>;

/** What is on a heap, and what it keeps outside of it, after everything was collected that nobody needs. */
async function collectedMb(send: Send): Promise<number> {
  await send('HeapProfiler.collectGarbage');
  const { usedSize, ...others } = (await send('Runtime.getHeapUsage')) as Record<string, number>;
  const outside = (others.embedderHeapUsedSize ?? 0) + (others.backingStorageSize ?? 0);
  return ((usedSize ?? 0) + outside) / MEGABYTE;
}

/** The inspector of a process of Node. */
async function inspect(child: ChildProcess): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(await addressOfInspector(child));
  await once(socket, 'open');
  const asked = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    asked.get(id ?? 0)?.(result);
    asked.delete(id ?? 0);
  });
  let count = 0;
  return {
    send: (method) =>
      new Promise((resolve) => {
        asked.set((count += 1), resolve);
        socket.send(JSON.stringify({ id: count, method }));
      }),
    close: () => socket.close(),
  };
}

/** It is opened by this signal, and says where. */
function addressOfInspector(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = '';
  child.stderr?.on('data', (text: string) => {
    said += text;
    const [address] = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said) ?? [];
    if (address !== undefined) resolve(address);
  });
  child.kill('SIGUSR1');
  return promise;
}

function residentMb(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
