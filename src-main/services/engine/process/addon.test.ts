import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createReferenceDenoiser,
  createReferenceStrongDenoiser,
  makeTestSound,
} from '../../../../native/bench/denoise.mjs';
import { DEFAULT_LIVE_CHAIN } from '../../../../src-shared/domain/liveChain.ts';
import { toLiveSettings } from '../../../../src-shared/domain/strip.ts';
import type { CleanResult } from '../contract.ts';
import type { Addon, AddonCleanOptions } from './addon.ts';

const frameSamples = 480;
const rootDir = path.resolve(import.meta.dirname, '../../../..');
const addon = createRequire(import.meta.url)(
  path.join(rootDir, 'native/build/Release/sounddesk.node'),
) as Addon;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sounddesk-addon-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what was compiled in', () => {
  it('is reported with versions', () => {
    expect(addon.build.rnnoise.source).toBe('wasm2c');
    expect(['avx2', 'sse2', 'neon', 'portable']).toContain(addon.build.rnnoise.path);
    expect(['avx2', 'sse2', 'neon', 'portable']).toContain(addon.build.gtcrn.path);
    expect(addon.build.portAudio).toMatch(/PortAudio/);
    expect(addon.build.sndfile).toMatch(/libsndfile/);
    expect(addon.build.soxr).toMatch(/soxr/);
  });
});

describe('the denoiser', () => {
  it('gives the samples of the WebAssembly that the browser runs, bit for bit, over 24 s', async () => {
    const reference = await createReferenceDenoiser();
    const denoiser = addon.createDenoiser();
    const sound = makeTestSound(24);
    let differing = 0;
    for (let at = 0; at + frameSamples <= sound.length; at += frameSamples) {
      const expected = sound.slice(at, at + frameSamples);
      const actual = sound.slice(at, at + frameSamples);
      const expectedProbability = reference(expected);
      const actualProbability = denoiser.process(actual);
      if (expectedProbability !== actualProbability) differing++;
      for (let i = 0; i < frameSamples; i++) if (expected[i] !== actual[i]) differing++;
    }
    expect(differing).toBe(0);
  });

  it('gives what GTCRN’s WebAssembly makes of the sound as loud as the strong engine hears it', async () => {
    const reference = await createReferenceStrongDenoiser();
    const denoiser = addon.createDenoiser('strong');
    const sound = makeTestSound(4);
    const actual = sound.slice();
    for (let at = 0; at < actual.length; at += frameSamples)
      denoiser.process(actual.subarray(at, at + frameSamples));
    // Before a voice was heard: native/denoise/gtcrn_network.hpp.
    const firstGain = 0.4;
    const expected = sound.map((sample) => (sample / 32768) * firstGain);
    for (let at = 0; at < expected.length; at += 768) reference(expected.subarray(at, at + 768));
    // From blocks of 768 to frames of 480, which no 768 fills evenly.
    const queueSamples = 672;
    let [power, difference] = [0, 0];
    for (let i = 0; i + queueSamples < actual.length; i++) {
      const wanted = ((expected[i] ?? 0) / firstGain) * 32768;
      power += wanted ** 2;
      difference += ((actual[i + queueSamples] ?? 0) - wanted) ** 2;
    }
    expect(power).toBeGreaterThan(0.1 * sound.reduce((sum, sample) => sum + sample ** 2, 0));
    expect(10 * Math.log10(difference / power)).toBeLessThan(-110);
  });

  it('refuses an engine that it does not have', () => {
    const create = () => addon.createDenoiser('magic' as 'strong');
    expect(create).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
  });

  it.each([undefined, new Float32Array(3), new Float32Array(2_136_560).fill(NaN)])(
    'refuses the studio engine with weights that are none',
    (weights) => {
      const create = () => addon.createDenoiser('studio', weights);
      expect(create).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
    },
  );

  it('refuses a frame of another length, by name', () => {
    const process = () => addon.createDenoiser().process(new Float32Array(128));
    expect(process).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
  });
});

