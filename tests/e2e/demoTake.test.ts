import { statSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { photographPage } from '../lib/photographPage.ts';
import { probeSound } from '../lib/probeSound.ts';
import { grayFramesOf, readStoredTakes, samplesOf } from '../lib/storedTakes.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const PATIENT = { timeout: 60_000 };
/** Cleaning and exporting continue for as long as they move. */
const AS_LONG_AS_IT_MOVES = { timeout: 600_000 };
const NAME = DEMO_TAKE.name;
const PARTS = [`${NAME}, part 1`, `${NAME}, part 2`];
const FPS = 12;
/** A point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BROWSER_ARGS = ['--autoplay-policy=no-user-gesture-required'];

let page: Page;
let problems: string[] = [];

const button = (name: string): Locator => page.getByRole('button', { name });
const player = (): Locator => page.getByRole('region', { name: `Player of ${NAME}` });
const second = async () =>
  Number(await player().getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'));

/** Its sound is decoded first. */
const isPrepared = () =>
  whileMoving(page.getByRole('progressbar').first(), player().getByRole('slider', { name: 'Position' }));

/** From the empty list to the certificate, the player and the chapters. */
async function openDemo(): Promise<void> {
  await button('Open a demo recording').click();
  await button(`Certificate of ${NAME}: Complete`).waitFor(PATIENT);
  await isPrepared();
  await player().getByRole('button', { name: 'Pause' }).waitFor(PATIENT);
  await expect.poll(second, PATIENT).toBeGreaterThan(0);
  await player().getByRole('button', { name: 'Pause' }).click();
  for (const name of ['Maya', 'Ben', 'Callum'])
    await player()
      .getByRole('img', { name: `Waveform of ${name}` })
      .waitFor(PATIENT);
  for (const { label } of DEMO_TAKE.markers)
    await player()
      .getByRole('button', { name: new RegExp(`^${label} \\d`) })
      .waitFor();
  await page.getByRole('rowheader', { name: /Demo/ }).waitFor();
}

async function cleanVoices(): Promise<void> {
  await player().getByRole('button', { name: 'Clean voices…' }).click();
  const dialog = page.getByRole('dialog', { name: `Clean voices of ${NAME}` });
  await dialog.getByRole('switch', { name: 'Mute crosstalk' }).click();
  await dialog.getByRole('button', { name: 'Clean voices' }).click();
  const again = player().getByRole('button', { name: 'Clean again…' });
  await whileMoving(dialog.getByRole('progressbar'), again);
  // As it was cleaned.
  await again.click();
  await dialog.getByRole('switch', { name: 'Mute crosstalk', checked: true }).waitFor();
}

async function remove(name: string = NAME): Promise<void> {
  await button(`Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await button(`Actions for ${name}`).waitFor({ ...PATIENT, state: 'detached' });
}

type Stored = Awaited<ReturnType<typeof readStoredTakes>>[number];

const videoOf = (files: Stored['files']) => files['maya-camera.webm'] ?? Buffer.alloc(0);

/** Sample by sample, to 40 dB below full scale: a decoder that begins 80 ms before the part has nearly its state by then. */
function expectSameSound(whole: Stored, part: Stored, fromFrame: number): void {
  const [all, own] = [whole, part].map(({ files }) => samplesOf(files['maya-voice.webm'] ?? Buffer.alloc(0)));
  if (!all || !own) throw new Error('there is no sound');
  const most = Math.min(part.frames, own.length, all.length - fromFrame);
  expect(most).toBeGreaterThan(part.frames - 960);
  let worst = 0;
  for (let at = 0; at < most; at += 1)
    worst = Math.max(worst, Math.abs((own[at] ?? 0) - (all[fromFrame + at] ?? 0)));
  expect(worst).toBeLessThan(0.01);
}

/** Of two frames, a point on average; 255: none of them is there. */
function differenceOf(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  if (!one || !other) return 255;
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe('the demo recording on a host', AS_LONG_AS_IT_MOVES, () => {
  let browser: Browser;
  let live: LiveHost;
  beforeAll(async () => {
    browser = await launchHeadlessShell(BROWSER_ARGS);
    live = await startLiveHost({});
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('is opened from the empty list, played, and says what it is', async () => {
    await openDemo();
    const [take] = unwrap(await live.client.call('takes.list'));
    expect(take).toMatchObject({ isDemo: true, grade: 'green', startedAtMs: null });
    expect(take?.tracks).toEqual({ audio: 3, video: 3, screen: 0, mix: 0 });
    await expectGoodLooks(page, 'demo-take', { arrive: () => player().scrollIntoViewIfNeeded() });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is cleaned, exported and deleted', async () => {
    await cleanVoices();
    await expectGoodLooks(page, 'clean-voices');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await button(`Export ${NAME}`).click();
    const dialog = page.getByRole('dialog', { name: `Export ${NAME}` });
    await dialog.getByRole('radio', { name: 'Mix' }).click();
    await dialog.getByRole('switch', { name: 'Chapters from 3 markers' }).waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      dialog.getByRole('button', { name: /^Download .*\.mp3$/ }).click(PATIENT),
    ]);
    expect(statSync(await file.path()).size).toBeGreaterThan(100_000);
    await page.keyboard.press('Escape');
    await remove();
    await button('Open a demo recording').waitFor(PATIENT);
    expect(unwrap(await live.client.call('takes.list'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('is added only as it came with the product', async () => {
    const size = [...DEMO_TAKE.voices, ...DEMO_TAKE.cameras].reduce((sum, file) => sum + file.sizeBytes, 0);
    const answer = await live.client.upload('takes.addDemo', undefined, [new Uint8Array(size)]);
    expect(answer).toMatchObject({ success: false, error: { code: 'BAD_INPUT' } });
    expect(unwrap(await live.client.call('takes.list'))).toEqual([]);
  });
});

describe('the demo recording in a browser alone', AS_LONG_AS_IT_MOVES, () => {
  let studio: WebStudio;
  beforeAll(async () => {
    studio = await startWebStudio(BROWSER_ARGS);
    ({ page, problems } = await studio.open());
    await page.goto(`${studio.origin}${ROUTES.recordingStudio}?demo`);
  });
  afterAll(() => studio.close());

  it('is opened by an address, played and cleaned', async () => {
    await button(`Certificate of ${NAME}: Complete`).waitFor(PATIENT);
    expect(new URL(page.url()).searchParams.has('demo')).toBe(false);
    await isPrepared();
    await expect.poll(second, PATIENT).toBeGreaterThan(0);
    await player().getByRole('button', { name: 'Pause' }).click();
    await cleanVoices();
    await page.keyboard.press('Escape');
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('is split into two recordings: the sound as it was, each frame of the video in one of them', async () => {
    const position = player().getByRole('slider', { name: 'Position' });
    await position.press('Home');
    for (let presses = 0; presses < 2; presses += 1) await position.press('ArrowRight');
    const atSec = await second();
    expect(atSec).toBeGreaterThan(0);
    await player().getByRole('button', { name: 'Split here' }).click();
    for (const part of PARTS) await button(`Certificate of ${part}: Complete`).waitFor(AS_LONG_AS_IT_MOVES);
    const stored = await readStoredTakes(page, ['maya-voice.webm', 'maya-camera.webm']);
    const [whole, one, two] = [NAME, ...PARTS].map((name) => stored.find((take) => take.name === name));
    if (!whole || !one || !two) throw new Error('a recording is not there');
    expect(one.frames / DEMO_TAKE.sampleRate).toBeCloseTo(atSec, 0);
    // To the end of the last packet.
    expect(one.frames + two.frames).toBeGreaterThanOrEqual(DEMO_TAKE.frames);
    expect(one.frames + two.frames).toBeLessThan(DEMO_TAKE.frames + 960);
    expectSameSound(whole, one, 0);
    expectSameSound(whole, two, one.frames);
    const [frames, first, rest] = [whole, one, two].map(({ files }) => grayFramesOf(videoOf(files)));
    // The one in sight at the cut is in both.
    expect([0, 1]).toContain((first?.length ?? 0) + (rest?.length ?? 0) - (frames?.length ?? 0));
    const atCut = frames?.[Math.floor((one.frames / DEMO_TAKE.sampleRate) * FPS)];
    expect(differenceOf(rest?.[0], atCut)).toBeLessThan(3);
    expect(differenceOf(rest?.at(-1), frames?.at(-1))).toBeLessThan(3);
    for (const part of PARTS) await remove(part);
  });

  it('is exported as Opus with tags, cover and chapters; other formats say what they need', async () => {
    await button(`Export ${NAME}`).click();
    const dialog = page.getByRole('dialog', { name: `Export ${NAME}` });
    const refused = dialog.getByRole('list', { name: 'Not offered here' });
    await refused.waitFor();
    expect(await refused.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^MP3, M4A \(AAC\), FLAC: Only in the desktop app /),
    ]);
    expect(await dialog.getByRole('radio', { name: 'Video' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Mix' }).click();
    await dialog.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Opus' }).click();
    await dialog.getByRole('textbox', { name: 'Artist' }).fill('Maya & Ben');
    await dialog
      .getByLabel('Cover image')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PNG });
    await dialog.getByRole('img', { name: 'Cover of your podcast' }).waitFor();
    await dialog.getByRole('switch', { name: 'Chapters from 3 markers' }).waitFor();
    await photographPage(page, 'demo-take-export');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const last = dialog.getByRole('status', { name: 'Last export' });
    await whileMoving(dialog.getByRole('progressbar'), last);
    expect(await axeFindingsOf(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      last.getByRole('button', { name: /^Download .*\.opus$/ }).click(),
    ]);
    const { seconds, streams, tags, chapters } = probeSound(await file.path());
    expect(seconds).toBeCloseTo(DEMO_TAKE.frames / DEMO_TAKE.sampleRate, 1);
    expect(streams).toEqual(['opus', 'png']);
    expect(tags).toMatchObject({ title: NAME, artist: 'Maya & Ben' });
    expect(chapters.slice(-3)).toEqual(
      DEMO_TAKE.markers.map(({ label, atFrame }) => ({
        title: label,
        startSec: expect.closeTo(atFrame / DEMO_TAKE.sampleRate, 2) as number,
      })),
    );
    await page.keyboard.press('Escape');
    await remove();
    await button('Open a demo recording').waitFor(PATIENT);
  });

  it('leaves nothing where the page was closed while it was added', async () => {
    await page.evaluate(async () => {
      const takes = await (await navigator.storage.getDirectory()).getDirectoryHandle('takes');
      const left = await takes.getDirectoryHandle('left', { create: true });
      await left.getFileHandle('maya-voice.webm', { create: true });
    });
    await page.reload();
    await button('Open a demo recording').waitFor(PATIENT);
    const isLeft = () =>
      page.evaluate(async () => {
        const takes = await (await navigator.storage.getDirectory()).getDirectoryHandle('takes');
        return takes.getDirectoryHandle('left').then(
          () => true,
          () => false,
        );
      });
    expect(await isLeft()).toBe(false);
    expect(problems).toEqual([]);
  });
});
