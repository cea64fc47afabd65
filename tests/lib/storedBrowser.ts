import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { launchProfile } from './exactLocators.ts';
import { forceEnd } from './forceEnd.ts';
import { serveFolder, type StaticServer } from './staticServer.ts';

/** The web build with nobody behind it, under the product's own policy; it may talk to `connectSources`. */
export function serveWebBuild(connectSources: readonly string[] = []): Promise<StaticServer> {
  return serveFolder(resolve(import.meta.dirname, '../../out/renderer'), {
    fallback: 'index.html',
    headers: { 'content-security-policy': contentSecurityPolicy(connectSources) },
  });
}

export interface StoredBrowserOptions {
  extraArgs?: readonly string[];
  /** The tab of that title is shared, for real and with what it plays, in the place of a screen that is made up. */
  sharedTab?: string;
  /**
   * Chromium itself: the shell knows no permission that is given or taken back, and of a made-up screen alone it sometimes
   * gives a single frame.
   */
  isWhole?: boolean;
}

/** A real Chromium that keeps what it has: the same profile each time. Its cameras, microphones and screen are made up. */
export async function openStoredBrowser(
  profile: string,
  { extraArgs = [], sharedTab, isWhole = false }: StoredBrowserOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const shared =
    sharedTab === undefined
      ? ['--use-fake-ui-for-media-stream']
      : [
          `--auto-select-tab-capture-source-by-title=${sharedTab}`,
          '--autoplay-policy=no-user-gesture-required',
        ];
  const context = await launchProfile(profile, {
    // A tab is shared by its window.
    executablePath: (sharedTab !== undefined || isWhole ? findChromium() : findHeadlessShell()) ?? '',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    // A tab that is muted gives silence.
    ...(sharedTab !== undefined && { ignoreDefaultArgs: ['--mute-audio'], permissions: ['microphone'] }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      ...['--use-fake-device-for-media-stream=fps=30', ...shared],
      ...extraArgs,
    ],
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** All processes of a profile at once, as a power cut ends them. */
export function killBrowser(profile: string): void {
  forceEnd(processesOf(profile));
}

/** Resolves when nothing of a profile runs any more. */
export async function browserGone(profile: string): Promise<void> {
  for (let attempt = 0; attempt < 200 && processesOf(profile).length > 0; attempt += 1)
    await new Promise((tick) => setTimeout(tick, 50));
}

function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

export interface DecodedFile {
  /** Where each stream ends, by what it holds, in seconds of the file. */
  endSec: Partial<Record<'video' | 'audio', number>>;
  /** The last of them. */
  seconds: number;
  frames: number;
}

/** Decoded from the first frame or sound to the last; throws where one does not decode. */
export function decodeWhole(path: string): DecodedFile {
  const text = execFileSync(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-xerror', '-copyts', '-i', path, '-map', '0', '-f', 'framecrc', 'pipe:1'],
    { encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  const bases = [...text.matchAll(/^#tb (\d+): (\d+)\/(\d+)/gm)].map(([, , a, b]) => Number(a) / Number(b));
  const kinds = [...text.matchAll(/^#media_type (\d+): (\w+)/gm)].map(([, , kind]) => kind);
  const rows = text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').map(Number));
  const endSec: DecodedFile['endSec'] = {};
  let frames = 0;
  for (const [stream = 0, , time = 0, length = 0] of rows) {
    const kind = kinds[stream] === 'video' ? 'video' : 'audio';
    if (kind === 'video') frames += 1;
    endSec[kind] = Math.max(endSec[kind] ?? 0, (time + length) * (bases[stream] ?? 0));
  }
  return { endSec, frames, seconds: Math.max(0, ...Object.values(endSec)) };
}
