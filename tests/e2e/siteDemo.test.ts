import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pathIn, TRANSLATED_LANGUAGES } from '../../src-shared/domain/languages.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { watchOutput } from '../lib/heardSound.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { expectToFit } from '../lib/sitePages.ts';
import { startWebStudio, type WebStudio } from '../lib/webStudio.ts';

const RATE_HZ = 48_000;
const FAKE_DEVICE = '--use-fake-device-for-media-stream';
const WAIT = { timeout: 30_000 };

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-demo-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let studio: WebStudio;
let page: Page;
let problems: string[];
let asked: string[];

interface Visit {
  route?: string;
  isMicrophoneAllowed?: boolean;
}

/** A visitor of a page with the demonstration; what would be heard is taken down beside the output. */
async function visit({ route = ROUTES.simple, isMicrophoneAllowed = true }: Visit = {}): Promise<void> {
  const context = await studio.browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: isMicrophoneAllowed ? ['microphone'] : [],
  });
  page = await context.newPage();
  problems = [];
  asked = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await watchOutput(page);
  await page.goto(`${studio.origin}${route}`);
  await expect.poll(() => button('Use my microphone').isEnabled(), WAIT).toBe(true);
}

/** What was heard and shown over some seconds. */
interface Heard {
  /** In dBFS by 20 ms, quietest first. */
  levels: number[];
  /** Means of the levels that the two meters gave a screen reader meanwhile, in dBFS. */
  beforeDb: number;
  afterDb: number;
}

async function listen(sec: number): Promise<Heard> {
  const { powers, texts } = await page.evaluate(async (wantedSec) => {
    const { heard } = window as unknown as { heard: AnalyserNode };
    const { sampleRate } = heard.context;
    const samples = new Float32Array(heard.fftSize);
    const [step, block] = [Math.round(0.5 * sampleRate), Math.round(0.02 * sampleRate)];
    const found = { powers: [] as number[], texts: [] as string[][] };
    for (let atSec = 0; atSec < wantedSec; atSec += 0.5) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      heard.getFloatTimeDomainData(samples);
      // The newest half second, once.
      for (let at = samples.length - step; at + block <= samples.length; at += block)
        found.powers.push(samples.subarray(at, at + block).reduce((sum, one) => sum + one * one, 0) / block);
      const meters = [...document.querySelectorAll('[role=meter]')];
      found.texts.push(meters.map((meter) => meter.getAttribute('aria-valuetext') ?? ''));
    }
    return found;
  }, sec);
  const shown = (index: number) => levelOf(texts.map((both) => dbOf(both[index] ?? '')));
  const levels = powers.map((power) => 10 * Math.log10(Math.max(power, 1e-12))).sort((a, b) => a - b);
  return { levels, beforeDb: shown(0), afterDb: shown(1) };
}

const dbOf = (text: string) =>
  text.startsWith('−∞') ? -120 : Number(text.replace('−', '-').replace(' dBFS', ''));
const levelOf = (levels: number[]) =>
  10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);
const share = (levels: number[], part: number) => levels[Math.floor(part * levels.length)] ?? Number.NaN;

const button = (name: string) => page.getByRole('button', { name });
const hear = (name: string) => page.getByRole('radio', { name }).check({ force: true });
const reductionDb = async () => {
  const figure = page.locator('dl', { hasText: 'Noise in the pauses' }).last().locator('dd');
  return Number((await figure.innerText()).replace('−', '-').replace(/\s*dB$/, ''));
};
const isRunning = (source: 'microphone' | 'recording') =>
  page
    .getByText(source === 'microphone' ? /^Your microphone is on\./ : /^The recording plays through/)
    .waitFor(WAIT);

afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

