import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AutoDenoiser } from '../../src-renderer/media/chain/autoDenoiser.ts';
import { LiveChain } from '../../src-renderer/media/chain/liveChain.ts';
import { Rnnoise } from '../../src-renderer/media/chain/rnnoise.ts';
import type { SoundSource } from '../../src-renderer/media/clean/sound.ts';
import { withoutDefects } from '../../src-renderer/media/clean/withoutDefects.ts';
import { BreathRepair } from '../../src-renderer/media/dsp/breathRepair.ts';
import { Compressor } from '../../src-renderer/media/dsp/compressor.ts';
import { DeEsser } from '../../src-renderer/media/dsp/deEsser.ts';
import { Equalizer } from '../../src-renderer/media/dsp/equalizer.ts';
import { Gate } from '../../src-renderer/media/dsp/gate.ts';
import { Leveler } from '../../src-renderer/media/dsp/leveler.ts';
import type { CleanMastering } from '../../src-main/services/engine/contract.ts';
import { COMPRESSOR_PRESETS } from '../../src-shared/domain/compressor.ts';
import { EQUALIZER_PRESETS } from '../../src-shared/domain/equalizer.ts';
import { gateSettings } from '../../src-shared/domain/gate.ts';
import { ENGINE_EFFECTS_OFF, type EngineEffects } from '../../src-shared/domain/stripEffects.ts';
import { toLiveSettings } from '../../src-shared/domain/strip.ts';
import type { LiveChain as ChainValues } from '../../src-shared/domain/stripSchema.ts';
import { DEFAULT_LIVE_CHAIN, type Listening } from '../../src-shared/domain/liveChain.ts';
import { loadBuiltAddon } from '../lib/addon.ts';
import {
  areEqual,
  decode,
  levelDb,
  makeNoise,
  makeSpeech,
  mixAtSnr,
  scaled,
  writeWav,
} from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const RATE_HZ = 48_000;
const FRAME = 480;
const MODEL = '../../node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm';
const STRONG = '../../out/sound/strong.wasm';

const addon = loadBuiltAddon();
const wasm = readFileSync(new URL(MODEL, import.meta.url));
const strong = readFileSync(new URL(STRONG, import.meta.url));
const speech = makeSpeech(RATE_HZ, 'The quick brown fox jumps over the lazy dog. She sells sea shells.');
/** Whole frames of it. */
const voice = scaled(mixAtSnr(speech, makeNoise(speech.length, 3), 20), 2).subarray(
  0,
  speech.length - (speech.length % FRAME),
);
const NOTHING: CleanMastering = { targetLufs: null };

/** The sound through the addon's stages of a file, without the model: 32-bit floats in, 32-bit floats out. */
async function masterInAddon(
  mastering: Partial<CleanMastering>,
  sound = voice,
): Promise<[Float32Array, Float32Array]> {
  const dir = temporaryDir();
  const input = join(dir, 'in.wav');
  const outputPath = join(dir, 'out.wav');
  writeWav(input, { sampleRate: RATE_HZ, channels: [sound] });
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
    const model = new Rnnoise(wasm);
    const probabilities: [number, number][] = [];
    const scaledUp = inFrames(scaled(voice.subarray(0, 4 * RATE_HZ), 32_768), (frame) => {
      probabilities.push([native.process(frame), 0]);
    });
    let at = 0;
    const ours = inFrames(voice.subarray(0, 4 * RATE_HZ), (frame) => {
      probabilities[at++]![1] = model.process(frame);
    });
    expect(probabilities.every(([a, b]) => a === b)).toBe(true);
    expect(areEqual(scaled(ours, 32_768), scaledUp)).toBe(true);
    expect(levelDb(ours)).toBeGreaterThan(-40);
  });

  it('has auto’s samples, bit for bit, also where strong is what it was at the beginning again', () => {
    const native = addon.createDenoiser('auto');
    const model = new AutoDenoiser(wasm, strong);
    const sound = Float32Array.from({ length: 80 * RATE_HZ }, (_, at) => voice[at % voice.length] ?? 0);
    const probabilities: [number, number][] = [];
    const theirs = inFrames(scaled(sound, 32_768), (frame) => {
      probabilities.push([native.process(frame), 0]);
    });
    let at = 0;
    const ours = inFrames(sound, (frame) => {
      probabilities[at++]![1] = model.process(frame);
    });
    expect(probabilities.every(([a, b]) => a === b)).toBe(true);
    expect(areEqual(scaled(ours, 32_768), theirs)).toBe(true);
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

  it.each([
    [6500, -30, 6],
    [4000, -50, 24],
    [9000, -60, 12],
  ])('softens an s at %i Hz, %i dBFS, %i dB as the addon does', async (frequencyHz, thresholdDb, rangeDb) => {
    const settings = { isOn: true, frequencyHz, thresholdDb, rangeDb };
    const [before, after] = await masterInAddon({ deEsser: settings });
    const deEsser = new DeEsser(RATE_HZ);
    deEsser.set(settings);
    const ours = inFrames(before, (frame) => deEsser.process(frame));
    expect(differenceDb(ours, after)).toBeLessThan(-130);
    expect(differenceDb(ours, before)).toBeGreaterThan(-80);
    const reductionDb = deEsser.takeReductionDb();
    expect(reductionDb).toBeGreaterThan(1);
    expect(reductionDb).toBeLessThanOrEqual(rangeDb);
  });
});

