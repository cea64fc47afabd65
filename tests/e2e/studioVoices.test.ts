import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks, keepScreenshot } from '../lib/looks.ts';
import { isPlayedIntoAllInputs, playIntoAllInputs } from '../lib/pluginRig.ts';
import { decode, levelDb, makeNoise, scaled } from '../lib/recordings.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;

const strip = (): Locator => page.getByRole('listitem', { name: 'Channel system' });
const effects = (): Locator => page.getByRole('dialog', { name: 'Effects of system' });
const channel = async () => unwrap(await live.client.call('capture.listChannels'))[0];

/** The one take of the library, as it is written down. */
async function readTake() {
  const [take] = unwrap(await live.client.call('takes.list'));
  const id = take?.id ?? '';
  const { document } = unwrap(await live.client.call('takes.read', { id }));
  const folder = unwrap(await live.client.call('takes.locate', { id, what: 'take' }));
  return { id, name: take?.name ?? '', document, folder };
}

/** Behind the first two seconds, in which the model gets to know the noise. */
function levelOf(path: string): number {
  const [sound = new Float32Array()] = decode(path).channels;
  return levelDb(sound.subarray(2 * 48_000));
}

describe('voices of the studio', () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    server = await startJack();
    live = await startLiveHost(server.env);
    page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await strip().waitFor();
    await page.getByText(/^Load \d/).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    await server.close();
  });

  it('set the noise cancellation of a channel, and undo and redo it by keys', async () => {
    await strip().getByRole('button', { name: 'Effects of system: Denoise' }).click();
    const noise = effects().getByRole('region', { name: 'Noise cancellation' });
    await noise.getByRole('radio', { name: 'Strong' }).click();
    await expect.poll(async () => (await channel())?.denoise.engine).toBe('strong');
    await noise.getByRole('radio', { name: 'Studio' }).click();
    await expect.poll(async () => (await channel())?.denoise.engine).toBe('studio');
    await noise.getByText(/^DeepFilterNet3 is not installed yet\./).waitFor();
    await noise.getByRole('link', { name: 'Install it in Settings' }).waitFor();
    await noise.getByRole('radio', { name: 'Standard' }).click();
    await noise.getByRole('slider', { name: 'Noise reduction' }).press('End');
    await expect
      .poll(async () => (await channel())?.denoise)
      .toEqual({ engine: 'rnnoise', sensitivity: 70, reduction: 100 });
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await channel())?.denoise.reduction).toBe(70);
    await effects().getByRole('button', { name: 'Redo: Noise reduction' }).click();
    await expect.poll(async () => (await channel())?.denoise.reduction).toBe(100);
  });

  it('have gate, equalizer, compressor and de-esser with the controls of Audio Enhancement', async () => {
    const compressor = effects().getByRole('region', { name: 'Compressor' });
    await compressor.getByRole('switch', { name: 'Compressor is on' }).click();
    await compressor.getByRole('radio', { name: 'Broadcast' }).click();
    await compressor.getByRole('meter', { name: 'Compressor: Gain reduction' }).waitFor();
    const equalizer = effects().getByRole('region', { name: 'Equalizer' });
    await equalizer.getByRole('radio', { name: 'Voice Boost' }).click();
    await expect
      .poll(async () => {
        const { compressor: to, equalizer: eq } = (await channel()) ?? {};
        return [to?.isOn, eq?.isOn];
      })
      .toEqual([true, true]);
    // As before, so that the processed sound is the cleaned one alone.
    for (const name of ['Compressor', 'Equalizer'])
      await effects()
        .getByRole('switch', { name: `${name} is on` })
        .click();
    await expectGoodLooks(page, 'studio-strip');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('are recorded raw, with the processed sound beside it', async () => {
    await effects().getByRole('combobox', { name: 'Record to channel files' }).click();
    await page.getByRole('option', { name: 'Raw and processed' }).click();
    await expect
      .poll(async () => unwrap(await live.client.call('capture.readState')).setUp.recording.tap)
      .toBe('both');
    await page.keyboard.press('Escape');
    await effects().waitFor({ state: 'detached' });
    // Only now: a busy server throws players out.
    const player = await playIntoAllInputs(
      server,
      join(live.dir, 'noise.wav'),
      scaled(makeNoise(300 * 48_000), 0.2),
    );
    await expect.poll(() => isPlayedIntoAllInputs(server, player)).toBe(true);
    await page.getByRole('button', { name: 'Start Recording' }).click();
    const timer = page.getByRole('timer', { name: 'Recorded time' });
    await expect.poll(() => timer.textContent(), { timeout: 30_000 }).toMatch(/^00:00:0[5-9]$/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /^Certificate of / }).waitFor({ timeout: 30_000 });
    const { document, folder } = await readTake();
    expect(document?.tap).toBe('both');
    expect(document?.tracks.map(({ kind }) => kind)).toEqual(['channel', 'processed', 'mix']);
    const [raw, processed] = document?.tracks ?? [];
    expect(processed).toMatchObject({ of: raw?.id, framesWritten: raw?.framesWritten });
    const levelsDb = [raw, processed].map((track) => levelOf(join(folder, track?.file ?? '')));
    expect(levelsDb[0]).toBeGreaterThan(-40);
    // Live the model knows nothing of what comes next; white noise is its hardest.
    expect((levelsDb[0] ?? 0) - (levelsDb[1] ?? 0)).toBeGreaterThan(4);
  });

  it('are cleaned in a recording, and heard before and after while it plays', async () => {
    const { name } = await readTake();
    await page.getByRole('button', { name: `Play ${name}` }).click();
    const player = page.getByRole('region', { name: `Player of ${name}` });
    await player.getByRole('button', { name: 'Clean voices…' }).click();
    const dialog = page.getByRole('dialog', { name: `Clean voices of ${name}` });
    await dialog.getByRole('slider', { name: 'Sensitivity' }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await keepScreenshot(page, 'clean-voices');
    await dialog.getByRole('button', { name: 'Clean voices' }).click();
    await dialog.waitFor({ state: 'detached', timeout: 30_000 });
    await player.getByRole('button', { name: 'Clean again…' }).waitFor();
    const { document, folder } = await readTake();
    expect(document?.cleaning).toMatchObject({ engine: 'auto', sensitivity: 90, reduction: 95 });
    const [raw] = document?.tracks ?? [];
    const cleaned = document?.tracks.find(({ kind }) => kind === 'cleaned');
    expect(cleaned).toMatchObject({ of: raw?.id, framesWritten: raw?.framesWritten });
    const levelsDb = [raw, cleaned].map((track) => levelOf(join(folder, track?.file ?? '')));
    expect((levelsDb[0] ?? 0) - (levelsDb[1] ?? 0)).toBeGreaterThan(20);
    await player.getByRole('button', { name: 'Mute system' }).click();
    await player.getByRole('radio', { name: 'Before' }).click();
    expect(await player.getByRole('radio', { name: 'Before' }).getAttribute('aria-checked')).toBe('true');
    expect(await player.getByRole('button', { name: 'Mute system' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(await player.getByRole('alert').count()).toBe(0);
    await expectGoodLooks(page, 'voices-player');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('are exported clean, with the raw recording as it was', async () => {
    const { id, name } = await readTake();
    await page.getByRole('button', { name: `Export ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Export ${name}` });
    await dialog.getByRole('radio', { name: 'Tracks' }).click();
    await dialog.getByRole('radio', { name: 'Clean' }).click();
    expect(await axeFindingsOf(page)).toEqual([]);
    await keepScreenshot(page, 'export-clean');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page
      .getByRole('status', { name: 'Last export' })
      .getByRole('listitem')
      .waitFor({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    const exports = unwrap(await live.client.call('takes.locate', { id, what: 'exports' }));
    const { folder, document } = await readTake();
    const [raw] = document?.tracks ?? [];
    const rawDb = levelOf(join(folder, raw?.file ?? ''));
    expect(rawDb - levelOf(join(exports, 'clean-01-system.wav'))).toBeGreaterThan(20);
  });

  it('are forgotten where the clean ones are not wanted', async () => {
    const { name } = await readTake();
    const player = page.getByRole('region', { name: `Player of ${name}` });
    await player.getByRole('button', { name: 'Clean again…' }).click();
    await page.getByRole('button', { name: 'Remove clean voices' }).click();
    await player.getByRole('button', { name: 'Clean voices…' }).waitFor();
    const { document } = await readTake();
    expect(document?.tracks.map(({ kind }) => kind)).toEqual(['channel', 'processed', 'mix']);
  });
});
