import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { countDecoded } from '../lib/encodedFrames.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const PATIENT = { timeout: 60_000 };
const AS_LONG_AS_IT_MOVES = { timeout: 600_000 };

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const tab = (name: string): Promise<void> => page.getByRole('tab', { name }).click();
const timecode = (): Locator => page.getByRole('textbox', { name: 'Timecode' });
const timeline = (): Locator => page.getByRole('region', { name: 'Timeline' });
const panel = (): Locator => page.getByRole('tabpanel');
const slider = (name: string): Locator => panel().getByRole('slider', { name });

/** The hash of the frame that is in the preview, drawn in its full size at this place. */
async function hashAt(place: string): Promise<string> {
  await page.getByRole('img', { name: `Frame at ${place}` }).waitFor(PATIENT);
  const canvas = page
    .getByRole('region', { name: 'Preview' })
    .getByRole('img', { name: `Frame at ${place}` });
  await expect.poll(() => canvas.getAttribute('width'), PATIENT).toBe('1920');
  return (await canvas.getAttribute('data-hash')) ?? '';
}

async function goTo(place: string): Promise<void> {
  await timecode().fill(place);
  await timecode().press('Enter');
}

async function clipsOfList(): Promise<string[]> {
  const rows = timeline().getByRole('row');
  return (await rows.allInnerTexts()).slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim());
}

/** What document 2 says of a combobox: its choices in order. */
async function choicesOf(name: string): Promise<string[]> {
  await panel().getByRole('combobox', { name }).click();
  const choices = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return choices;
}

