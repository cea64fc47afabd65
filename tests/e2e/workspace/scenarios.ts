import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { FILE_QUEUE } from './fileQueue.ts';
import type { Scenario } from './scenario.ts';

/** The machine may be busy with other tests. */
const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const slider = (page: Page, name: string) => page.getByRole('slider', { name });
const valueOf = (page: Page, name: string) => slider(page, name).getAttribute('aria-valuenow');
const fileCard = (page: Page) => page.getByRole('region', { name: 'Clean files' });
const addFile = (page: Page, file: string) =>
  fileCard(page).locator('input[type=file][accept]').setInputFiles(file, { timeout: 20_000 });

async function switchOn(
  page: Page,
  role: 'switch' | 'button',
  name: string,
  state: 'aria-checked' | 'aria-pressed',
): Promise<void> {
  const found = page.getByRole(role, { name });
  if ((await found.getAttribute(state)) === 'false') await found.click();
  await until(() => found.getAttribute(state)).toBe('true');
}

/** The first figure that a part of the dashboard shows. */
async function figureIn(page: Page, region: string): Promise<number> {
  const text = await page.getByRole('region', { name: region }).innerText();
  return Number(/[−-]?\d+\.\d/.exec(text)?.[0].replace('−', '-') ?? NaN);
}

