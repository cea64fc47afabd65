import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { measureLoad } from '../lib/pageFigures.ts';
import { startWebStudio, type WebPage, type WebStudio } from '../lib/webStudio.ts';

const MAX_SCRIPT_BYTES = 250_000;
/** Each file is a request of its own: `scripts/lib/chunks.mjs`. */
const MAX_SCRIPTS = 25;

let studio: WebStudio;
let open: BrowserContext[] = [];
beforeAll(async () => {
  studio = await startWebStudio(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
});
afterAll(() => studio?.close());
afterEach(async () => {
  for (const context of open) await context.close();
  open = [];
});

async function openPage(options?: { savesData: boolean }): Promise<WebPage> {
  const opened = await studio.open(options);
  open.push(opened.context);
  return opened;
}
const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });
const start = (page: Page) => page.getByRole('button', { name: 'Start noise cancellation' }).click();
const isOn = (page: Page) => page.getByText('Noise cancellation is on').waitFor({ timeout: 60_000 });
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
const sensitivity = (page: Page) => page.getByRole('slider', { name: 'Sensitivity' });
const goToEnhancement = async (page: Page) => {
  await page.getByRole('link', { name: 'Audio Enhancement' }).click();
  await sensitivity(page).waitFor();
};

describe('what a browser keeps', () => {
  it('is put aside and reported where it is damaged, and the product works', async () => {
    const { page } = await openPage();
    // Nothing of the product runs there.
    await page.goto(`${studio.origin}/icon.svg`);
    const keys = ['sounddesk.settings', 'sounddesk.presets', 'sounddesk.journal'];
    await page.evaluate((names) => names.forEach((name) => localStorage.setItem(name, '{"damaged":')), keys);
    await page.goto(`${studio.origin}${ROUTES.dashboard}`);
    await Promise.all([
      says(page, /The settings kept in this browser could not be read, so the defaults are in use/),
      says(page, /The figures of earlier sessions could not be read/),
      says(page, /Your own presets could not be read/),
    ]);
    await start(page);
    await isOn(page);
    await goToEnhancement(page);
    const kept = await stored(page);
    for (const key of keys) expect(kept[`${key}.unreadable`]).toBe('{"damaged":');
  });

  it('continues while the page’s own thread is held up for seconds', async () => {
    const { page } = await openPage();
    await start(page);
    await isOn(page);
    await page.evaluate(() => {
      const untilMs = performance.now() + 5000;
      while (performance.now() < untilMs);
    });
    await page.waitForTimeout(500);
    await isOn(page);
  });

  it('is refused with a message where the browser has no more room; the session continues as it was', async () => {
    const { page } = await openPage();
    await start(page);
    await isOn(page);
    await goToEnhancement(page);
    const before = Number(await sensitivity(page).getAttribute('aria-valuenow'));
    await page.evaluate(fillStorage);
    await sensitivity(page).press('Home');
    await says(page, /This browser did not keep the settings/);
    await page.getByRole('button', { name: 'Stop processing' }).waitFor();
    await until(() => sensitivity(page).getAttribute('aria-valuenow')).toBe(String(before));
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('fill')) localStorage.removeItem(key);
    });
    await sensitivity(page).press('ArrowUp');
    await until(async () => (await stored(page))['sounddesk.settings'] ?? '').toContain(
      `"sensitivity":${before + 1}`,
    );
  });

  it('is the same in two tabs: one follows the other', async () => {
    const { page, context } = await openPage();
    await goToEnhancement(page);
    const second = await context.newPage();
    await second.goto(`${studio.origin}${ROUTES.audioEnhancement}`);
    await sensitivity(second).waitFor();
    await sensitivity(page).press('End');
    await until(() => sensitivity(second).getAttribute('aria-valuenow')).toBe('100');
    await sensitivity(second).press('Home');
    await until(() => sensitivity(page).getAttribute('aria-valuenow')).toBe('0');
  });
});

