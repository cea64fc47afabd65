import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanSound, type SoundCleaning } from '../../src-renderer/media/clean/cleanSound.ts';
import { floatSound, type ByteSource } from '../../src-renderer/media/clean/sound.ts';
import { openWav } from '../../src-renderer/media/clean/wavReader.ts';
import { resultEncoding, WavWriter } from '../../src-renderer/media/clean/wavWriter.ts';
import type { CleanMastering, CleanResult } from '../../src-main/services/engine/contract.ts';
import { COMPRESSOR_PRESETS } from '../../src-shared/domain/compressor.ts';
import { EQUALIZER_PRESETS } from '../../src-shared/domain/equalizer.ts';
import { gateSettings } from '../../src-shared/domain/gate.ts';
import { ENGINE_EFFECTS_OFF } from '../../src-shared/domain/stripEffects.ts';
import { loadBuiltAddon } from '../lib/addon.ts';
import {
  areSame,
  decode,
  levelDb,
  makeNoise,
  makeSpeech,
  mixAtSnr,
  scaled,
  writeWav,
} from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const MODEL = '../../node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm';
const STRONG = '../../out/sound/strong.wasm';
const addon = loadBuiltAddon();
const wasm = readFileSync(new URL(MODEL, import.meta.url));
const strong = readFileSync(new URL(STRONG, import.meta.url));
const strongWasm = strong.buffer.slice(strong.byteOffset, strong.byteOffset + strong.byteLength);
const NOTHING: CleanMastering = { targetLufs: null };
const NO_EFFECTS = ENGINE_EFFECTS_OFF;
const DENOISE = { isOn: true, sensitivity: 90, reduction: 95 };

const WORDS = 'She sells sea shells by the sea shore.';

function noisy(sampleRate: number, seed: number): Float32Array {
  const speech = makeSpeech(sampleRate, WORDS);
  return mixAtSnr(speech, makeNoise(speech.length, seed), 15);
}

function bytesOf(file: string): ByteSource {
  const content = readFileSync(file);
  return {
    sizeBytes: content.length,
    read: (at, size) => new Uint8Array(content.subarray(at, at + size)),
  };
}

/** What the browser's worker does, with files of this test. */
function cleanHere(input: string, output: string, cleaning: SoundCleaning) {
  const sound = openWav(bytesOf(input), 'in.wav');
  if (!sound) throw new Error('no WAV');
  const written: Uint8Array[] = [];
  const kept: Float32Array[] = [];
  const encoding = resultEncoding(sound.encoding);
  const writer = new WavWriter({ write: (bytes) => written.push(bytes) }, { ...sound, encoding });
  const work = cleanSound(sound, wasm, cleaning, {
    write: (samples) => writer.write(samples),
    scratch: {
      append: (samples) => kept.push(samples.slice()),
      open: () => {
        const content = Buffer.concat(kept.map(({ buffer }) => Buffer.from(buffer)));
        const bytes = {
          sizeBytes: content.length,
          read: (at: number, size: number) => new Uint8Array(content.subarray(at, at + size)),
        };
        return floatSound(bytes, sound);
      },
    },
  });
  let last = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      writer.finish();
      writeFileSync(output, Buffer.concat(written));
      return step.value;
    }
    expect(step.value).toBeGreaterThanOrEqual(last);
    last = step.value;
    expect(last).toBeLessThanOrEqual(1);
  }
}

async function cleanInAddon(
  input: string,
  outputPath: string,
  {
    engine,
    sensitivity = 90,
    reduction = 95,
    mastering,
  }: {
    engine: 'off' | 'auto' | 'rnnoise';
    sensitivity?: number;
    reduction?: number;
    mastering: Partial<CleanMastering>;
  },
) {
  return await new Promise<CleanResult>((resolve, reject) => {
    addon.startClean(
      {
        input: { kind: 'file', path: input },
        outputPath,
        container: 'wav',
        encoding: 'same',
        denoise: { engine, sensitivity, reduction },
        mastering: { ...NOTHING, ...mastering },
      },
      () => undefined,
      (error, result) => (error ? reject(error) : resolve(result as CleanResult)),
    );
  });
}

function differenceDb(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return levelDb(a.map((sample, index) => sample - (b[index] ?? 0)));
}