describe('the browser’s repairs, beside the addon’s', () => {
  it.each(['deHum', 'deClick', 'dePlosive', 'deReverb', 'deBreath'] as const)(
    'has the samples of %s',
    async (effect) => {
      const settings = { [effect]: { isOn: true, amount: 80 } };
      const [before, after] = await masterInAddon(settings, withDefects(effect !== 'deBreath'));
      const ours = repairedHere({ ...ENGINE_EFFECTS_OFF, ...settings }, before);
      expect(differenceDb(ours, after)).toBeLessThan(-130);
      expect(differenceDb(ours, before)).toBeGreaterThan(-90);
    },
  );
});

/** As cleanSound.ts does it. */
function repairedHere(settings: EngineEffects, before: Float32Array): Float32Array {
  const repaired = withoutDefects(soundOf(before), settings).read(0, before.length);
  const { deBreath } = settings;
  return deBreath.isOn ? new BreathRepair(deBreath, RATE_HZ, 1).process([repaired], true)[0]! : repaired;
}

it('takes clicks out of live sound as the addon does', () => {
  const chain: ChainValues = {
    ...DEFAULT_LIVE_CHAIN,
    inputGain: 100,
    denoise: { engine: 'off', sensitivity: 70, reduction: 70 },
    deClick: { isOn: true, amount: 80 },
  };
  const settings = toLiveSettings(chain, 'clean');
  const sound = withDefects();
  const heard = (live: { process: (frame: Float32Array) => unknown }) =>
    inFrames(sound, (frame) => live.process(frame));
  const [ours, theirs] = [heard(new LiveChain(wasm, settings)), heard(addon.createLiveChain(settings))];
  expect(differenceDb(ours, theirs)).toBeLessThan(-130);
  expect(differenceDb(ours, sound)).toBeGreaterThan(-90);
});

describe('what the repairs take away', () => {
  it.each([
    ['the addon', (settings: Live) => addon.createLiveChain(settings)],
    ['the browser', (settings: Live) => new LiveChain(wasm, settings)],
  ])('is what is missing of the raw voice: in %s', (_, create) => {
    const repairs = { deHum: 100, deClick: 80, dePlosive: 80, deReverb: 100, deBreath: 100 };
    const on = Object.fromEntries(
      Object.entries(repairs).map(([key, amount]) => [key, { isOn: true, amount }]),
    );
    const chain: ChainValues = {
      ...DEFAULT_LIVE_CHAIN,
      ...on,
      inputGain: 100,
      denoise: { engine: 'off', sensitivity: 70, reduction: 70 },
    };
    const sound = withDefects();
    const heard = (listening: Listening) => {
      const live = create(toLiveSettings(chain, listening));
      return inFrames(sound, (frame) => live.process(frame)).subarray(RATE_HZ);
    };
    const [raw, clean, removed] = [heard('raw'), heard('clean'), heard('removed')];
    expect(levelDb(removed)).toBeGreaterThan(-50);
    expect(
      differenceDb(
        raw.map((sample, i) => sample - removed[i]!),
        clean,
      ),
    ).toBeLessThan(-90);
  });
});

type Live = ReturnType<typeof toLiveSettings<Listening>>;

/** The voice with hum, a click each half second, a thump each second and a breath each other one. */
function withDefects(hasHum = true): Float32Array {
  const rush = makeNoise(RATE_HZ);
  let [low, lower] = [0, 0];
  return voice.map((sample, i) => {
    const sec = i / RATE_HZ;
    const tones = 0.01 * Math.sin(2 * Math.PI * 50.3 * sec) + 0.004 * Math.sin(2 * Math.PI * 150.9 * sec);
    const hum = hasHum ? tones : 0;
    const click = i % 24_000 < 6 ? 0.4 * (i % 2 ? 1 : -1) : 0;
    const thump = 0.5 * Math.exp(-(((sec % 1) - 0.1) ** 2) / 0.0005) * Math.sin(2 * Math.PI * 45 * sec);
    low += 0.28 * (rush[i % RATE_HZ]! - low);
    lower += 0.063 * (low - lower);
    const isBreathing = sec % 2 > 1.2 && sec % 2 < 1.8;
    return isBreathing ? hum + 0.1 * (low - lower) : sample + hum + click + thump;
  });
}

