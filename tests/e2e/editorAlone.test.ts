import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProject } from '../../src-shared/domain/edit/check.ts';
import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import type { RenderJob } from '../../src-shared/contract/renders.ts';
import { verifyRender } from '../../src-main/services/renders/index.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { decodeWhole } from '../lib/storedBrowser.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const PATIENT = { timeout: 60_000 };
const AS_LONG_AS_IT_MOVES = { timeout: 600_000 };
const NAME = DEMO_TAKE.name;
const TRACKS = DEMO_TAKE.voices.length + DEMO_TAKE.cameras.length;

let web: WebStudio;
let page: Page;
let problems: string[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const timeline = (): Locator => page.getByRole('region', { name: 'Timeline' });
const panel = (): Locator => page.getByRole('tabpanel');
const queue = (): Locator => page.getByRole('region', { name: 'Exports' });

async function goTo(place: string): Promise<void> {
  const timecode = page.getByRole('textbox', { name: 'Timecode' });
  await timecode.fill(place);
  await timecode.press('Enter');
}

/** How many clips the list beside the timeline has; it stays open. */
async function clips(): Promise<number> {
  const list = button('Clip list');
  if ((await list.getAttribute('aria-pressed')) !== 'true') await list.click();
  return (await timeline().getByRole('row').count()) - 1;
}

async function choose(name: string, value: string): Promise<void> {
  await panel().getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: value }).click();
}

/** What lies in the browser's storage: the files of that name, one in each folder of a folder. */
async function readStored(folder: string, name: string): Promise<unknown[]> {
  const texts = await page.evaluate(
    async ([root = '', file = '']) => {
      const found: string[] = [];
      const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(root);
      for await (const [, one] of all as unknown as AsyncIterable<[string, FileSystemDirectoryHandle]>)
        found.push(await (await (await one.getFileHandle(file)).getFile()).text());
      return found;
    },
    [folder, name],
  );
  return texts.map((text) => JSON.parse(text) as unknown);
}

/** With a project of its own, and the exports in sight. */
async function openOtherTab(): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${web.origin}/sounddesk-video-editor`);
  await other.getByRole('textbox', { name: 'Project name' }).fill('Other');
  await other.getByRole('button', { name: 'New project' }).click();
  await other.getByRole('tab', { name: 'Export' }).click(PATIENT);
  return other;
}

async function downloadWhenDone(name: RegExp): Promise<string> {
  await whileMoving(queue().getByRole('progressbar'), button(name));
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
  return await download.path();
}

const probe = (path: string, entries: string): string[] =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path], {
    encoding: 'utf8',
  })
    .trim()
    .split(/[\n,]/);

describe('the video editor of a browser alone', AS_LONG_AS_IT_MOVES, () => {
  beforeAll(async () => {
    web = await startWebStudio(['--autoplay-policy=no-user-gesture-required']);
    ({ page, problems } = await web.open({ isMicrophoneAllowed: false }));
  });
  afterAll(() => web.close());

  it('makes a project of a recording, cuts it, and has it after a reload', async () => {
    await page.goto(`${web.origin}/sounddesk-recording-studio`);
    await button('Open a demo recording').click();
    await button(`Certificate of ${NAME}: Complete`).waitFor(PATIENT);
    await button(`Actions for ${NAME}`).click();
    await page.getByRole('menuitem', { name: 'Edit video' }).click();
    await timeline().waitFor(PATIENT);
    await expect.poll(clips, PATIENT).toBe(TRACKS);
    await goTo('00:00:02:00');
    await page.getByRole('img', { name: 'Frame at 00:00:02:00' }).waitFor(PATIENT);
    await page.keyboard.press('s');
    await expect.poll(clips).toBe(2 * TRACKS);
    await page.keyboard.press('Control+z');
    await expect.poll(clips).toBe(TRACKS);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(clips).toBe(2 * TRACKS);
    await goTo('00:00:01:00');
    await page.keyboard.press('i');
    await goTo('00:00:03:00');
    await page.keyboard.press('o');
    await page.getByText('Saved').waitFor(PATIENT);
    await page.goto(`${web.origin}/sounddesk-video-editor`);
    await button(`Open ${NAME}`).click();
    await timeline().waitFor(PATIENT);
    await expect.poll(clips, PATIENT).toBe(2 * TRACKS);
  });

  it('says what it cannot do, and looks good', async () => {
    await page.getByRole('tab', { name: 'Export' }).click();
    await panel()
      .getByText('ProRes (MOV), GIF, MP3 (audio): A web page cannot write this format. The desktop app can.')
      .waitFor(PATIENT);
    await panel().getByText('Smart cut needs the desktop app.').waitFor();
    await panel().getByText('Keep this page open until the export is done.').waitFor();
    await expectGoodLooks(page, 'editor-alone');
  });

  it('exports an MP4 with chapters that the desktop verifies, and another tab follows it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo('00:00:02:00');
    await page.keyboard.press('m');
    const other = await openOtherTab();
    await choose('Format', 'MP4');
    await choose('Resolution', '720p');
    await panel().getByRole('switch', { name: 'From in to out point only' }).click();
    await panel().getByRole('switch', { name: 'Chapters from markers' }).click();
    const seen = other.getByRole('region', { name: 'Exports' }).getByText('Exporting').waitFor(PATIENT);
    await panel().getByRole('button', { name: 'Export' }).click();
    const [path] = await Promise.all([downloadWhenDone(/^Download .+\.mp4$/), seen]);
    await other.getByRole('button', { name: /^Download .+\.mp4$/ }).waitFor(PATIENT);
    await other.close();
    expect(decodeWhole(path).frames).toBe(60);
    expect(probe(path, 'chapter=start_time:chapter_tags=title')).toEqual([
      '0.000000',
      NAME,
      '1.000000',
      'Marker 1',
    ]);
    const [job] = (await readStored('exports', 'job.json')) as RenderJob[];
    writeFileSync(`${path}.certificate.json`, JSON.stringify(job?.certificate));
    await button('All projects').click();
    await button(`Open ${NAME}`).waitFor(PATIENT);
    const stored = (await readStored('projects', 'project.json')).map(readProject);
    const project = stored.find((one) => one.project?.name === NAME)?.project;
    if (!project) throw new Error('There is no project.');
    const verdict = await verifyRender(path, project, Date.now());
    expect(verdict.problems).toEqual([]);
    expect(verdict.certificate.framesDecoded).toBe(60);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
