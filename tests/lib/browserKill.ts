import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { videoDocumentSchema } from '../../src-shared/contract/takeVideoTracks.ts';
import { takeDocumentSchema, type TakeDocument } from '../../src-shared/contract/takes.ts';
import { recordFrom } from './browserStudio.ts';
import { browserGone, decodeWhole, killBrowser, openStoredBrowser } from './storedBrowser.ts';

export interface BrowserKillOptions {
  /** Where the web build is served. */
  origin: string;
  /** A folder of the browser's own; made, and removed where all went well. */
  profile: string;
  /** From the moment that the page says it records. */
  seconds: number;
}

export interface BrowserKill {
  /** Between the kill and the end of each stream; times in a file are those of the take. */
  lostMs: Record<string, number>;
  /** From the press of the button until the page said that it records. */
  startedAfterMs: number;
  take: TakeDocument;
}

/** Records a microphone and a camera, kills the whole browser, opens it again, and decodes what is offered. */
export async function killWhileRecording(options: BrowserKillOptions): Promise<BrowserKill> {
  const { origin, profile, seconds } = options;
  const address = `${origin}/sounddesk-recording-studio`;
  const first = await openStoredBrowser(profile);
  await startStudio(first.page, address);
  const pressedAtMs = Date.now();
  await button(first.page, 'Start Recording').click();
  const refused = first.page.getByRole('alert').first();
  await button(first.page, 'Stop').or(refused).first().waitFor();
  if (await refused.isVisible()) throw new Error(await refused.innerText());
  const startedAfterMs = Date.now() - pressedAtMs;
  await sleep(seconds * 1000);
  const killedAtMs = Date.now();
  killBrowser(profile);
  await first.context.close().catch(() => undefined);
  await browserGone(profile);

  const second = await openStoredBrowser(profile);
  try {
    const { page } = second;
    await page.goto(address);
    await page.getByText('A recording was cut off, and has been recovered').first().waitFor();
    const takes = await readTakes(page);
    const [take] = takes;
    if (!take || takes.length > 1) throw new Error(`${takes.length} recordings are offered`);
    if (take.status !== 'recovered') throw new Error(`it is ${take.status}`);
    const lostMs: Record<string, number> = {};
    for (const kind of [
      ...take.tracks.map(() => 'audio'),
      ...take.videoTracks.map((videoTrack) => videoTrack.kind),
    ]) {
      const { endSec } = decodeWhole(await downloadTrack(page, kind));
      for (const [stream, end] of Object.entries(endSec))
        lostMs[`${kind}.${stream}`] = killedAtMs - (take.startedAtMs ?? 0) - end * 1000;
    }
    return { lostMs, startedAfterMs, take };
  } finally {
    await second.context.close();
    await browserGone(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

async function startStudio(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await recordFrom(page, 'Microphone', 'Camera');
}

/** What `take.json` and `pictures.json` say of each recording in the browser's storage. */
export async function readTakes(page: Page): Promise<TakeDocument[]> {
  const texts = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const takes = await root.getDirectoryHandle('takes');
    const found: { take: string; videoTracks: string | null }[] = [];
    for await (const [, handle] of takes as unknown as AsyncIterable<[string, FileSystemDirectoryHandle]>) {
      const read = async (name: string) => await (await (await handle.getFileHandle(name)).getFile()).text();
      found.push({
        take: await read('take.json'),
        videoTracks: await read('pictures.json').catch(() => null),
      });
    }
    return found;
  });
  return texts.map(({ take, videoTracks }) => ({
    ...takeDocumentSchema.parse(JSON.parse(take)),
    videoTracks: videoTracks === null ? [] : videoDocumentSchema.parse(JSON.parse(videoTracks)).videoTracks,
  }));
}

/** Of all files of all recordings in the browser's storage. */
export async function readTakeBytes(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const count = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let bytes = 0;
      for await (const [, handle] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>)
        bytes +=
          handle.kind === 'directory'
            ? await count(handle as FileSystemDirectoryHandle)
            : (await (handle as FileSystemFileHandle).getFile()).size;
      return bytes;
    };
    return await count(await navigator.storage.getDirectory());
  });
}

const TRACKS: Readonly<Record<string, string>> = {
  audio: 'Microphone',
  system: 'Sound',
  video: 'Camera',
  screen: 'Screen',
};

/** The newest recording's file, as it is downloaded. */
export async function downloadTrack(page: Page, kind: string, rows: Page | Locator = page): Promise<string> {
  await rows
    .getByRole('button', { name: /^Download / })
    .first()
    .click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: TRACKS[kind] ?? kind }).click();
  const path = await (await started).path();
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  // Its button has the focus again, and says over everything what it is.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return path;
}
