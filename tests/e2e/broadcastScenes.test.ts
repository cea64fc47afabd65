import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCollection } from '../../src-shared/domain/broadcast/sceneCollection.ts';
import type { SceneItem } from '../../src-shared/domain/broadcast/scene.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { runProgram } from '../lib/programs.ts';

const LONG = { timeout: 60_000 };
/** A bar of these colors in the middle of a test is far from a camera's green. */
const WHITE = [255, 255, 255];

let dir: string;
let browser: Browser;
let context: BrowserContext;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name });
const scenes = () => page.getByRole('region', { name: 'Scenes' });
const menuItem = (name: string) => page.getByRole('menuitem', { name });
const box = (name: string) =>
  page.getByRole('group', { name: /in the preview$/ }).getByRole('button', { name });

async function openPage(): Promise<Page> {
  const opened = await context.newPage();
  opened.on('pageerror', (error) => problems.push(error.message));
  await opened.goto(live.host.address);
  await opened.getByRole('link', { name: 'Live Broadcast' }).click();
  await opened.getByRole('heading', { name: 'Scenes' }).waitFor();
  return opened;
}

/** What the host has kept: the last edit is saved a moment later. */
const savedScenes = () => {
  try {
    return (
      importCollection(readFileSync(join(live.dir, 'data', 'scenes.json'), 'utf8')).collection?.scenes ?? []
    );
  } catch {
    return [];
  }
};
const savedItem = (kind: SceneItem['kind']) =>
  savedScenes()
    .flatMap(({ scene }) => scene.items)
    .find((item) => item.kind === kind);

async function addItem(kind: string): Promise<void> {
  await button('Add item', scenes()).click();
  await menuItem(kind).click();
}

/** A pixel of a view, in parts of its size. */
const pixelAt = (view: string, x: number, y: number): Promise<number[]> =>
  page.getByRole('img', { name: view }).evaluate(
    (element, place) => {
      const { width, height } = element as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(element as HTMLCanvasElement, 0, 0);
      const pixel = copy?.getImageData(Math.round(place.x * width), Math.round(place.y * height), 1, 1);
      return [...(pixel?.data ?? [])].slice(0, 3);
    },
    { x, y },
  );
const PROGRAMME = 'Preview of what viewers see';
const PREVIEW = 'The next scene';

async function drag(from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2);
  await page.mouse.move(from.x + dx, from.y + dy);
  await page.mouse.up();
}

async function areaOf(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const area = await locator.boundingBox();
  if (!area) throw new Error('it is not seen');
  return area;
}