describe('the video editor', AS_LONG_AS_IT_MOVES, () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    live = await startLiveHost({});
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: 3,
      flashesSec: [1],
      videoTracks: [{ codec: 'avc1', width: 640, height: 360, fps: 30, seconds: 3 }],
    });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(live.host.address);
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
  });

  it('begins empty: five minutes at 30 frames, three tracks, and a clip of 30 s at the playhead', async () => {
    await page.getByRole('link', { name: 'Video Editor' }).click();
    await page.getByRole('textbox', { name: 'Project name' }).fill('Empty');
    await button('New project').click();
    await timeline().waitFor(PATIENT);
    expect(await page.getByText('/ 00:05:00:00').count()).toBe(1);
    for (const name of ['Video Track 1', 'Video Track 2', 'Audio Track 3'])
      expect(await button(`Rename ${name}`).count()).toBe(1);
    await button('Add track').click();
    await page.getByRole('menuitem', { name: 'Video track' }).click();
    await button('Rename Video Track 4').waitFor();
    expect(await panel().getByText('Select a clip to add effects.').count()).toBe(1);
    expect(await button('Add effect').isDisabled()).toBe(true);
    await goTo('00:00:10:00');
    await button('Add clip').click();
    await button('Clip list').click();
    expect(await clipsOfList()).toEqual(['Clip Video Track 1 00:00:10:00 00:00:30:00']);
    await button('Select Clip').click();
    await button('Clip list').click();
    await page.keyboard.press('Control+d');
    await button('Clip list').click();
    expect(await clipsOfList()).toEqual([
      'Clip Video Track 1 00:00:10:00 00:00:30:00',
      'Clip Video Track 1 00:00:41:00 00:00:30:00',
    ]);
    await button('Clip list').click();
    await button('All projects').click();
    await button('Open Empty').waitFor(PATIENT);
  });

  it('opens a recording from the studio, cuts it by keys, and takes it back', async () => {
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await button('Actions for Interview').click();
    await page.getByRole('menuitem', { name: 'Edit video' }).click();
    await timeline().waitFor(PATIENT);
    await button('Clip list').click();
    await expect.poll(clipsOfList, PATIENT).toHaveLength(2);
    await goTo('00:00:01:00');
    await page.keyboard.press('s');
    await expect.poll(clipsOfList).toHaveLength(4);
    await page.keyboard.press('Control+z');
    await expect.poll(clipsOfList).toHaveLength(2);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(clipsOfList).toHaveLength(4);
    expect((await clipsOfList()).map((row) => row.slice(-23))).toEqual([
      '00:00:00:00 00:00:01:00',
      '00:00:01:00 00:00:02:00',
      '00:00:00:00 00:00:01:00',
      '00:00:01:00 00:00:02:00',
    ]);
  });

  it('shows the frame that an export has, to the bit, with colours and an effect', async () => {
    await timeline().getByRole('button', { name: 'Select Screen 1' }).first().click();
    await button('Clip list').click();
    await goTo('00:00:00:10');
    const before = await hashAt('00:00:00:10');
    await tab('Color');
    for (const name of ['Exposure', 'Contrast', 'Highlights', 'Shadows', 'Whites', 'Blacks', 'Saturation'])
      expect(await slider(name).getAttribute('aria-valuenow'), name).toBe('0');
    for (const name of ['Vibrance', 'Temperature', 'Tint'])
      expect(await slider(name).getAttribute('aria-valuemin'), name).toBe('-100');
    await slider('Exposure').focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => hashAt('00:00:00:10'), PATIENT).not.toBe(before);
    await tab('Effects');
    await button('Add effect').click();
    await page.getByRole('menuitem', { name: 'Vignette' }).click();
    expect(await slider('Amount').getAttribute('aria-valuenow')).toBe('50');
    expect(await slider('Size').getAttribute('aria-valuenow')).toBe('80');
    await page.getByText(/^Saved$/).waitFor(PATIENT);
    const [project] = unwrap(await live.client.call('projects.list'));
    const folder = join(live.dir, 'data', 'projects', project?.id ?? '');
    const { stdout } = await createCommandLine(live.dir)([
      ...['render', folder, '--hashes', '--range', '10-11'],
      ...['--takes', join(live.dir, 'data', 'takes')],
    ]);
    await expect.poll(() => hashAt('00:00:00:10'), PATIENT).toBe(stdout.trim());
  });

  it('rolls a cut by mouse with the values in sight, and gives it up with Escape', async () => {
    const canvas = timeline().getByRole('img', { name: /^Timeline: / });
    const box = await canvas.boundingBox();
    if (!box) throw new Error('The timeline is not shown.');
    // All of 3 s and the room behind it: the cut at 1 s on the lower video track.
    const cutX = box.x + box.width / (3 * 1.15);
    const rowY = box.y + 28 + 64 + 40;
    await page.getByRole('radio', { name: 'Roll' }).click();
    const drag = async () => {
      await page.mouse.move(cutX - 2, rowY);
      await page.mouse.down();
      await page.mouse.move(cutX + box.width / 12, rowY, { steps: 3 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await button('Clip list').click();
    expect((await clipsOfList())[0]).toMatch(/00:00:00:00 00:00:01:00$/);
    await button('Clip list').click();
    await drag();
    await page.mouse.up();
    await button('Clip list').click();
    await expect.poll(async () => (await clipsOfList())[0]).not.toMatch(/00:00:01:00$/);
    // Both tracks of the take are cut at the same frame, and undo takes both back.
    const lengths = (await clipsOfList()).map((row) => row.slice(-11));
    expect(lengths.slice(0, 2)).toEqual(lengths.slice(2));
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await clipsOfList())[0]).toMatch(/00:00:01:00$/);
    await button('Clip list').click();
    await page.getByRole('radio', { name: 'Select' }).click();
  });

  it('sets keyframes, which have a lane, and a dissolve by its key', async () => {
    await tab('Effects');
    await goTo('00:00:00:05');
    await panel().getByRole('button', { name: 'Add a keyframe: Opacity' }).click();
    await timeline().getByRole('group', { name: 'Keyframes: Opacity' }).waitFor();
    await goTo('00:00:00:25');
    await slider('Opacity').focus();
    await page.keyboard.press('PageDown');
    await panel().getByRole('button', { name: 'Remove the keyframe: Opacity' }).waitFor();
    await goTo('00:00:00:15');
    // Half way from 100 to 90.
    await expect.poll(() => slider('Opacity').getAttribute('aria-valuenow')).toBe('95');
    await timeline().getByRole('button', { name: 'Remove all keyframes' }).click();
    expect(await timeline().getByRole('group', { name: 'Keyframes: Opacity' }).count()).toBe(0);
    // A tool that has the focus leaves the letters to the editor.
    await page.getByRole('radio', { name: 'Select' }).click();
    await page.keyboard.press('d');
    await button('Clip list').click();
    await expect.poll(async () => (await clipsOfList())[1]).toMatch(/00:00:00:01 00:00:02:29$/);
    await page.keyboard.press('Control+z');
    await button('Clip list').click();
  });

  it('takes other keys, says whose they are already, and has its own back', async () => {
    await button('Keyboard shortcuts').click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('button', { name: 'Change the keys: Split at the playhead' }).click();
    await page.keyboard.press('c');
    await dialog.getByText(/“Razor tool”/).waitFor();
    await page.keyboard.press('h');
    const reset = dialog.getByRole('button', { name: 'Default keys: Split at the playhead' });
    await reset.waitFor(PATIENT);
    await page.keyboard.press('Escape');
    await goTo('00:00:02:00');
    await timeline().getByRole('button', { name: 'Show all' }).focus();
    await page.keyboard.press('h');
    await button('Clip list').click();
    await expect.poll(clipsOfList).toHaveLength(6);
    await page.keyboard.press('Control+z');
    await expect.poll(clipsOfList).toHaveLength(4);
    await button('Clip list').click();
    await button('Keyboard shortcuts').click();
    await reset.click();
    await reset.waitFor({ state: 'detached', ...PATIENT });
    await page.keyboard.press('Escape');
  });

  it('scrolls the menu of a clip in a low window, down to its last entry', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    const canvas = timeline().getByRole('img', { name: /^Timeline: / });
    await canvas.click({ button: 'right', position: { x: 60, y: 28 + 64 + 20 } });
    const menu = page.getByRole('menu', { name: 'Clip menu' });
    await menu.waitFor();
    const last = menu.getByRole('menuitem').last();
    const isInside = async () => {
      const [outer, inner] = [await menu.boundingBox(), await last.boundingBox()];
      if (!outer || !inner) return false;
      const isShown = outer.y >= 0 && outer.y + outer.height <= 500;
      return isShown && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    };
    expect(await isInside()).toBe(false);
    await menu.hover();
    await page.mouse.wheel(0, 2000);
    await expect.poll(isInside).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('plays, and stops at the end', async () => {
    await goTo('00:00:02:15');
    await page.keyboard.press(' ');
    await button('Pause').waitFor(PATIENT);
    await button('Play').waitFor(PATIENT);
    await expect.poll(() => timecode().inputValue(), PATIENT).toBe('00:00:03:00');
    // Behind the end there is room.
    const place = () =>
      timeline()
        .locator('canvas + span')
        .evaluate((line) => {
          const whole = line.parentElement?.getBoundingClientRect();
          return whole ? (line.getBoundingClientRect().x - whole.x) / whole.width : 0;
        });
    await expect.poll(place, PATIENT).toBeCloseTo(1 / 1.15, 2);
  });

  it('exports what it shows, checked frame by frame', async () => {
    await button('Export').click();
    expect(await choicesOf('Resolution')).toEqual(['4K', '1080p', '720p']);
    expect(await choicesOf('Frame rate')).toEqual(['60 fps', '30 fps', '24 fps']);
    expect((await choicesOf('Format')).slice(0, 3)).toEqual(['MP4', 'MOV', 'WebM']);
    expect((await choicesOf('Quality')).slice(0, 3)).toEqual(['50 Mbps', '25 Mbps', '10 Mbps']);
    await panel().getByRole('combobox', { name: 'Resolution' }).click();
    await page.getByRole('option', { name: '720p' }).click();
    await panel().getByRole('button', { name: 'Export' }).click();
    const done = panel().getByRole('button', { name: /^Certificate of / });
    await whileMoving(panel().getByRole('progressbar'), done);
    await done.click();
    await panel().getByText('All 90 frames decoded').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      panel()
        .getByRole('button', { name: /^Download / })
        .click(),
    ]);
    expect(countDecoded(await file.path())).toBe(90);
  });

  it('looks good in both themes and at three widths, and is as it was when it is opened again', async () => {
    await tab('Effects');
    await expectGoodLooks(page, 'editor');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button('All projects').click();
    await button('Open Interview').click(PATIENT);
    await button('Clip list').click(PATIENT);
    expect(await clipsOfList()).toHaveLength(4);
    expect(problems).toEqual([]);
  });
});