const DASHBOARD: Scenario[] = [
  {
    name: 'starts, counts the time and shows what is measured: noise, reduction, latency, the system',
    async run({ page }) {
      const start = page.getByRole('button', { name: 'Start noise cancellation' });
      const on = page.getByText('Noise cancellation is on');
      await start.or(on).first().waitFor();
      if (await start.isVisible()) await start.click();
      await on.waitFor();
      await until(() => figureIn(page, 'Noise level')).toBeLessThan(-20);
      await until(() => figureIn(page, 'Reduction')).toBeGreaterThan(8);
      // The model alone takes 10 ms, and no path is longer than half a second.
      await until(() => figureIn(page, 'Latency')).toBeGreaterThan(10);
      expect(await figureIn(page, 'Latency')).toBeLessThan(500);
      await page
        .getByRole('timer')
        .filter({ hasText: /^\d\d:(?!00)\d\d$/ })
        .waitFor();
      await page
        .getByText(/[\d.]+ % of a core/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chooses a preset while it runs, and keeps it',
    async run({ page }) {
      const preset = page.getByRole('button', { name: /^Office - Open Space/ }).first();
      await preset.click();
      await until(() => preset.getAttribute('aria-pressed')).toBe('true');
      await page.getByText('Noise cancellation is on').waitFor();
    },
  },
];

const ENHANCEMENT: Scenario[] = [
  {
    name: 'shows the chain that runs, with the preset’s values',
    async run({ page, go }) {
      await go('Audio Enhancement');
      await page.getByRole('button', { name: 'Stop processing' }).waitFor();
      await until(() => valueOf(page, 'Sensitivity')).toBe('80');
      expect(await valueOf(page, 'Noise reduction')).toBe('90');
      expect(await valueOf(page, 'Input gain')).toBe('75');
      const meter = page.getByRole('meter', { name: 'Input level' });
      await until(() => meter.getAttribute('aria-valuetext')).toMatch(/[−\d.]+ dBFS/);
    },
  },
  {
    name: 'changes the chain under the voice, and takes it back and does it again',
    async run({ page }) {
      await page.getByRole('list', { name: 'Noise presets' }).getByText('Office - Open Space').click();
      await until(() => valueOf(page, 'Noise reduction')).toBe('90');
      await slider(page, 'Noise reduction').press('Home');
      await until(() => valueOf(page, 'Noise reduction')).toBe('0');
      await page.keyboard.press('Control+z');
      await until(() => valueOf(page, 'Noise reduction')).toBe('90');
      await page.keyboard.press('Control+Shift+z');
      await until(() => valueOf(page, 'Noise reduction')).toBe('0');
      await page.keyboard.press('Control+z');
      await switchOn(page, 'switch', 'Equalizer is on', 'aria-checked');
      await page.getByRole('radio', { name: 'Voice Boost' }).click();
      await until(() => valueOf(page, 'Gain at 60 Hz')).toBe('-6');
      // Off at first where loudspeakers are near.
      await switchOn(page, 'switch', 'Monitor in headphones', 'aria-checked');
      for (const side of ['Raw', 'Clean']) {
        const choice = page.getByRole('radio', { name: side }).first();
        await choice.click();
        await until(() => choice.getAttribute('aria-checked')).toBe('true');
      }
    },
  },
  {
    name: 'makes a preset of it and deletes it after a question',
    async run({ page }) {
      const name = `My desk ${crypto.randomUUID().slice(0, 8)}`;
      const own = page.getByRole('list', { name: 'Noise presets' }).getByText(name);
      await press(page, 'Create preset');
      await page.getByLabel('Name').fill(`  ${name}  `);
      await page.keyboard.press('Enter');
      await own.waitFor();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Are you sure you want to delete this preset?').waitFor();
      await press(page, 'Delete');
      await own.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'cleans a file to a loudness, shows it before and after, and saves it',
    async run({ page, noisyPath, dir }) {
      const card = fileCard(page);
      await addFile(page, noisyPath);
      await card.getByRole('combobox', { name: 'Loudness target' }).click({ timeout: 20_000 });
      await page.getByRole('option', { name: /−16 LUFS/ }).click();
      await card.getByRole('button', { name: 'Clean' }).click();
      const after = card.locator('dl > div').filter({ hasText: 'Loudness after' });
      await until(() => after.innerText()).toMatch(/−1[56]\.\d LUFS/);
      const reduction = card.locator('dl > div').filter({ hasText: 'Noise reduction' });
      await until(() => reduction.innerText()).toMatch(/\d{2}(\.\d)? dB/);
      await card.getByRole('button', { name: 'Play' }).click();
      await until(() => card.innerText()).toMatch(/00:0[1-9] \//);
      await card.getByRole('button', { name: 'Pause' }).click();
      const saving = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Save' }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('noisy (clean).wav');
      const target = path.join(dir, 'saved.wav');
      await saved.saveAs(target);
      const [before, result] = [readFileSync(noisyPath), readFileSync(target)];
      expect(result.toString('latin1', 0, 4)).toBe('RIFF');
      expect(Math.abs(result.length - before.length)).toBeLessThan(1000);
      await card.getByRole('button', { name: 'Close noisy.wav' }).click();
    },
  },
  {
    name: 'says of a file what is wrong with it, by its name',
    async run({ page, dir, noisyPath }) {
      const whole = readFileSync(noisyPath);
      const wrong: [name: string, content: Buffer, message: RegExp][] = [
        ['empty.wav', Buffer.alloc(0), /^empty\.wav is empty\.$/],
        ['cut.wav', whole.subarray(0, whole.length / 2), /cut short.*cut\.wav|cut\.wav is cut short/],
        ['text.mp3', Buffer.from('No recording.\n'.repeat(99)), /text\.mp3 is not a recording that/],
      ];
      for (const [name, content, message] of wrong) {
        writeFileSync(path.join(dir, name), content);
        await addFile(page, path.join(dir, name));
        await until(() => fileCard(page).getByRole('alert').innerText()).toMatch(message);
      }
    },
  },
  ...FILE_QUEUE,
  {
    name: 'stops',
    async run({ page }) {
      const stop = page.getByRole('button', { name: 'Stop processing' });
      if (await stop.isVisible()) await stop.click();
      await page.getByRole('button', { name: 'Start processing' }).waitFor();
    },
  },
];

const ANALYTICS: Scenario[] = [
  {
    name: 'counts the session, draws it, and exports it',
    async run({ page, go }) {
      await go('Analytics');
      const cards = page.getByRole('region', { name: 'Last 30 days' });
      await until(() => cards.getByRole('region', { name: 'Sessions' }).innerText()).toMatch(/\b1\b/);
      await until(() => cards.getByRole('region', { name: 'Mean reduction' }).innerText()).toMatch(/\d+\.\d/);
      await page.getByRole('img', { name: /^Time by day, .* Highest: / }).waitFor();
      const saving = page.waitForEvent('download');
      await press(page, 'Export CSV');
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(/^sounddesk-analytics-.*\.csv$/);
      expect(readFileSync(await saved.path(), 'utf8').split('\r\n')).toHaveLength(1 + 30 + 1);
    },
  },
  {
    name: 'shows today’s session on the dashboard, after a reload too',
    async run({ page, go, problems }) {
      await go('Home');
      await page.reload();
      const today = page.getByRole('region', { name: 'Today' });
      await until(() => today.innerText()).toMatch(/\b1\b/);
      const preset = page.getByRole('button', { name: /^Office - Open Space/ }).first();
      await preset.waitFor();
      expect(problems).toEqual([]);
    },
  },
];

export const SCENARIOS: Readonly<Record<string, Scenario[]>> = {
  Dashboard: DASHBOARD,
  'Audio Enhancement': ENHANCEMENT,
  Analytics: ANALYTICS,
};