describe('the list of devices', () => {
  it('names each once', () => {
    const ids = addon.listDevices().devices.map((device) => device.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a live session', () => {
  it('never takes another device for one that is not there', () => {
    const start = () =>
      addon.startLive(
        {
          inputDeviceId: 'no such device',
          outputDeviceId: null,
          monitor: null,
          sampleRate: 48000,
          bufferFrames: 256,
          ...toLiveSettings(DEFAULT_LIVE_CHAIN, 'clean'),
        },
        () => undefined,
      );
    expect(start).toThrow(expect.objectContaining({ code: 'DEVICE_NOT_FOUND' }));
  });
});

describe('a file job', () => {
  it('gives the model’s own samples with everything at 100, aligned with the input', async () => {
    const sound = makeTestSound(3).map((sample) => Math.round(sample) / 32768);
    const input = await writeWav('model.wav', sound);
    const result = await clean({ input: { kind: 'file', path: input }, denoise: denoise(100, 100) });
    expect(result).toMatchObject({
      frames: sound.length,
      channels: 1,
      sampleRate: 48000,
      latencyFrames: 22560,
    });

    const reference = await createReferenceDenoiser();
    const expected = new Float32Array(sound.length + frameSamples);
    expected.set(sound.map((sample) => sample * 32768));
    for (let at = 0; at < expected.length; at += frameSamples)
      reference(expected.subarray(at, at + frameSamples));
    const actual = await readFloats(outputPath());
    let differing = 0;
    for (let i = 0; i < actual.length; i++) {
      if (actual[i] !== (expected[i + frameSamples] as number) / 32768) differing++;
    }
    expect(actual.length).toBe(sound.length);
    expect(differing).toBe(0);
  });

  it('gives the input back with the engine off', async () => {
    const sound = makeTestSound(1).map((sample) => Math.round(sample) / 32768);
    const input = await writeWav('off.wav', sound);
    const result = await clean({
      input: { kind: 'file', path: input },
      denoise: { engine: 'off', sensitivity: 90, reduction: 95 },
    });
    expect(result).toMatchObject({ latencyFrames: 0, speechRatio: null, meanReductionDb: null });
    expect(Array.from(await readFloats(outputPath()))).toEqual(Array.from(sound));
  });

  it('says how far it is', async () => {
    const sound = new Float32Array(60 * 48000);
    const input = await writeWav('long.wav', sound);
    const progress: { framesDone: number; framesTotal: number | null }[] = [];
    await clean({ input: { kind: 'file', path: input }, denoise: denoise(90, 95) }, (step) =>
      progress.push(step),
    );
    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every((step) => step.framesTotal === sound.length)).toBe(true);
  });

  it('ends as cancelled', async () => {
    const input = await writeWav('cancelled.wav', new Float32Array(60 * 48000));
    const ended = new Promise((resolve, reject) => {
      const job = addon.startClean(
        optionsFor({ input: { kind: 'file', path: input }, denoise: denoise(90, 95) }),
        () => undefined,
        (error, result) => (error ? reject(error) : resolve(result)),
      );
      job.cancel();
    });
    await expect(ended).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('names what is wrong with an input', async () => {
    const empty = path.join(folder, 'empty.wav');
    const text = path.join(folder, 'text.wav');
    await writeFile(empty, '');
    await writeFile(text, 'no sound');
    const codeOf = (file: string) =>
      clean({ input: { kind: 'file', path: file }, denoise: denoise(90, 95) }).then(
        () => 'none',
        (error: { code: string }) => error.code,
      );
    expect(await codeOf(path.join(folder, 'missing.wav'))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(empty)).toBe('FILE_EMPTY');
    expect(await codeOf(text)).toBe('FORMAT_UNSUPPORTED');
  });

  it('refuses options that make no sense', () => {
    const start = () =>
      addon.startClean(
        optionsFor({ input: { kind: 'file', path: 'x' }, denoise: denoise(90, 101) }),
        () => undefined,
        () => undefined,
      );
    expect(start).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
  });
});

function denoise(sensitivity: number, reduction: number): AddonCleanOptions['denoise'] {
  return { engine: 'rnnoise', sensitivity, reduction };
}

function outputPath(): string {
  return path.join(folder, 'out.wav');
}

function optionsFor(part: Pick<AddonCleanOptions, 'input' | 'denoise'>): AddonCleanOptions {
  const mastering = { gate: null, equalizer: null, compressor: null, targetLufs: null };
  return { ...part, mastering, outputPath: outputPath(), container: 'wav', encoding: 'same' };
}

function clean(
  part: Pick<AddonCleanOptions, 'input' | 'denoise'>,
  onProgress: (step: { framesDone: number; framesTotal: number | null }) => void = () => undefined,
): Promise<CleanResult> {
  return new Promise((resolve, reject) => {
    addon.startClean(optionsFor(part), onProgress, (error, result) => {
      if (result) resolve(result);
      else reject(error ?? new Error('A job ended with neither a result nor an error'));
    });
  });
}

/** A mono WAV of 32-bit floats at 48 kHz: its samples are exactly those given. */
async function writeWav(name: string, samples: Float32Array): Promise<string> {
  const header = Buffer.alloc(44);
  const dataBytes = samples.length * 4;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(3, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(48000, 24);
  header.writeUInt32LE(48000 * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(32, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  const file = path.join(folder, name);
  await writeFile(file, Buffer.concat([header, Buffer.from(samples.buffer, 0, dataBytes)]));
  return file;
}

/** The samples of the `data` chunk, wherever it lies. */
async function readFloats(file: string): Promise<Float32Array> {
  const bytes = await readFile(file);
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) !== 'data') continue;
    const data = bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4));
    return new Float32Array(Uint8Array.from(data).buffer);
  }
  throw new Error(`No sound in ${file}`);
}
