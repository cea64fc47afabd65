import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { playIntoAllInputs } from '../lib/pluginRig.ts';
import { probeSound } from '../lib/probeSound.ts';
import { makeNoise, makeSpeech, mixAtSnr } from '../lib/recordings.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const RATE_HZ = 48_000;
const WAIT = { timeout: 60_000 };
const MOST_CLICKS_TO_HEAR = 3;
const MOST_CLICKS_TO_PUBLISH = 15;
/** A point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let dir: string;
let server: SoundServer;
let host: Host;
let browser: Browser;
let page: Page;
/** Since the last path began. */
let clicks = 0;

const button = (name: string | RegExp) => page.getByRole('button', { name });
type Target = ReturnType<Page['getByRole']>;

async function click(target: Target): Promise<void> {
  await target.click(WAIT);
  clicks += 1;
}

describe('with a stopwatch, from the address of a new installation', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-stopwatch-'));
    server = await startJack();
    host = await startHost({ dataDir: path.join(dir, 'data'), port: 0, env: server.env });
    browser = await launchHeadlessShell();
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(host.address);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await server?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('a cleaned episode is heard', async () => {
    await click(button('Play a noisy episode'));
    await button('Pause').waitFor(WAIT);
    await click(page.getByRole('radio', { name: 'Clean' }));
    await page.getByRole('radio', { name: 'Clean', checked: true }).waitFor(WAIT);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS_TO_HEAR);
  });

  it('one’s own voice is recorded, cleaned, and exported as MP3 with cover and chapters', async () => {
    clicks = 0;
    await click(button('Make your first recording'));
    await click(button('Continue with Free'));
    const speech = makeSpeech(RATE_HZ);
    const noisy = mixAtSnr(speech, makeNoise(speech.length, 5), 20);
    await click(button('Add channel').first());
    await button(/^Mute /)
      .first()
      .waitFor(WAIT);
    await click(button('Start Recording'));
    await button('Stop').waitFor(WAIT);
    await playIntoAllInputs(server, path.join(dir, 'speech.wav'), noisy);
    const timer = page.getByRole('timer', { name: 'Recorded time' });
    const recordedSec = async () => Number((await timer.textContent())?.slice(-2));
    await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(3);
    await click(button(/^Marker/));
    await expect.poll(recordedSec, WAIT).toBeGreaterThanOrEqual(6);
    await click(button('Stop'));
    await click(button(/^Play /).first());
    const player = page.getByRole('region', { name: /^Player of / });
    await click(player.getByRole('button', { name: 'Clean voices…' }));
    const cleaning = page.getByRole('dialog', { name: /^Clean voices of / });
    await click(cleaning.getByRole('button', { name: 'Clean voices' }));
    await whileMoving(
      cleaning.getByRole('progressbar'),
      player.getByRole('button', { name: 'Clean again…' }),
    );
    await click(button(/^Export /).first());
    const dialog = page.getByRole('dialog', { name: /^Export / });
    await click(dialog.getByRole('combobox', { name: 'Format' }));
    await click(page.getByRole('option', { name: /^MP3/ }));
    await dialog
      .getByLabel('Cover image')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PNG });
    clicks += 1;
    await dialog.getByRole('img', { name: 'Cover of your podcast' }).waitFor(WAIT);
    await dialog.getByRole('switch', { name: /^Chapters? from / }).waitFor(WAIT);
    await click(dialog.getByRole('button', { name: 'Export' }));
    const download = dialog.getByRole('button', { name: /^Download .*\.mp3$/ });
    await download.waitFor(WAIT);
    const [file] = await Promise.all([page.waitForEvent('download', WAIT), click(download)]);
    const { streams, chapters } = probeSound(await file.path());
    expect(streams).toEqual(['mp3', 'png']);
    expect(chapters.length).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS_TO_PUBLISH);
  });
});
