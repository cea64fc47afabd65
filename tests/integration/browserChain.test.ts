import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Rnnoise } from '../../src-renderer/media/chain/rnnoise.ts';
import { Compressor } from '../../src-renderer/media/dsp/compressor.ts';
import { Equalizer } from '../../src-renderer/media/dsp/equalizer.ts';
import { Gate } from '../../src-renderer/media/dsp/gate.ts';
import type { CleanMastering } from '../../src-main/services/engine/process/addon.ts';
import { COMPRESSOR_PRESETS } from '../../src-shared/domain/compressor.ts';
import { EQUALIZER_PRESETS } from '../../src-shared/domain/equalizer.ts';
import { gateSettings } from '../../src-shared/domain/gate.ts';
import { loadBuiltAddon } from '../lib/addon.ts';
import { decode, levelDb, makeNoise, makeSpeech, mixAtSnr, scaled, writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const RATE_HZ = 48_000;
const FRAME = 480;
const MODEL = '../../node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm';

const addon = loadBuiltAddon();
const speech = makeSpeech(RATE_HZ);
const voice = scaled(mixAtSnr(speech, makeNoise(speech.length, 3), 20), 2);
const NOTHING: CleanMastering = { gate: null, equalizer: null, compressor: null, targetLufs: null };

/** The sound through the addon's stages of a file, without the model: 32-bit floats in, 32-bit floats out. */
async function masterInAddon(mastering: Partial<CleanMastering>): Promise<[Float32Array, Float32Array]> {
  const dir = temporaryDir();
  const input = join(dir, 'in.wav');
  const outputPath = join(dir, 'out.wav');
  writeWav(input, { sampleRate: RATE_HZ, channels: [voice] });
  await new Promise<void>((resolve, reject) => {
    addon.startClean(
      {
        input: { kind: 'file', path: input },
        outputPath,
        container: 'wav',
        encoding: 'float32',
        denoise: { engine: 'off', sensitivity: 90, reduction: 95 },
        mastering: { ...NOTHING, ...mastering },
      },
      () => undefined,
      (error) => (error ? reject(error) : resolve()),
    );
  });
  return [monoOf(input), monoOf(outputPath)];
}

function monoOf(file: string): Float32Array {
  return decode(file).channels[0] ?? new Float32Array();
}

/** Frame by frame, as the live chain does. */
function inFrames(samples: Float32Array, process: (frame: Float32Array) => void): Float32Array {
  const output = samples.slice();
  for (let at = 0; at < output.length; at += FRAME) process(output.subarray(at, at + FRAME));
  return output;
}

function differenceDb(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return levelDb(a.map((sample, index) => sample - (b[index] ?? 0)));
}

describe('the browser’s stages, beside the addon’s', () => {
  it('has the model’s samples, bit for bit', () => {
    const native = addon.createDenoiser();
    const model = new Rnnoise(readFileSync(new URL(MODEL, import.meta.url)));
    const probabilities: [number, number][] = [];
    const scaledUp = inFrames(scaled(voice.subarray(0, 4 * RATE_HZ), 32_768), (frame) => {
      probabilities.push([native.process(frame), 0]);
    });
    let at = 0;
    const ours = inFrames(voice.subarray(0, 4 * RATE_HZ), (frame) => {
      probabilities[at++]![1] = model.process(frame);
    });
    expect(probabilities.every(([a, b]) => a === b)).toBe(true);
    expect(scaled(ours, 32_768)).toEqual(scaledUp);
    expect(levelDb(ours)).toBeGreaterThan(-40);
  });

  it.each(EQUALIZER_PRESETS)('equalizes as $name does', async ({ gainsDb }) => {
    const [before, after] = await masterInAddon({ equalizer: { isOn: true, gainsDb: [...gainsDb] } });
    const equalizer = new Equalizer(RATE_HZ);
    equalizer.set(gainsDb);
    // As a file job: the gains are reached before the first sample.
    equalizer.process(new Float32Array(0.05 * RATE_HZ));
    const ours = inFrames(before, (frame) => equalizer.process(frame));
    expect(differenceDb(ours, after)).toBeLessThan(-130);
  });

  it.each(COMPRESSOR_PRESETS)('compresses as $name does', async ({ values }) => {
    const [before, after] = await masterInAddon({ compressor: { isOn: true, ...values } });
    const compressor = new Compressor(RATE_HZ);
    compressor.set({ isOn: true, ...values });
    const ours = inFrames(before, (frame) => compressor.process(frame));
    expect(differenceDb(ours, after)).toBeLessThan(-130);
    expect(compressor.takeReductionDb()).toBeGreaterThan(3);
  });

  it.each([15, 30, 45])('gates at %i as the addon does', async (threshold) => {
    const settings = gateSettings({ isOn: true, threshold });
    const [before, after] = await masterInAddon({ gate: settings });
    const gate = new Gate(RATE_HZ);
    gate.set(settings);
    const ours = inFrames(before, (frame) => gate.process(frame));
    expect(differenceDb(ours, after)).toBeLessThan(-130);
  });
});