describe('the live demonstration', () => {
  beforeAll(async () => {
    const speech = makeSpeech(RATE_HZ);
    const file = path.join(dir, 'speech.wav');
    const noisy = mixAtSnr(speech, makeNoise(speech.length, 5), 12);
    writeWav(file, { sampleRate: RATE_HZ, channels: [noisy] });
    studio = await startWebStudio([FAKE_DEVICE, `--use-file-for-fake-audio-capture=${file}`]);
  });
  afterAll(() => studio.close());

  it.each(['microphone', 'recording'] as const)(
    'takes the noise out from under the words, keeps the words, and shows what is heard: %s',
    async (source) => {
      await visit({ route: source === 'microphone' ? ROUTES.landing : ROUTES.simple });
      await button(source === 'microphone' ? 'Use my microphone' : 'Play a noisy recording').click();
      await isRunning(source);
      // A microphone beside a loudspeaker would howl.
      if (source === 'microphone') expect(share((await listen(0.5)).levels, 0.9)).toBeLessThan(-100);
      await hear('Before');
      await page.waitForTimeout(500);
      const before = await listen(11);
      await hear('After');
      await page.waitForTimeout(500);
      const after = await listen(11);
      // The quietest tenth is the noise between words, the loudest the voice.
      const noiseDropDb = share(before.levels, 0.1) - share(after.levels, 0.1);
      expect(noiseDropDb).toBeGreaterThan(18);
      expect(Math.abs(share(before.levels, 0.9) - share(after.levels, 0.9))).toBeLessThan(4);
      expect(Math.abs(before.beforeDb - levelOf(before.levels))).toBeLessThan(2);
      expect(Math.abs(after.afterDb - levelOf(after.levels))).toBeLessThan(2);
      expect(await reductionDb()).toBeLessThan(-15);
      const stop = source === 'microphone' ? 'Stop the microphone' : 'Stop the recording';
      await button(stop).click();
      const meter = page.getByRole('meter', { name: 'Level after' });
      await expect.poll(() => meter.getAttribute('aria-valuetext'), WAIT).toBe('Nothing is measured');
    },
  );

  it('loads its engine when it is started, and not before', async () => {
    await visit();
    const engine = () => asked.filter((file) => file.endsWith('.wasm'));
    await page.waitForLoadState('networkidle');
    expect(engine()).toEqual([]);
    await button('Play a noisy recording').press('Enter');
    await isRunning('recording');
    expect(engine()).toHaveLength(1);
  });

  it('goes by keyboard from one source to the other, keeps the focus, and lets the microphone go', async () => {
    await visit();
    await button('Use my microphone').focus();
    await page.keyboard.press('Enter');
    await isRunning('microphone');
    expect(await button('Stop the microphone').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await isRunning('recording');
    await button('Use my microphone').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'After' }).isChecked()).toBe(true);
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('runs in one tab at a time', async () => {
    await visit();
    await button('Use my microphone').click();
    await isRunning('microphone');
    const first = page;
    page = await first.context().newPage();
    await page.goto(`${studio.origin}${ROUTES.simple}`);
    await button('Use my microphone').click();
    await page.getByText(/^SoundDesk uses the microphone in another tab\./).waitFor(WAIT);
    // The recording needs no microphone.
    await button('Play a noisy recording').click();
    await isRunning('recording');
  });

  it('says what to do where the microphone is denied, and plays the recording all the same', async () => {
    await visit({ isMicrophoneAllowed: false });
    await button('Use my microphone').click();
    await page.getByText(/^Your browser does not let this page hear the microphone\./).waitFor(WAIT);
    await button('Play a noisy recording').click();
    await isRunning('recording');
  });

  it('stops when the page is left', async () => {
    await visit();
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        Object.assign(window, { track: stream.getAudioTracks()[0] });
        return stream;
      };
    });
    await button('Use my microphone').click();
    await isRunning('microphone');
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Simple per-user pricing' }).waitFor();
    const state = () =>
      page.evaluate(() => (window as unknown as { track: MediaStreamTrack }).track.readyState);
    await expect.poll(state, WAIT).toBe('ended');
  });

  it('fits three widths in both themes, while it runs', async () => {
    await visit();
    await button('Play a noisy recording').click();
    await isRunning('recording');
    await expectToFit(page);
  });

  it.each(TRANSLATED_LANGUAGES)('speaks %s', async (language) => {
    const names = {
      de: 'Verrauschte Aufnahme abspielen',
      es: 'Reproducir una grabación con ruido',
      fr: 'Lire un enregistrement bruité',
    };
    const hears = { de: 'Was Sie hören', es: 'Qué oyes', fr: 'Ce que vous entendez' };
    await visitIn(pathIn(language, ROUTES.simple));
    await page.getByRole('button', { name: names[language] }).click();
    await page
      .getByRole('group', { name: hears[language] })
      .getByRole('radio')
      .first()
      .check({ force: true });
  });
});

/** As `visit`, where the buttons have other names. */
async function visitIn(route: string): Promise<void> {
  const context = await studio.browser.newContext();
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${studio.origin}${route}`);
}