describe('a file through the browser’s stages, beside the addon’s', () => {
  it('masters two channels to a loudness with the same sound and the same figures', async () => {
    const dir = temporaryDir();
    const [input, here, there] = [join(dir, 'in.wav'), join(dir, 'here.wav'), join(dir, 'there.wav')];
    const channels = [scaled(noisy(48_000, 3), 0.5), scaled(noisy(48_000, 4), 0.3)];
    writeWav(input, { sampleRate: 48_000, channels });
    const gate = gateSettings({ isOn: true, threshold: 20 });
    const gainsDb = [...(EQUALIZER_PRESETS[1]?.gainsDb ?? [])];
    const compressor = { isOn: true, ...COMPRESSOR_PRESETS[3]!.values };
    const deEsser = { isOn: true, frequencyHz: 6500, thresholdDb: -45, rangeDb: 12 };
    const mastering = { gate, deEsser, equalizer: { isOn: true, gainsDb }, compressor, targetLufs: -14 };
    const theirs = await cleanInAddon(input, there, { engine: 'off', mastering });
    const ours = cleanHere(input, here, {
      denoise: { ...DENOISE, isOn: false },
      effects: { ...NO_EFFECTS, gate, deEsser, equalizer: { isOn: true, gainsDb }, compressor },
      targetLufs: -14,
    });
    expect(ours.integratedLufsBefore).toBeCloseTo(theirs.integratedLufsIn ?? NaN, 2);
    expect(ours.integratedLufsAfter).toBeCloseTo(theirs.integratedLufsOut ?? NaN, 2);
    expect(ours.truePeakDbAfter).toBeCloseTo(theirs.truePeakDbOut ?? NaN, 2);
    expect(ours.integratedLufsAfter).toBeCloseTo(-14, 1);
    expect(ours.truePeakDbAfter).toBeLessThanOrEqual(-1);
    const [a, b] = [decode(here), decode(there)];
    a.channels.forEach((channel, index) => {
      expect(differenceDb(channel, b.channels[index]!)).toBeLessThan(-80);
    });
  });

  it.each([
    [90, 95, 'rnnoise'],
    [20, 40, 'rnnoise'],
    [100, 100, 'rnnoise'],
    [90, 95, 'auto'],
  ] as const)(
    'takes the noise out at %i and %i by %s with the same sound and the same figure',
    async (sensitivity, reduction, engine) => {
      const dir = temporaryDir();
      const [input, here, there] = [join(dir, 'in.wav'), join(dir, 'here.wav'), join(dir, 'there.wav')];
      writeWav(input, { sampleRate: 48_000, channels: [noisy(48_000, 3)] });
      const theirs = await cleanInAddon(input, there, {
        engine,
        sensitivity,
        reduction,
        mastering: {},
      });
      const denoise = { isOn: true, sensitivity, reduction };
      const models = engine === 'auto' ? { strong: strongWasm } : {};
      const cleaning = { denoise, ...models, effects: NO_EFFECTS, targetLufs: null };
      const ours = cleanHere(input, here, cleaning);
      expect(ours.meanReductionDb).toBeCloseTo(theirs.meanReductionDb ?? NaN, 1);
      expect(differenceDb(decode(here).channels[0]!, decode(there).channels[0]!)).toBeLessThan(-80);
    },
  );

  it.each([
    [44_100, 2],
    [16_000, 1],
    [96_000, 1],
  ])('cleans at %i Hz, keeps length and rate, and leaves speech in its place', async (sampleRate, count) => {
    const dir = temporaryDir();
    const [input, here] = [join(dir, 'in.wav'), join(dir, 'here.wav')];
    const channels = Array.from({ length: count }, (_, channel) => noisy(sampleRate, channel + 3));
    writeWav(input, { sampleRate, channels });
    const figures = cleanHere(input, here, { denoise: DENOISE, effects: NO_EFFECTS, targetLufs: null });
    const after = decode(here);
    expect(after.sampleRate).toBe(sampleRate);
    expect(after.channels).toHaveLength(count);
    expect(figures.meanReductionDb).toBeGreaterThan(10);
    const speech = makeSpeech(sampleRate, WORDS);
    for (const channel of after.channels) {
      expect(channel).toHaveLength(channels[0]!.length);
      const pause = channel.subarray(0, sampleRate / 2);
      expect(levelDb(pause)).toBeLessThan(levelDb(channels[0]!.subarray(0, sampleRate / 2)) - 10);
      expect(lagOf(speech, channel)).toBe(0);
    }
  });

  it('puts back what lies behind clicks, with the same samples', async () => {
    const dir = temporaryDir();
    const [input, here, there] = [join(dir, 'in.wav'), join(dir, 'here.wav'), join(dir, 'there.wav')];
    const channels = [scaled(makeSpeech(44_100, WORDS), 0.5), scaled(makeSpeech(44_100, WORDS), 0.3)];
    const clean = channels[0]!.slice();
    for (let at = 5000; at + 500 < clean.length; at += 9001)
      for (let i = 0; i < 100; i += 1) channels[0]![at + i]! += 0.5 * Math.exp(-i / 20) * Math.cos(0.3 * i);
    writeWav(input, { sampleRate: 44_100, channels });
    const deClick = { isOn: true, amount: 50 };
    await cleanInAddon(input, there, { engine: 'off', mastering: { deClick } });
    const effects = { ...NO_EFFECTS, deClick };
    cleanHere(input, here, { denoise: { ...DENOISE, isOn: false }, effects, targetLufs: null });
    expect(areSame(decode(here), decode(there))).toBe(true);
    expect(differenceDb(decode(here).channels[0]!, clean)).toBeLessThan(
      differenceDb(channels[0]!, clean) - 6,
    );
  });

  it('changes nothing where nothing is asked, at any depth', () => {
    const dir = temporaryDir();
    const [input, here] = [join(dir, 'in.wav'), join(dir, 'here.wav')];
    writeWav(input, { sampleRate: 44_100, channels: [noisy(44_100, 3)] });
    cleanHere(input, here, { denoise: { ...DENOISE, isOn: false }, effects: NO_EFFECTS, targetLufs: null });
    expect(areSame(decode(here), decode(input))).toBe(true);
  });
});

/** By how many samples `b` is later than `a`, of ±40. */
function lagOf(a: Float32Array, b: Float32Array): number {
  let best = { lag: NaN, product: -Infinity };
  for (let lag = -40; lag <= 40; lag += 1) {
    let product = 0;
    for (let i = 40; i < a.length - 40; i += 1) product += a[i]! * b[i + lag]!;
    if (product > best.product) best = { lag, product };
  }
  return best.lag;
}
