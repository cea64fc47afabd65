import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { writeWav } from '../lib/recordings.ts';
import {
  PULSE_INTO_MICROPHONE,
  PULSE_MICROPHONE,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';

const RATE_HZ = 48_000;
const MOST_TABS = 60;
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-first-steps-'));
const CRASH = {
  part: 'engine',
  atMs: Date.UTC(2026, 10, 26),
  version: '0.1.0',
  system: 'Linux 6.1',
  reason: 'signal SIGSEGV',
  log: ['the engine process died'],
};

describe('the first steps', () => {
  let server: SoundServer;
  let live: LiveHost;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startPulse();
    live = await startLiveHost(server.env, undefined, {
      prepare(dataDir) {
        mkdirSync(path.join(dataDir, 'crashes'), { recursive: true });
        writeFileSync(path.join(dataDir, 'crashes/2026-11-26-one.json'), JSON.stringify(CRASH));
      },
    });
    browser = await launchHeadlessShell();
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(live.host.address);
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await server?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const button = (name: string) => page.getByRole('button', { name });
  /** Tab by tab until it has the focus. */
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    await target.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${String(target)} is not reached by Tab`);
  };
  const status = () => page.getByRole('status').filter({ hasText: /\./ });
  /** Checks, and again where the engine of a busy machine was too late and the check has ended. */
  const checkUntil = async (text: string) =>
    await expect
      .poll(
        async () => {
          const check = page.getByRole('button', { name: /^Check (microphone|again)$/ });
          if (await check.isEnabled({ timeout: 100 }).catch(() => false))
            await check.press('Enter', { timeout: 1000 }).catch(() => undefined);
          return await status().allInnerTexts();
        },
        { timeout: 60_000 },
      )
      .toContainEqual(expect.stringContaining(text));

  it('say why a microphone is silent, and hear it when somebody speaks', async () => {
    await page.getByRole('region', { name: 'New here?' }).getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up SoundDesk' }).waitFor();
    await page.getByRole('combobox', { name: 'Microphone' }).click();
    await page
      .getByRole('option', { name: new RegExp(`^${PULSE_MICROPHONE}`) })
      .first()
      .click();
    // By keyboard from here.
    // Nobody plays anything into it: pure silence, as of a muted one.
    await checkUntil('is silent.');
    const help = page.getByRole('region', { name: 'Why is there no voice?' });
    await help.getByText(/The microphone is muted/).waitFor();
    await help.getByText(/privacy switch/).waitFor();
    await expectGoodLooks(page, 'first-steps-silence');
    const tone = path.join(dir, 'tone.wav');
    const samples = Float32Array.from({ length: RATE_HZ * 20 }, (_, i) => 0.3 * Math.sin(i / 17));
    writeWav(tone, { sampleRate: RATE_HZ, channels: [samples] });
    const player = server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, tone]);
    await checkUntil('hears you.');
    await expect.poll(() => help.count()).toBe(0);
    player.kill();
  });

  it('show what this device may do, and take a key', async () => {
    const steps = page.getByRole('navigation', { name: 'Set up SoundDesk' });
    await steps.getByRole('button', { name: 'License' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Your license' }).waitFor();
    await page.getByRole('textbox', { name: 'License key' }).fill('SD-WRONG');
    await page.getByRole('button', { name: 'Activate' }).press('Enter');
    await page.getByRole('alert').first().waitFor();
    await steps.getByRole('button', { name: 'Microphone' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Is your microphone heard?' }).waitFor();
  });

  it('give other apps a microphone, and see who opens it', async () => {
    await button('Next').press('Enter');
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).first().innerText())
      .toMatch(/Zoom, Teams/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('set-up-step');
    await button('Make the microphone').click();
    await page.getByText(/^Now choose “.+” as the microphone/).waitFor();
    await status().filter({ hasText: 'no app has opened it yet.' }).waitFor();
  });

  it('make a first recording, and are found again in Help', async () => {
    await button('Next').click();
    await button('Record').click();
    await page.getByText(/^Recording: /).waitFor();
    await button('Stop').click();
    await page.getByText(/” is saved\.$/).waitFor();
    await page.getByRole('link', { name: 'Listen in the Recording Studio' }).waitFor();
    await button('Finish').click();
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    // The tour is offered still, and one answer ends both.
    const offer = page.getByRole('region', { name: 'New here?' });
    await offer.getByRole('button', { name: 'Take the tour' }).waitFor();
    expect(await offer.getByRole('button', { name: 'Set up' }).count()).toBe(0);
    await offer.getByRole('button', { name: 'Not now: both are in Help' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.goto(new URL('/sounddesk-help?tab=feedback', live.host.address).href);
    await button('Set up').waitFor();
  });

  it('are walked through by keyboard alone on a narrow screen, and are good to look at', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(new URL('/sounddesk-set-up?step=hear', live.host.address).href);
    await page.getByRole('heading', { level: 1, name: 'Set up SoundDesk' }).waitFor();
    const steps = page.getByRole('navigation', { name: 'Set up SoundDesk' });
    for (const [name, looks] of [
      ['License', 'first-steps-license'],
      ['Microphone', null],
      ['Other apps', 'first-steps-other-apps'],
      ['First recording', 'first-steps-recording'],
    ] as const) {
      await tabTo(button('Next'));
      await page.keyboard.press('Enter');
      await steps.locator('[aria-current=step]').filter({ hasText: name }).waitFor();
      // Who moves on is taken along.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('set-up-step');
      if (looks) await expectGoodLooks(page, looks);
      await page.setViewportSize({ width: 360, height: 800 });
    }
    await tabTo(button('Record'));
    await page.keyboard.press('Enter');
    await page.getByText(/^Recording: /).waitFor();
    await tabTo(button('Stop'));
    await page.keyboard.press('Enter');
    await page.getByText(/” is saved\.$/).waitFor();
    await tabTo(button('Finish'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(new URL('/sounddesk-help?tab=feedback', live.host.address).href);
  });

  it('show what crashed, all of what would be sent, and delete it', async () => {
    const card = page.getByRole('region', { name: 'Crash reports' });
    const row = card.getByRole('listitem').filter({ hasText: 'signal SIGSEGV' });
    await row.getByRole('button', { name: /^Show: Audio engine, / }).click();
    await card.getByText(/Reason: signal SIGSEGV/).waitFor();
    await expectGoodLooks(page, 'crash-reports');
    await row.getByRole('button', { name: /^Delete: Audio engine, / }).click();
    await expect.poll(() => row.count()).toBe(0);
  });
});
