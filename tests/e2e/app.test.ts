import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page, Response } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { serveFolder } from '../lib/staticServer.ts';
import {
  PULSE_INTO_MICROPHONE,
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RENDERER_DIR = path.join(ROOT, 'out/renderer');

let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launchHeadlessShell();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => context.close());

async function axeFindings(): Promise<string[]> {
  return axeFindingsOf(page);
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

const isOn = () => page.getByText('Noise cancellation is on').waitFor();
const isOff = () => page.getByText('Noise cancellation is off').waitFor();

describe('the app of a headless host, with virtual sound devices', () => {
  let server: SoundServer;
  let live: LiveHost;
  beforeAll(async () => {
    server = await startPulse();
    live = await startLiveHost(server.env);
  });
  afterAll(async () => {
    await live?.close();
    await server?.close();
  });

  async function startCleaning(): Promise<void> {
    await page.goto(live.host.address);
    await choose('Input device', PULSE_MICROPHONE);
    await choose('Output device', PULSE_SPEAKER);
    await page.getByRole('button', { name: 'Start noise cancellation' }).click();
    await isOn();
  }

  /** Eleven seconds of speech in steady noise, said into the virtual microphone. */
  function speak(): void {
    const speech = makeSpeech(48000);
    const file = path.join(live.dir, 'speech.wav');
    writeWav(file, { sampleRate: 48000, channels: [mixAtSnr(speech, makeNoise(speech.length, 5), 15)] });
    server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, file]);
  }

  it('starts, shows what it measures, and stops', async () => {
    await startCleaning();
    speak();
    const latency = page.getByRole('region', { name: 'Latency' });
    await latency
      .getByText(/\d+\.\d/)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Noise level' })
      .getByText(/[−-]\d+\.\d/)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Reduction' })
      .getByText(/\d+\.\d/)
      .first()
      .waitFor();
    const shownMs = Number(/\d+\.\d/.exec(await latency.innerText())?.[0]);
    const reportedMs = live.levels.slice(-90).map(({ latencyMs }) => latencyMs);
    expect(shownMs).toBeGreaterThanOrEqual(Math.min(...reportedMs) - 1);
    expect(shownMs).toBeLessThanOrEqual(Math.max(...reportedMs) + 1);
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Stop noise cancellation' }).click();
    await isOff();
    expect(live.states.at(-1)?.live).toBeNull();
    await page
      .getByText(/1\s*session/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });

  it('changes the preset while it runs', async () => {
    await startCleaning();
    await page.getByRole('button', { name: /Cafe - Noisy/ }).click();
    await expect
      .poll(() => live.states.at(-1)?.live?.chain.denoise)
      .toMatchObject({ sensitivity: 90, reduction: 95 });
    await page.keyboard.press('n');
    await isOff();
    expect(problems).toEqual([]);
  });

  it('says that the engine was killed, and runs again', async () => {
    await startCleaning();
    await waitMs(500);
    live.states.length = 0;
    process.kill(live.enginePid(), 'SIGKILL');
    await page
      .getByText(/^The audio engine stopped and is restarting$/)
      .first()
      .waitFor();
    await expect.poll(() => live.states.at(-1)?.process, { timeout: 10_000, interval: 20 }).toBe('running');
    await expect.poll(() => live.states.at(-1)?.live, { timeout: 10_000, interval: 20 }).not.toBeNull();
    await isOn();
    await page.getByRole('button', { name: 'Stop noise cancellation' }).click();
    await isOff();
  });

  it('follows a second tab', async () => {
    await startCleaning();
    const second = await context.newPage();
    await second.goto(live.host.address);
    await second.getByRole('button', { name: 'Stop noise cancellation' }).click();
    await isOff();
  });

  it('is closed to a page without the token', async () => {
    await page.goto(`http://127.0.0.1:${live.host.port}/sounddesk-dashboard`);
    await page.getByRole('heading', { name: 'Use the link from your terminal' }).waitFor();
    expect(await axeFindings()).toEqual([]);
  });

  it.each([360, 768, 1440])(
    'passes axe at %i pixels in both themes, without a horizontal scroll bar',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(live.host.address);
      await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
      for (const theme of ['light', 'dark'] as const) {
        await live.client.call('settings.update', { theme });
        await page.locator(`html.${theme}`).waitFor();
        expect(await axeFindingsOf(page, { hasColoursOnly: theme === 'dark' })).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      expect(problems).toEqual([]);
    },
  );

  it('reaches every screen and the toggle by keyboard from the command palette', async () => {
    await page.goto(live.host.address);
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('light');
    await page.keyboard.press('Enter');
    await page.locator('html.light').waitFor();
    await live.client.call('settings.update', { theme: 'dark' });
  });

  it('starts and stops a recording and plays it by its name, from the command palette', async () => {
    const devices = unwrap(await live.client.call('devices.listAudio'));
    const source = devices.find(({ name }) => name.includes(PULSE_MICROPHONE))?.id ?? '';
    unwrap(await live.client.call('capture.addChannel', { name: 'Host', source, deviceChannels: [0] }));
    const run = async (typed: string, found: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: found, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.goto(live.host.address);
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    await run('start rec', /^Start recording/);
    await page.getByRole('button', { name: 'Stop' }).waitFor({ timeout: 30_000 });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    await run('stop rec', /^Stop recording/);
    await expect
      .poll(async () => unwrap(await live.client.call('takes.list'))[0]?.status, { timeout: 30_000 })
      .toBe('finished');
    const [take] = unwrap(await live.client.call('takes.list'));
    await run(take?.name ?? '', /^Play /);
    await page
      .getByRole('button', { name: `Close the player of ${take?.name ?? ''}` })
      .waitFor({ timeout: 30_000 });
    expect(problems).toEqual([]);
  });
});

describe('the web build alone', () => {
  it('ends unknown paths at the landing page, which names the address and opens the app', async () => {
    const site = await serveFolder(RENDERER_DIR, { fallback: 'index.html' });
    await page.goto(`${site.origin}/no/such/page`);
    await page.waitForURL(`${site.origin}/landing`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const notice = page.getByText('There is no page at /no/such/page. This is the front page.');
    await notice.waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Open SoundDesk' }).first().click();
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
    await site.close();
  });

  it('keeps what was chosen, and loads under 250 kB of compressed script', async () => {
    const site = await serveFolder(RENDERER_DIR, { fallback: 'index.html' });
    const scripts: Promise<Buffer>[] = [];
    const collect = (response: Response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
    };
    page.on('response', collect);
    await page.goto(`${site.origin}/landing`, { waitUntil: 'networkidle' });
    // What the next page loads is not counted, and its bodies may be gone before they are read.
    page.off('response', collect);
    const { gzipSync } = await import('node:zlib');
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
    await page.goto(`${site.origin}/sounddesk-dashboard`);
    await page.getByRole('radio', { name: 'Light' }).click();
    await page.reload();
    await page.locator('html.light').waitFor();
    await site.close();
  });
});

describe('the command that npm start ends in', () => {
  it('prints an address that a browser can open', async () => {
    const { spawn } = await import('node:child_process');
    const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-e2e-'));
    await giveTrial(dir);
    const host = spawn(
      process.execPath,
      ['bin/sounddesk.js', 'host', '--port', '0', '--no-open', '--no-accounts'],
      {
        cwd: ROOT,
        env: { ...process.env, SOUNDDESK_DATA_DIR: dir },
      },
    );
    const address = await new Promise<string>((resolve, reject) => {
      let printed = '';
      host.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const match = /http:\/\/127\.0\.0\.1:\S+/.exec(printed);
        if (match) resolve(match[0]);
      });
      host.once('exit', () => reject(new Error(`the host ended: ${printed}`)));
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
    const exited = new Promise<number | null>((resolve) => host.once('exit', resolve));
    host.kill('SIGINT');
    expect([0, 130]).toContain(await exited);
    rmSync(dir, { recursive: true, force: true });
  });
});