function soundOf(samples: Float32Array): SoundSource {
  return {
    sampleRate: RATE_HZ,
    channels: 1,
    frames: samples.length,
    encoding: { kind: 'float', bits: 32 },
    read: (from, frames) => samples.subarray(from, from + frames),
  };
}

it.each([-16, -23])('levels to %i LUFS as the addon does', async (targetLufs) => {
  const settings = { isOn: true, targetLufs };
  const [before, after] = await masterInAddon({ leveler: settings });
  const leveler = new Leveler(RATE_HZ);
  leveler.set(settings);
  const ours = inFrames(before, (frame) => leveler.process(frame));
  expect(differenceDb(ours, after)).toBeLessThan(-130);
  expect(differenceDb(ours, before)).toBeGreaterThan(-60);
});

const CHAINS: [string, Partial<ChainValues>, Listening?][] = [
  ['the defaults', {}],
  ['no denoising', { denoise: { engine: 'off', sensitivity: 70, reduction: 70 } }],
  ['the model alone', { denoise: { engine: 'rnnoise', sensitivity: 100, reduction: 100 } }],
  ['a little of it', { denoise: { engine: 'rnnoise', sensitivity: 20, reduction: 40 } }],
  ['twice the gain at full volume', { inputGain: 200, outputVolume: 100 }],
  ['automatic gain', { automaticGain: true, inputGain: 30 }],
  [
    'every stage',
    {
      automaticGain: true,
      denoise: { engine: 'rnnoise', sensitivity: 80, reduction: 90 },
      deHum: { isOn: true, amount: 90 },
      deClick: { isOn: true, amount: 60 },
      dePlosive: { isOn: true, amount: 70 },
      deReverb: { isOn: true, amount: 80 },
      deBreath: { isOn: true, amount: 50 },
      gate: { isOn: true, threshold: 25 },
      deEsser: { isOn: true, frequencyHz: 6500, thresholdDb: -45, rangeDb: 12 },
      equalizer: { isOn: true, gainsDb: [...(EQUALIZER_PRESETS[1]?.gainsDb ?? [])] },
      compressor: { isOn: true, ...COMPRESSOR_PRESETS[3]!.values },
    },
  ],
  ['the raw voice', {}, 'raw'],
  [
    'what repairs take away',
    { dePlosive: { isOn: true, amount: 100 }, deClick: { isOn: true, amount: 100 } },
    'removed',
  ],
  ['nothing', {}, 'off'],
];

describe('the browser’s live chain, beside the addon’s', () => {
  it.each(CHAINS)('gives the same sound with %s', (_, changes, listening = 'clean') => {
    const chain = { ...DEFAULT_LIVE_CHAIN, ...changes };
    const native = addon.createLiveChain(toLiveSettings(chain, listening));
    const ours = new LiveChain(wasm, toLiveSettings(chain, listening));
    const expected = inFrames(voice, (frame) => native.process(frame));
    const actual = inFrames(voice, (frame) => ours.process(frame));
    expect(differenceDb(actual, expected)).toBeLessThan(-90);
    if (listening === 'clean' || listening === 'raw') expect(levelDb(expected)).toBeGreaterThan(-50);
  });

  it('gives the same sound while everything is changed under it', () => {
    const at = (index: number): [ChainValues, Listening] => {
      const [, changes, listening = 'clean'] = CHAINS[index % CHAINS.length]!;
      return [{ ...DEFAULT_LIVE_CHAIN, ...changes }, listening];
    };
    const native = addon.createLiveChain(toLiveSettings(...at(0)));
    const ours = new LiveChain(wasm, toLiveSettings(...at(0)));
    let frames = 0;
    const expected = inFrames(voice, (frame) => {
      if (frames++ % 37 === 36) native.set(toLiveSettings(...at(Math.floor(frames / 37))));
      native.process(frame);
    });
    frames = 0;
    const actual = inFrames(voice, (frame) => {
      if (frames++ % 37 === 36) ours.set(toLiveSettings(...at(Math.floor(frames / 37))));
      ours.process(frame);
    });
    expect(differenceDb(actual, expected)).toBeLessThan(-80);
  });
});
