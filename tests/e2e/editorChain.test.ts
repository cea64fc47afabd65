import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOUDNESS_FILTER, loudnessIn, runFfmpeg } from '../../src-main/services/ffmpeg/index.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { folderOfTestPlugins, scanPlugins } from '../lib/pluginRig.ts';
import { createRandom } from '../lib/random.ts';
import { writeWav } from '../lib/recordings.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';
import { whileMoving } from '../lib/whileMoving.ts';

const PATIENT = { timeout: 60_000 };
const RATE = 48_000;
const SECONDS = 6;
/** The plug-in's gain goes from −60 to 12 dB. */
const MINUS_12_DB = (60 - 12) / 72;

declare global {
  /** The left channel of each block that the page plays, in their order. */
  var heardBlocks: Float32Array[];
}

let browser: Browser;
let live: LiveHost;
let page: Page;
const problems: string[] = [];
const pluginFolder = mkdtempSync(join(tmpdir(), 'sounddesk-test-'));

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const panel = (): Locator => page.getByRole('tabpanel');

/** A voice, as far as a tone that swells is one, in a room with noise. */
function writeVoice(path: string): void {
  const random = createRandom(7);
  const voice = Float32Array.from({ length: SECONDS * RATE }, (_, at) => {
    const tone = Math.sin(at / 35) + 0.5 * Math.sin(at / 17) + 0.3 * Math.sin(at / 9);
    return 0.15 * tone * Math.sin(at / 16_000) ** 2 + 0.01 * (random() * 2 - 1);
  });
  writeWav(path, { sampleRate: RATE, channels: [voice] });
}

async function loudnessOf(path: string): Promise<number> {
  const { words } = await runFfmpeg(['-i', path, '-af', LOUDNESS_FILTER, '-f', 'null', '-']);
  return loudnessIn(words).integratedLufs ?? NaN;
}

/** Runs in the page before its own code: what is scheduled is kept, whether the machine keeps up with it or not. */
function keepWhatIsPlayed(): void {
  globalThis.heardBlocks = [];
  const { prototype } = AudioBufferSourceNode;
  const start = Object.getOwnPropertyDescriptor(prototype, 'start')?.value as (...all: unknown[]) => void;
  prototype.start = function (...all: [number?, number?]) {
    if (this.buffer) globalThis.heardBlocks.push(this.buffer.getChannelData(0).slice());
    start.apply(this, all);
  };
}

async function playToTheEnd(): Promise<Float32Array> {
  await button('Go to start').click();
  await page.evaluate(() => (globalThis.heardBlocks.length = 0));
  await button('Play').click();
  await button('Pause').waitFor(PATIENT);
  await button('Play').waitFor(PATIENT);
  return Float32Array.from(await page.evaluate(() => globalThis.heardBlocks.flatMap((one) => [...one])));
}

function readLeft(path: string): Float32Array {
  const left = ['-af', 'pan=mono|c0=c0', '-f', 'f32le', '-'];
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...left], { maxBuffer: 1 << 28 });
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
}

const levelDb = (sound: Float32Array) =>
  10 * Math.log10(sound.reduce((sum, value) => sum + value * value, 0) / sound.length + 1e-12);

async function openChain(): Promise<void> {
  await page.getByRole('tab', { name: 'Audio' }).click();
  const chain = panel()
    .getByRole('button', { name: /^Sound effects of / })
    .last();
  await chain.click();
}

async function exportWav(): Promise<{ path: string; integratedLufs: number | null }> {
  await button('Export').click();
  await panel().getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^WAV/ }).click();
  await panel().getByRole('button', { name: 'Export' }).click();
  const done = panel().getByRole('button', { name: /^Download .+\.wav$/ });
  await whileMoving(panel().getByRole('progressbar'), done);
  const [file] = await Promise.all([page.waitForEvent('download', PATIENT), done.click()]);
  const [job] = unwrap(await live.client.call('renders.list'));
  return { path: await file.path(), integratedLufs: job?.certificate?.integratedLufs ?? null };
}

describe('a track’s chain in the video editor', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    browser = await launchHeadlessShell(['--autoplay-policy=no-user-gesture-required']);
    live = await startLiveHost({ VST3_PATH: folderOfTestPlugins(pluginFolder, ['SD Test']) });
    const folder = join(live.dir, 'data', 'takes', '2026-11-21 Interview');
    makeVideoTake(folder, { seconds: SECONDS, flashesSec: [], videoTracks: [] });
    writeVoice(join(folder, '01-Voice.wav'));
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(keepWhatIsPlayed);
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Video Editor' }).click();
    await page.getByRole('textbox', { name: 'Project name' }).fill('Chain');
    await button('New project').click();
    await button('Add recording').click(PATIENT);
    await page.getByRole('menuitem', { name: 'Interview' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await live.close();
    rmSync(pluginFolder, { recursive: true, force: true });
  });

  it('is in the export, as loud as one click makes it and its certificate says', async () => {
    await page.getByRole('tab', { name: 'Audio' }).click();
    const volume = panel().getByRole('slider', { name: 'Volume' }).last();
    // Document 2, section 5; the studio's fader.
    for (const [name, value] of Object.entries({ valuemin: '0', valuemax: '100', valuenow: '100' }))
      expect(await volume.getAttribute(`aria-${name}`), name).toBe(value);
    expect(await volume.getAttribute('aria-valuetext')).toBe('100 (0.0 dB)');
    await openChain();
    await panel().getByRole('switch', { name: 'Noise cancellation' }).click();
    await panel().getByRole('switch', { name: 'Compressor' }).click();
    await button('Set to −16 LUFS').click();
    await panel()
      .getByText(/^Measured: −/)
      .waitFor(PATIENT);
    await page.getByText(/^Saved$/).waitFor(PATIENT);
    const { path, integratedLufs } = await exportWav();
    expect(integratedLufs).toBeCloseTo(-16, 0);
    expect(await loudnessOf(path)).toBeCloseTo(integratedLufs ?? NaN, 0);
    expect(problems).toEqual([]);
  });

  it('has a plug-in in the export and then in the preview, with what it is set to on a channel of the studio', async () => {
    const call = live.client.call.bind(live.client);
    for (const { id } of unwrap(await call('renders.list'))) unwrap(await call('renders.forget', { id }));
    const pluginId = (await scanPlugins(live.client)).get('SD Test Gain') ?? '';
    unwrap(await call('capture.addChannel', { id: 'guest', name: 'Guest' }));
    const loaded = unwrap(await call('plugins.load', { channelId: 'guest', pluginId }));
    const target = { channelId: 'guest', pluginId: loaded.id };
    unwrap(await call('plugins.setParameter', { ...target, parameter: 'Gain', value: MINUS_12_DB }));
    await openChain();
    await panel().getByRole('button', { name: 'Add plug-in' }).click();
    await page.getByRole('menuitem', { name: 'SD Test Gain from Guest' }).click(PATIENT);
    await panel().getByRole('switch', { name: 'SD Test Gain on' }).waitFor(PATIENT);
    await page.getByText(/^Saved$/).waitFor(PATIENT);
    await panel()
      .getByText('The preview plays this track with its plug-ins, as an export does.')
      .waitFor(PATIENT);
    const { path, integratedLufs } = await exportWav();
    expect(await loudnessOf(path)).toBeCloseTo(-28, 0);
    // It was brought to −16 without the plug-in.
    expect(integratedLufs).toBeCloseTo(-28, 0);
    expect(levelDb(await playToTheEnd())).toBeCloseTo(levelDb(readLeft(path)), 0);
    expect(problems).toEqual([]);
  });
});
