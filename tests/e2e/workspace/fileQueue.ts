import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Download, Page } from 'playwright';
import { expect } from 'vitest';
import { makeNoise, writeWav } from '../../lib/recordings.ts';
import { expectGoodLooks } from '../../lib/looks.ts';
import type { Scenario } from './scenario.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Clean files' });
const row = (page: Page, name: string) =>
  card(page).getByRole('list', { name: 'Files to clean' }).getByRole('listitem').filter({ hasText: name });
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click();
const saysOfAll = (page: Page, text: RegExp) => card(page).getByText(text).waitFor({ timeout: 60_000 });

/** A season of two recordings, with one that is none and a text beside it. */
function makeSeason(dir: string, noisyPath: string): string {
  const season = path.join(dir, 'Season 1');
  mkdirSync(season, { recursive: true });
  for (const name of ['one.wav', 'two.wav']) copyFileSync(noisyPath, path.join(season, name));
  writeFileSync(path.join(season, 'broken.wav'), 'No recording.\n'.repeat(99));
  writeFileSync(path.join(season, 'notes.txt'), 'Ask about the harbour.\n');
  return season;
}

/** Drops files and folders of this machine as a hand does. */
async function drop(page: Page, files: string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
  await devTools.detach();
}

/** What an archive names in its directory. */
function namesInArchive(file: string): string[] {
  const bytes = readFileSync(file);
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0;) {
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + 46, at + 46 + length));
    at = bytes.indexOf('PK\x01\x02', at + 46 + length, 'latin1');
  }
  return names;
}

export const FILE_QUEUE: readonly Scenario[] = [
  {
    name: 'cleans many files: paused, resumed, one cancelled, the one that fails named with the reason',
    async run({ page, dir, noisyPath }) {
      const long = path.join(dir, 'long.wav');
      writeWav(long, {
        sampleRate: 48_000,
        channels: [makeNoise(48_000 * 300).map((sample) => sample / 10)],
      });
      await drop(page, [long, makeSeason(dir, noisyPath)]);
      await card(page)
        .getByText(/^1 file was left out: Season 1\/notes\.txt\./)
        .waitFor();
      await press(page, 'Clean 4 files');
      await row(page, 'long.wav')
        .getByText(/^Cleaning · \d+ % /)
        .waitFor({ timeout: 60_000 });
      await press(page, 'Pause');
      await card(page)
        .getByText(/^Paused\./)
        .waitFor();
      await row(page, 'long.wav')
        .getByText(/^Waiting/)
        .waitFor();
      expect(await row(page, 'one.wav').innerText()).toContain('Waiting');
      await press(page, 'Cancel long.wav');
      await row(page, 'long.wav')
        .getByText(/^Cancelled/)
        .waitFor();
      await press(page, 'Resume');
      await saysOfAll(page, /^2 of 4 cleaned · 1 failed · 1 cancelled · 100 %$/);
      expect(await row(page, 'broken.wav').innerText()).toMatch(/broken\.wav .*(recording|sound|cut)/i);
      await row(page, 'one.wav')
        .getByText(/^Cleaned · /)
        .waitFor();
    },
  },
  {
    name: 'downloads all as one archive with their folders, and one by one',
    async run({ page }) {
      const archive = page.waitForEvent('download');
      await press(page, 'Download all');
      await page.getByRole('menuitem', { name: 'As one ZIP file' }).click();
      const saved = await archive;
      expect(saved.suggestedFilename()).toBe('Cleaned recordings.zip');
      expect(namesInArchive(await saved.path())).toEqual([
        'Season 1/one (clean).wav',
        'Season 1/two (clean).wav',
      ]);
      const names: string[] = [];
      const note = (download: Download) => void names.push(download.suggestedFilename());
      page.on('download', note);
      await press(page, 'Download all');
      await page.getByRole('menuitem', { name: 'One by one' }).click();
      await expect.poll(() => names, { timeout: 20_000 }).toEqual(['one (clean).wav', 'two (clean).wav']);
      page.off('download', note);
    },
  },
  {
    name: 'plays a cleaned file of the list, tries one again, takes one out, and clears the list',
    async run({ page }) {
      await press(page, 'Listen to one.wav');
      await row(page, 'one.wav').getByRole('button', { name: 'Play' }).click();
      await expect.poll(() => row(page, 'one.wav').innerText(), { timeout: 20_000 }).toMatch(/00:0[1-9] \//);
      await row(page, 'one.wav').getByRole('button', { name: 'Pause' }).click();
      await expectGoodLooks(page, 'file-queue', { arrive: () => card(page).scrollIntoViewIfNeeded() });
      await press(page, 'Close the player of one.wav');
      await press(page, 'Try broken.wav again');
      await saysOfAll(page, /^2 of 4 cleaned · 1 failed /);
      await press(page, 'Remove broken.wav');
      await saysOfAll(page, /^2 of 3 cleaned · 1 cancelled /);
      await press(page, 'Clear list');
      await card(page).getByText('Drop recordings or folders anywhere on this page').waitFor();
    },
  },
];
