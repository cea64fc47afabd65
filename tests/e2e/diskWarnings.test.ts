import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { DEFAULT_RECORDING } from '../../src-shared/domain/captureSetUp.ts';
import { certifiedTake } from '../lib/certified.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { photographPage } from '../lib/photographPage.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { prepareStudio, SHARED_SCREEN, startCapture } from '../lib/screenKill.ts';
import { mountSmallDisk } from '../lib/smallDisk.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

const KEPT_FREE = 10_000_000;
const PATIENT = { timeout: 60_000 };

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
const problems: string[] = [];

async function open(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
}

/** The recordings of this test go onto a disk of that size. */
function withSmallDisk(megabytes: number, skip: (note: string) => never) {
  const disk = mountSmallDisk(join(live.dir, 'data', 'takes'), megabytes);
  if (!disk) return skip('A small disk can only be mounted by root.');
  onTestFinished(() => disk.remove());
  return disk;
}

/** On real disks of some megabytes. */
describe('a disk that is almost full', () => {
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchHeadlessShell(SHARED_SCREEN), startPulse()]);
    live = await startLiveHost(server.env);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('is reported in the recording studio, before the recording ends by it, and that is reported as well', async ({
    skip,
  }) => {
    const disk = withSmallDisk(64, skip);
    const page = await open();
    await prepareStudio(live.client, page);
    // Of sound alone, so that it takes its time.
    await page.addInitScript(() => localStorage.removeItem('sounddesk.studio.pictures'));
    unwrap(await live.client.call('capture.updateOptions', { recording: { keepFreeBytes: KEPT_FREE } }));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByText(/^Load \d/).waitFor(PATIENT);
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await page.getByRole('heading', { name: 'The disk is almost full' }).waitFor(PATIENT);
    await page.getByText(/The disk has room for/).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographPage(page, 'disk-low-studio');
    disk.fillTo(KEPT_FREE + 1_000_000);
    await page
      .getByText(/The recording was ended before the disk was full/)
      .first()
      .waitFor(PATIENT);
    await page.getByRole('heading', { name: 'The disk is almost full' }).waitFor({ state: 'detached' });
    const { document, certificate } = await certifiedTake(live.client);
    expect(document?.ended?.code).toBe('DISK_FULL');
    // All tracks end at one frame.
    expect(certificate?.grade).toBe('amber');
    for (const { framesDecoded } of certificate?.tracks ?? []) expect(framesDecoded).toBe(document?.frames);
  });

  it('is reported by Screen Capture, until it is taken note of; its end is reported, and all is kept', async ({
    skip,
  }) => {
    // Recordings end with half a gigabyte left.
    const disk = withSmallDisk(560, skip);
    const page = await open();
    await page.goto(live.host.address);
    await startCapture(page, true);
    await page.getByRole('heading', { name: 'The disk is almost full' }).waitFor(PATIENT);
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographPage(page, 'disk-low-capture');
    await page.getByRole('button', { name: 'OK' }).click();
    expect(await page.getByRole('heading', { name: 'The disk is almost full' }).count()).toBe(0);
    disk.fillTo(DEFAULT_RECORDING.keepFreeBytes + 1_000_000);
    await page
      .getByText(/DISK_FULL/)
      .first()
      .waitFor(PATIENT);
    await page.getByRole('button', { name: 'Start Capture' }).waitFor(PATIENT);
    const { certificate } = await certifiedTake(live.client);
    // Its end is reported; nothing is missing.
    expect(certificate?.grade, certificate?.reasons.join('\n')).toBe('amber');
    expect(certificate?.videoTracks.map(({ problem }) => problem)).toEqual([null]);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
