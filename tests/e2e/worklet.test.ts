import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Addon } from '../../src-main/services/engine/process/addon.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { createRandom } from '../lib/random.ts';
import { serveFolder, type StaticServer } from '../lib/staticServer.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'node_modules/@sapphi-red/web-noise-suppressor/dist');
const FRAME = 480;
const SECONDS = 5;
/** The worklet's own factor between ±1 and the model's range. */
const SCALE = 32767;
const SAMPLE_RATE = 48000;

let server: StaticServer;
beforeAll(async () => {
  server = await serveFolder(DIST);
});
afterAll(() => server.close());

it('cleans to the same samples in the browser’s worklet and in the addon', async () => {
  const input = voiceInNoise();
  const browser = await launchHeadlessShell();
  try {
    const page = await browser.newPage();
    // A page of that origin: the worklet needs a secure context, which loopback is.
    const body = '<script type="module">import * as noise from "/index.js"; window.noise = noise;</script>';
    await page.route(`${server.origin}/page`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${server.origin}/page`);
    const cleaned = await page.evaluate(cleanInWorklet, { samples: [...input], sampleRate: SAMPLE_RATE });
    const expected = cleanInAddon(input);
    const lagFrames = findLag(cleaned, expected);
    const length = expected.length - lagFrames;
    let differing = 0;
    for (let index = 0; index < length; index += 1) {
      if (cleaned[index + lagFrames] !== expected[index]) differing += 1;
    }
    expect(length).toBeGreaterThan((SECONDS - 1) * SAMPLE_RATE);
    expect(differing).toBe(0);
  } finally {
    await browser.close();
  }
});

interface NoiseModule {
  loadRnnoise: (urls: { url: string; simdUrl: string }) => Promise<ArrayBuffer>;
  RnnoiseWorkletNode: new (context: BaseAudioContext, options: object) => AudioNode;
}

/** Runs in the page: the package's own worklet over the samples, as fast as it goes. */
async function cleanInWorklet({
  samples,
  sampleRate,
}: {
  samples: number[];
  sampleRate: number;
}): Promise<number[]> {
  const { RnnoiseWorkletNode, loadRnnoise } = (window as unknown as { noise: NoiseModule }).noise;
  const wasmBinary = await loadRnnoise({ url: '/rnnoise.wasm', simdUrl: '/rnnoise_simd.wasm' });
  const context = new OfflineAudioContext(1, samples.length, sampleRate);
  await context.audioWorklet.addModule('/rnnoise/workletProcessor.js');
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(Float32Array.from(samples), 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source
    .connect(new RnnoiseWorkletNode(context, { maxChannels: 1, wasmBinary }))
    .connect(context.destination);
  source.start();
  // The worklet instantiates its module in the background; what is rendered before that passes it by.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return [...(await context.startRendering()).getChannelData(0)];
}

function cleanInAddon(input: Float32Array): Float32Array {
  const addon = createRequire(import.meta.url)(
    path.join(ROOT, 'native/build/Release/sounddesk.node'),
  ) as Addon;
  const denoiser = addon.createDenoiser();
  const output = new Float32Array(input.length);
  for (let start = 0; start + FRAME <= input.length; start += FRAME) {
    const frame = input.slice(start, start + FRAME).map((sample) => sample * SCALE);
    denoiser.process(frame);
    output.set(
      frame.map((sample) => sample / SCALE),
      start,
    );
  }
  return output;
}

/** The delay of the worklet's queue: the shift at which a stretch in the middle is the same. */
function findLag(cleaned: number[], expected: Float32Array): number {
  const start = 3 * SAMPLE_RATE;
  for (let lag = 0; lag < 4096; lag += 1) {
    let isSame = true;
    for (let index = start; isSame && index < start + 2000; index += 1)
      isSame = cleaned[index + lag] === expected[index];
    if (isSame) return lag;
  }
  throw new Error('the worklet’s output is nowhere the addon’s');
}

/** A buzzing voice-like tone that comes and goes, in steady noise: both speech and pauses for the model. */
function voiceInNoise(): Float32Array {
  const random = createRandom(48000);
  return Float32Array.from({ length: SECONDS * SAMPLE_RATE }, (_, index) => {
    const seconds = index / SAMPLE_RATE;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * seconds)) * (seconds % 2 < 1.3 ? 1 : 0);
    let voice = 0;
    for (let harmonic = 1; harmonic <= 20; harmonic += 1) {
      voice += Math.sin(2 * Math.PI * 140 * harmonic * seconds) / harmonic;
    }
    return 0.12 * syllable * voice + 0.03 * (random() * 2 - 1);
  });
}
