import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { LEAST_STANDSTILL_MS } from '../../src-shared/domain/interruptions.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { photographPage } from '../lib/photographPage.ts';
import { launchChromium } from '../lib/chromium.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { startOwnHost } from '../lib/ownHost.ts';
import { prepareStudio, SHARED_SCREEN, startCapture, startStudio } from '../lib/screenKill.ts';
import { browserPid, standStill } from '../lib/standstill.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

const PATIENT = { timeout: 30_000 };
/** Longer than a page may be silent, and than a connection may be without an answer. */
const LONG_MS = 17_000;
/** Long enough to be reported. */
const SHORT_MS = LEAST_STANDSTILL_MS + 2000;

let browser: Browser;
let server: SoundServer;
let dir: string;
let host: Awaited<ReturnType<typeof startOwnHost>>;
let client: ReturnType<typeof connectToHost>;
const problems: string[] = [];

const SCREENS = {
  'the recording studio': { route: 'sounddesk-recording-studio', stop: 'Stop', tracks: 2, sleptMs: LONG_MS },
  'Screen Capture': { route: 'sounddesk-screen-capture', stop: 'Stop', tracks: 1, sleptMs: SHORT_MS },
} as const;
type Screen = keyof typeof SCREENS;

async function begin(screen: Screen, page: Page): Promise<void> {
  if (screen === 'the recording studio') {
    await prepareStudio(client, page);
    await page.goto(host.address);
    return startStudio(page);
  }
  await page.goto(host.address);
  return startCapture(page, true);
}

/** What keeps the computer awake, as the page was given it. */
const KEEP_LOCKS = `{
  const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
  globalThis.locks = [];
  navigator.wakeLock.request = async (kind) => {
    const lock = await ask(kind);
    globalThis.locks.push(lock);
    return lock;
  };
}`;
const heldLocks = (page: Page): Promise<number> =>
  page.evaluate('globalThis.locks.filter(({ released }) => !released).length');

const taken = async () => unwrap(await client.call('recording.readState')).take;
const frameCounts = async () => (await taken())?.tracks.map(({ framesWritten }) => framesWritten) ?? [];

/** The host, its engine, the browser and its pages are stopped at once, and continue: as after a sleep. */
describe('a computer that sleeps in the midst of a recording', () => {
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(SHARED_SCREEN), startPulse()]);
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-sleep-'));
    await giveTrial(join(dir, '.data'));
    host = await startOwnHost(dir, server.env);
    client = connectToHost(host);
  });
  afterAll(async () => {
    client.close();
    await browser.close();
    host.child.kill('SIGTERM');
    await host.ended;
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(Object.keys(SCREENS) as Screen[])(
    'loses nothing in %s, continues, and is reported there and in the certificate',
    async (screen) => {
      const { stop, tracks, sleptMs } = SCREENS[screen];
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      await page.addInitScript(KEEP_LOCKS);
      await begin(screen, page);
      await expect
        .poll(async () => (await frameCounts()).filter((count) => count > 30).length, PATIENT)
        .toBe(tracks);
      const before = await taken();
      expect(await heldLocks(page)).toBe(1);

      const goOn = standStill([host.child.pid ?? 0, await browserPid(browser)]);
      await sleep(sleptMs).finally(goOn);

      await page.getByRole('heading', { name: /^SoundDesk was suspended for \d+ s$/ }).waitFor(PATIENT);
      expect(await axeFindingsOf(page)).toEqual([]);
      await photographPage(page, `slept-${SCREENS[screen].route}`);
      const counts = await frameCounts();
      await expect
        .poll(
          async () => (await frameCounts()).every((now, index) => now > (counts[index] ?? 0) + 10),
          PATIENT,
        )
        .toBe(true);
      // It is one take, from its beginning to its end.
      expect((await taken())?.id).toBe(before?.id);
      await page.getByRole('button', { name: stop }).click();
      await expect.poll(taken, PATIENT).toBeNull();
      await expect.poll(() => heldLocks(page), PATIENT).toBe(0);
      await context.close();

      const { document, certificate, summary } = await certifiedTake(client, before?.id);
      const stoodStill = certificate?.reasons.filter((reason) =>
        reason.startsWith('SoundDesk was suspended for '),
      );
      expect(stoodStill).toHaveLength(1);
      expect(certificate?.grade).toBe('amber');
      expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual(Array(tracks).fill(null));
      expect(document?.videoTracks.map(({ ended }) => ended)).toEqual(Array(tracks).fill(null));
      for (const [index, { file, framesWritten, longestGapSec }] of (document?.videoTracks ?? []).entries()) {
        const path = join(dir, '.data', 'takes', summary.id, file);
        expect(countDecoded(path)).toBe(framesWritten);
        expect(framesWritten).toBeGreaterThanOrEqual(before?.tracks[index]?.framesWritten ?? Infinity);
        expect(longestGapSec * 1000).toBeGreaterThan(LEAST_STANDSTILL_MS);
      }
      // The sound reports silence in place of what was lost, and lies beside its video at both ends.
      for (const { gaps, framesWritten } of document?.tracks.filter(({ kind }) => kind === 'channel') ?? []) {
        expect(framesWritten).toBe(document?.frames);
        expect(gaps.some(({ reason }) => reason === 'standstill')).toBe(true);
      }
      for (const { startFrame, durationSec } of document?.videoTracks ?? []) {
        const endSec = (startFrame ?? 0) / (document?.sampleRate ?? 1) + durationSec;
        expect(Math.abs(endSec - summary.durationSec)).toBeLessThan(1.5);
      }
    },
  );

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