describe('scenes of one’s own', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-scenes-'));
    [browser, live] = await Promise.all([
      launchHeadlessShell([
        '--use-fake-device-for-media-stream=device-count=1,fps=30',
        '--use-fake-ui-for-media-stream',
      ]),
      startLiveHost({}),
    ]);
    context = await browser.newContext({
      viewport: { width: 1440, height: 1100 },
      reducedMotion: 'reduce',
    });
    page = await openPage();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('begin with the layout, and take what is shown', async () => {
    await button('Add camera').click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('region', { name: 'Sources' }).getByText('In the program').waitFor(LONG);
    await button('Add scene', scenes()).click();
    await menuItem('From what is shown').click();
    await page.getByRole('list', { name: 'Items of Scene 1' }).waitFor();
    await expect.poll(() => savedItem('source')).toMatchObject({ sourceId: 'broadcast-camera-1', width: 1 });
    // The layouts are of the layout alone.
    expect(await page.getByRole('radiogroup', { name: 'Layout' }).count()).toBe(0);
  });

  it('have items that are drawn, moved and sized by mouse, and snap', async () => {
    await addItem('Color');
    const color = box('Color');
    const { x, y, width, height } = await areaOf(color);
    const frame = await areaOf(page.getByRole('img', { name: PROGRAMME }));
    const middle = { x: x + width / 2, y: y + height / 2 };
    // Nearly to the left and upper edges.
    await drag(middle, -x + frame.x + 4, -y + frame.y + 3);
    await expect.poll(() => savedItem('color')).toMatchObject({ x: 0, y: 0 });
    await expect.poll(() => pixelAt(PROGRAMME, 0.02, 0.04), LONG).toEqual([0x1e, 0x3a, 0x5f]);
    const handle = page.locator('[data-handle=se]');
    const dot = await areaOf(handle);
    await drag(
      { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 },
      frame.width * 0.203,
      frame.height * 0.1,
    );
    // With its right edge in the middle.
    await expect.poll(() => savedItem('color')?.width).toBeCloseTo(0.5);
    await box('Color').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: /^Settings of/ }).count()).toBe(0);
  });

  it('are moved and sized by keys, named by the list, and taken back', async () => {
    const before = savedItem('color');
    await box('Color').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => savedItem('color')?.x).toBeCloseTo(0.005);
    await expect.poll(() => savedItem('color')?.y).toBeCloseTo(0.05);
    await expect.poll(() => savedItem('color')?.width).toBeCloseTo((before?.width ?? 0) - 0.005);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => savedItem('color')).toEqual(before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => savedItem('color')?.x).toBeCloseTo(0.005);
    await page.keyboard.press('Delete');
    await expect.poll(() => savedItem('color')).toBeUndefined();
    await button('Undo a change of the scenes').click();
    await expect.poll(() => savedItem('color')?.x).toBeCloseTo(0.005);
  });

  it('have texts, countdowns and crops by their settings, and refuse what is no image', async () => {
    await addItem('Title');
    const settings = page.getByRole('region', { name: /^Settings of/ });
    await settings.getByLabel('Text').fill('████');
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.5), LONG).toEqual(WHITE);
    await settings.getByLabel('Height (%)').fill('30');
    await expect.poll(() => savedItem('text')?.height).toBeCloseTo(0.3);
    await button(/^Hide █/).click();
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.5), LONG).not.toEqual(WHITE);
    await addItem('Countdown');
    await settings.getByLabel('Text at the end').fill('Go');
    await expect.poll(() => savedItem('countdown')).toMatchObject({ doneText: 'Go' });
    await page
      .getByRole('list', { name: 'Items of Scene 1' })
      .getByRole('button', { name: /fake_device/ })
      .first()
      .click();
    await settings.getByLabel('Crop left (%)').fill('25');
    await expect.poll(() => savedItem('source')).toMatchObject({ crop: { left: 0.25, right: 0 } });
    await page
      .getByLabel('Image for the scene')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await page
      .getByText(/^This file was not used:/)
      .last()
      .waitFor();
  });

  it('look well, with the lines of safe areas, in both themes and at three widths', async () => {
    await page.getByRole('switch', { name: 'Safe areas' }).click();
    await page.getByRole('switch', { name: 'Preview and program' }).click();
    await page.getByRole('img', { name: PREVIEW }).waitFor();
    await expectGoodLooks(page, 'broadcast-scenes', {
      arrive: () => page.getByRole('heading', { name: 'Scenes' }).waitFor(),
      height: 1100,
    });
    await page.setViewportSize({ width: 1440, height: 1100 });
  });

  it('are prepared beside the programme, and sent to it by button and by key', async () => {
    await page.keyboard.press('1');
    await button(/^1\s*Layout/, scenes())
      .and(page.locator('[aria-current=true]'))
      .waitFor();
    await page.keyboard.press('2');
    await button('Add scene', scenes()).click();
    await menuItem('Empty scene').click();
    await addItem('Title');
    const settings = page.getByRole('region', { name: /^Settings of/ });
    await settings.getByLabel('Text').fill('████');
    await expect.poll(() => pixelAt(PREVIEW, 0.5, 0.5), LONG).toEqual(WHITE);
    expect(await pixelAt(PROGRAMME, 0.5, 0.5)).not.toEqual(WHITE);
    await button('Cut').click();
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.5), LONG).toEqual(WHITE);
    // What is changed now is not seen before it is sent.
    await settings.getByLabel('Text').fill(' ');
    await expect.poll(() => pixelAt(PREVIEW, 0.5, 0.5), LONG).not.toEqual(WHITE);
    expect(await pixelAt(PROGRAMME, 0.5, 0.5)).toEqual(WHITE);
    await page.getByRole('heading', { name: 'Scenes' }).click();
    await page.keyboard.press('t');
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.5), LONG).not.toEqual(WHITE);
    await page.getByRole('switch', { name: 'Preview and program' }).click();
    await expect.poll(() => page.getByRole('img', { name: PREVIEW }).count()).toBe(0);
  });

  it('are renamed, put in order, duplicated and deleted', async () => {
    const names = () => savedScenes().map(({ name }) => name);
    await button('Actions for Scene 2').click();
    await menuItem('Rename').click();
    await page.getByLabel('Name of the scene').fill('Break');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['Scene 1', 'Break']);
    await button('Actions for Break').click();
    await menuItem('Move up').click();
    await expect.poll(names).toEqual(['Break', 'Scene 1']);
    await button('Actions for Break').click();
    await menuItem('Duplicate').click();
    await expect.poll(names).toEqual(['Break', 'Scene 1', 'Copy of Break']);
    await button('Actions for Copy of Break').click();
    await menuItem('Delete').click();
    await expect.poll(names).toEqual(['Break', 'Scene 1']);
  });

  it('are exported, imported and still there for the next page; other files are refused', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export scenes').click()]);
    const path = join(dir, 'scenes.json');
    await download.saveAs(path);
    await button('Actions for Break').click();
    await menuItem('Delete').click();
    await expect.poll(() => savedScenes().length).toBe(1);
    const file = page.getByLabel('File of scenes');
    await file.setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"a":1}'),
    });
    await page.getByText('It has no scenes of SoundDesk in it.').waitFor();
    await file.setInputFiles(path);
    await expect.poll(() => savedScenes().map(({ name }) => name)).toEqual(['Break', 'Scene 1']);
    await page.close();
    page = await openPage();
    await button(/Break$/, scenes())
      .first()
      .click();
    await page.getByRole('list', { name: 'Items of Break' }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('show a video file, on a loop or once, and refuse what is none', async () => {
    const path = join(dir, 'clip.webm');
    await runProgram('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'color=c=white:s=320x180:r=15:d=2', '-c:v', 'libvpx', path],
    ]);
    const file = page.getByLabel('Video file for the program');
    const broken = join(dir, 'broken.webm');
    writeFileSync(broken, 'no video');
    await file.setInputFiles(broken);
    await page.getByText(/cannot play broken.webm as a video/).waitFor();
    await file.setInputFiles(path);
    await button('Play clip.webm on a loop').waitFor(LONG);
    await addItem('clip.webm');
    const isWhite = (color: number[]) => color.every((part) => part > 230);
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.3), LONG).toSatisfy(isWhite);
    await button('Play clip.webm on a loop').click();
    await button('Play clip.webm from the start').click();
    // It is over after two seconds, and a camera would be lost after three more: its last frame stays.
    const sinceMs = await page.evaluate(() => performance.now());
    await expect.poll(() => page.evaluate(() => performance.now()), LONG).toBeGreaterThan(sinceMs + 6000);
    expect(await page.getByText(/^No video\./).count()).toBe(0);
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.3), LONG).toSatisfy(isWhite);
    await button('Remove clip.webm').click();
    await expect.poll(() => pixelAt(PROGRAMME, 0.5, 0.3), LONG).not.toSatisfy(isWhite);
    expect(problems).toEqual([]);
  });
});
