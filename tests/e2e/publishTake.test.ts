import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { closeOptions, readOptions } from '../lib/options.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const PATIENT = { timeout: 20_000 };
const ID = '2026-11-21 Interview';
const SECONDS = 8;
let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const player = (): Locator => page.getByRole('region', { name: 'Player of Interview' });
const position = (): Locator => player().getByRole('slider', { name: 'Position' });
const dialog = (): Locator => page.getByRole('dialog', { name: 'Export Interview' });
const wave = (): Locator => player().getByRole('img', { name: 'Waveform of Voice' });
const second = async () => Number(await position().getAttribute('aria-valuenow'));

async function pressOnPosition(...keys: string[]): Promise<void> {
  await position().focus();
  for (const key of keys) await page.keyboard.press(key);
}

const markers = async () =>
  unwrap(await live.client.call('takes.read', { id: ID })).document?.markers.map(({ atFrame, label }) => [
    Math.round(atFrame / 48_000),
    label,
  ]);

/** Along the ruler, to a moment of the whole recording. */
async function dragMarker(name: string, toSec: number): Promise<void> {
  const [flag, { box }] = await Promise.all([
    player().getByRole('button', { name }).boundingBox(),
    waveBox(),
  ]);
  if (!flag) throw new Error(`${name} is not shown.`);
  await page.mouse.move(flag.x + flag.width / 2, flag.y + flag.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * toSec) / SECONDS, flag.y + flag.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function waveBox() {
  const box = await wave().boundingBox();
  if (!box) throw new Error('No waveform is shown.');
  return { box, middle: box.y + box.height / 2 };
}

describe('a recording that is published', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({});
    makeVideoTake(join(live.dir, 'data', 'takes', ID), {
      seconds: SECONDS,
      flashesSec: [1, 5],
      videoTracks: [],
    });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('plays at once, in view', async () => {
    await page.getByRole('button', { name: 'Play Interview' }).click();
    await player().getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(second, PATIENT).toBeGreaterThan(0);
    await expect
      .poll(() => position().evaluate((slider) => slider.getBoundingClientRect().bottom))
      .toBeLessThan(900);
    await player().getByRole('button', { name: 'Pause' }).click();
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('is selected by keys, and that part is played again and again', async () => {
    await pressOnPosition('Home', 'ArrowRight', 'i', 'ArrowRight', 'ArrowRight', 'o');
    await player().getByText('Selected: 00:00:01 to 00:00:03 (2.0 s)').waitFor();
    await pressOnPosition('l');
    expect(await player().getByRole('button', { name: 'Loop' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press(' ');
    const seen: number[] = [];
    const hasWrapped = async () => {
      seen.push(await second());
      return seen.some((sec, index) => sec < (seen[index - 1] ?? 0));
    };
    await expect.poll(hasWrapped, { timeout: 30_000 }).toBe(true);
    expect(Math.max(...seen)).toBeLessThanOrEqual(3);
    await page.keyboard.press(' ');
    await pressOnPosition('l', 'x');
    expect(
      await player()
        .getByText(/^Selected: /)
        .count(),
    ).toBe(0);
  });

  it('is selected by dragging, and a click goes to its place, closer where it is zoomed', async () => {
    let { box, middle } = await waveBox();
    await page.mouse.move(box.x + box.width / 4, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, middle, { steps: 4 });
    await page.mouse.up();
    await player()
      .getByText(/^Selected: 00:00:0[12] to 00:00:0[34] \((1\.9|2\.0) s\)$/)
      .waitFor();
    await player().getByRole('button', { name: 'Zoom to selection' }).click();
    // Pressing it may have scrolled the page.
    ({ box, middle } = await waveBox());
    await page.mouse.click(box.x + box.width / 2, middle);
    await expect.poll(second, PATIENT).toBe(3);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 2000);
    await page.keyboard.up('Control');
    await page.mouse.click(box.x + box.width * 0.875, middle);
    await expect.poll(second, PATIENT).toBe(7);
    await player().getByRole('button', { name: 'Clear selection' }).click();
  });

  it('is heard faster', async () => {
    await player().getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '2×' }).click();
    await pressOnPosition('Home', ' ');
    await expect.poll(second, PATIENT).toBeGreaterThan(2);
    await page.keyboard.press(' ');
    expect(await player().getByRole('alert').count()).toBe(0);
  });

  it('gets markers that are named, moved and deleted', async () => {
    await pressOnPosition('Home', 'ArrowRight', 'ArrowRight', 'm');
    await player().getByRole('button', { name: 'Actions for Marker 1' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name of the marker' }).fill('Guests');
    await page.keyboard.press('Enter');
    await pressOnPosition('ArrowRight', 'ArrowRight', 'm', 'ArrowRight');
    await expect.poll(markers, PATIENT).toEqual([
      [2, 'Guests'],
      [4, ''],
    ]);
    await player().getByRole('button', { name: 'Actions for Marker 2' }).click();
    await page.getByRole('menuitem', { name: 'Move to playhead' }).click();
    await expect.poll(markers, PATIENT).toEqual([
      [2, 'Guests'],
      [5, ''],
    ]);
    await dragMarker('Marker Marker 2 at 00:00:05', 6);
    await expect.poll(markers, PATIENT).toEqual([
      [2, 'Guests'],
      [6, ''],
    ]);
    await player().getByRole('button', { name: 'Marker Guests at 00:00:02' }).focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(markers, PATIENT).toEqual([
      [3, 'Guests'],
      [6, ''],
    ]);
    await page.keyboard.press('Enter');
    await expect.poll(second, PATIENT).toBe(3);
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Alt+ArrowLeft');
    await player().getByRole('button', { name: 'Actions for Marker 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(markers, PATIENT).toEqual([[2, 'Guests']]);
  });

  it('is looked at in both themes and three widths', async () => {
    await expectGoodLooks(page, 'take-player', { arrive: () => wave().scrollIntoViewIfNeeded() });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is exported as an MP3 with cover and chapters, and downloaded', async () => {
    await page.getByRole('button', { name: 'Export Interview' }).click();
    await dialog().getByRole('combobox', { name: 'Format' }).click();
    expect(await readOptions(page)).toEqual([
      ...['MP3', 'M4A (AAC)', 'Opus', 'WAV, 24 bit', 'WAV, 16 bit', 'WAV, 32 bit float'],
      ...['FLAC, 24 bit', 'FLAC, 16 bit'],
    ]);
    await closeOptions(page);
    await dialog().getByRole('textbox', { name: 'Title' }).fill('The harbour');
    await dialog().getByRole('spinbutton', { name: 'Episode' }).fill('12');
    await dialog().getByRole('textbox', { name: 'Artist' }).fill('Ana');
    await dialog().getByRole('textbox', { name: 'Podcast' }).fill('By the sea');
    await dialog().getByLabel('Cover image').setInputFiles(makeCover());
    await dialog().getByRole('img', { name: 'Cover of your podcast' }).waitFor();
    await dialog().getByRole('switch', { name: 'Chapter from 1 marker' }).waitFor();
    await expectGoodLooks(page, 'export-dialog');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog().getByRole('button', { name: 'Export' }).click();
    const { name, path } = await download('Download Interview.mp3');
    expect(name).toBe('Interview.mp3');
    const found = probe(path);
    expect(found.codecs).toEqual(['mp3', 'png']);
    expect(found.tags).toMatchObject({
      title: 'The harbour',
      artist: 'Ana',
      album: 'By the sea',
      track: '12',
    });
    expect(found.chapters).toEqual(['Interview', 'Guests']);
    expect(Math.abs(found.seconds - SECONDS)).toBeLessThan(0.1);
    await page.keyboard.press('Escape');
  });

  it('is exported in part, and remembers who speaks', async () => {
    await pressOnPosition('Home', 'ArrowRight', 'i', 'ArrowRight', 'ArrowRight', 'o');
    await player().getByRole('button', { name: 'Export selection…' }).click();
    await dialog().getByText('Selection: 00:00:01 to 00:00:03').waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Artist' }).inputValue()).toBe('Ana');
    // The last export stays on the screen until another one begins.
    await dialog().getByRole('status', { name: 'Last export' }).getByText('mix.mp3').waitFor();
    await dialog().getByRole('button', { name: 'Export' }).click();
    const { path } = await download('Download Interview 0.01-0.03.mp3');
    expect(Math.abs(probe(path).seconds - 2)).toBeLessThan(0.1);
    expect(await dialog().getByRole('status', { name: 'Last export' }).getByRole('listitem').count()).toBe(1);
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('becomes a recording of its own in part, and two at the playhead', async () => {
    await player().getByRole('button', { name: 'Save as new recording' }).click();
    await page.getByRole('rowheader', { name: /^Interview, trimmed/ }).waitFor(PATIENT);
    await pressOnPosition('End', 'ArrowLeft', 'ArrowLeft');
    await player().getByRole('button', { name: 'Split here' }).click();
    await page.getByRole('rowheader', { name: /^Interview, part 2/ }).waitFor(PATIENT);
    const lengths = unwrap(await live.client.call('takes.list')).map(({ name, durationSec }) => [
      name,
      durationSec,
    ]);
    expect(Object.fromEntries(lengths)).toEqual({
      Interview: 8,
      'Interview, trimmed': 2,
      'Interview, part 1': 6,
      'Interview, part 2': 2,
    });
    await page.getByRole('button', { name: 'Close the player of Interview' }).click();
  });

  it('is put in order with others: folder and tags for several, found by them, deleted together', async () => {
    await page.getByRole('checkbox', { name: 'Select Interview, part 1' }).click();
    await page.getByRole('checkbox', { name: 'Select Interview, part 2' }).click();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Folder and tags…' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).fill('Harbour');
    await page.getByRole('textbox', { name: 'Tags' }).fill('guest, edited');
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'guest' }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
    await expectGoodLooks(page, 'recordings-list');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole('group', { name: 'Selected recordings' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('2 recordings were deleted').waitFor();
    await expect
      .poll(
        async () =>
          unwrap(await live.client.call('takes.list'))
            .map(({ name }) => name)
            .sort(),
        PATIENT,
      )
      .toEqual(['Interview', 'Interview, trimmed']);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

async function download(button: string): Promise<{ name: string; path: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog().getByRole('button', { name: button }).click({ timeout: 60_000 }),
  ]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

function makeCover(): string {
  const path = join(temporaryDir(), 'cover.png');
  const image = ['-f', 'lavfi', '-i', 'color=teal:size=300x300', '-frames:v', '1', '-c:v', 'png'];
  writeFileSync(
    path,
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...image, '-f', 'image2pipe', 'pipe:1']),
  );
  return path;
}

function probe(path: string) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-show_chapters', path];
  const { streams, format, chapters } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: { codec_name: string }[];
    format: { duration: string; tags: Record<string, string> };
    chapters: { tags: { title: string } }[];
  };
  return {
    codecs: streams.map(({ codec_name }) => codec_name),
    seconds: Number(format.duration),
    tags: format.tags,
    chapters: chapters.map(({ tags }) => tags.title),
  };
}