describe('without a network', () => {
  it('opens screens that were not opened yet, and cleans on', async () => {
    const { page, context, problems } = await openPage({ savesData: false });
    await start(page);
    await isOn(page);
    await page.waitForResponse(/AnalyticsScreen/, { timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await goToEnhancement(page);
    await page.getByRole('button', { name: 'Stop processing' }).waitFor();
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    // The browser asks for the page's icon again, and misses it.
    expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});

/** Names of outputs are reported once the microphone was allowed. */
async function startAtOtherOutput(page: Page): Promise<void> {
  await start(page);
  await isOn(page);
  await page.getByRole('button', { name: 'Stop noise cancellation' }).click();
  await page.getByRole('combobox', { name: 'Output device' }).click();
  await page.getByRole('option', { name: 'Fake Audio Output 2' }).click();
  await start(page);
  await isOn(page);
}

describe('the choice of an output', () => {
  it('plays there, and says so where it is gone', async () => {
    const { page } = await openPage();
    await page.evaluate(() => {
      const chosen: unknown[] = [];
      Object.assign(window, { chosen });
      const prototype = AudioContext.prototype as AudioContext & { setSinkId: (id: string) => Promise<void> };
      const { setSinkId } = prototype;
      prototype.setSinkId = function (id) {
        chosen.push(id);
        return setSinkId.call(this, id);
      };
    });
    await startAtOtherOutput(page);
    const ids = await page.evaluate(() => (window as unknown as { chosen: string[] }).chosen);
    expect(ids).toHaveLength(1);
    await page.getByRole('button', { name: 'Stop noise cancellation' }).click();
    await until(async () => (await stored(page))['sounddesk.settings'] ?? '').toContain(ids[0] ?? '-');
    await page.evaluate((id) => {
      const text = localStorage.getItem('sounddesk.settings') ?? '';
      localStorage.setItem('sounddesk.settings', text.replace(id, 'gone'.padEnd(id.length, '0')));
    }, ids[0] ?? '-');
    await page.reload();
    await start(page);
    await says(page, /The chosen output is not connected\. Connect it, or choose another one\./);
  });

  it('runs at the output’s own rate, where that is another one', async () => {
    const { page } = await openPage();
    await page.evaluate(() => {
      const contexts: AudioContext[] = [];
      Object.assign(window, { contexts });
      // The test's browser says one rate of all outputs.
      window.AudioContext = class extends AudioContext {
        constructor(options: AudioContextOptions & { sinkId?: string } = {}) {
          super({ ...options, sampleRate: options.sinkId === undefined ? 48_000 : 44_100 });
          contexts.push(this);
        }
      };
    });
    await startAtOtherOutput(page);
    const contexts = await page.evaluate(() =>
      (window as unknown as { contexts: AudioContext[] }).contexts.map(({ sampleRate, state }) => [
        sampleRate,
        state,
      ]),
    );
    expect(contexts).toEqual([
      [48_000, 'closed'],
      [48_000, 'closed'],
      [44_100, 'running'],
    ]);
  });
});

describe('what is loaded first', () => {
  it('is small, and stays where it was drawn', async () => {
    const landing = await measureLoad(studio, ROUTES.landing, (page) =>
      page.getByRole('heading', { level: 1 }).waitFor(),
    );
    expect(landing.scriptBytes).toBeLessThan(MAX_SCRIPT_BYTES);
    expect(landing.scripts).toBeLessThan(MAX_SCRIPTS);
    expect(landing.layoutShift).toBe(0);
    const dashboard = await measureLoad(studio, ROUTES.dashboard, (page) =>
      page.getByRole('button', { name: 'Start noise cancellation' }).waitFor(),
    );
    expect(dashboard.scripts).toBeLessThan(MAX_SCRIPTS);
    expect(dashboard.layoutShift).toBe(0);
  });
});

/** Runs in the page: leaves less room than any write needs, of the 5 million characters that browsers give. */
function fillStorage(): void {
  for (let key = 0, size = 1 << 21; size >= 1;) {
    try {
      localStorage.setItem(`fill${key}`, 'x'.repeat(size));
      key += 1;
    } catch {
      size >>= 1;
    }
  }
}
