import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Gtcrn } from './gtcrn.ts';

const ours = readFileSync(join(import.meta.dirname, '../../../out/sound/strong.wasm'));
const given = readFileSync(
  createRequire(import.meta.url).resolve('@sapphi-red/web-noise-suppressor/gtcrn.wasm'),
);
const RATE_HZ = 48_000;
const FRAME = 480;
const BLOCK = 768;
const BLOCK_DELAY = 890;
const DELAY = 1562;

/** Syllables of a falling voice, in noise. */
function noisyVoice(seconds: number): Float32Array {
  const sound = new Float32Array(seconds * RATE_HZ);
  let phase = 0;
  let random = 1;
  for (let i = 0; i < sound.length; i += 1) {
    const second = i / RATE_HZ;
    phase += (140 - 30 * (second % 1)) / RATE_HZ;
    let voice = 0;
    for (let harmonic = 1; harmonic <= 20; harmonic += 1)
      voice += Math.sin(2 * Math.PI * harmonic * phase) / (1 + harmonic * (1 + Math.sin(3 * second)));
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * second));
    sound[i] = 0.1 * syllable * voice + 0.05 * (random / 1_073_741_824 - 1);
  }
  return sound;
}

/** What the package's own module makes of it, in blocks; its names are minified. */
function throughGivenModule(sound: Float32Array): Float32Array {
  const imports = { a: { a: () => expect.unreachable('the module failed'), b: () => 0 } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(given), imports);
  const model = exports as unknown as {
    c: WebAssembly.Memory;
    d(): void;
    e(): number;
    j(state: number, from: number, to: number): void;
    k(bytes: number): number;
  };
  model.d();
  const state = model.e();
  const [from, to] = [model.k(4 * BLOCK), model.k(4 * BLOCK)];
  const output = new Float32Array(sound.length - (sound.length % BLOCK));
  for (let at = 0; at < output.length; at += BLOCK) {
    new Float32Array(model.c.buffer, from, BLOCK).set(sound.subarray(at, at + BLOCK));
    model.j(state, from, to);
    output.set(new Float32Array(model.c.buffer, to, BLOCK), at);
  }
  return output;
}

function throughOurs(sound: Float32Array): Float32Array {
  const model = new Gtcrn(ours, DELAY);
  const output = sound.slice();
  for (let at = 0; at + FRAME <= output.length; at += FRAME) model.process(output.subarray(at, at + FRAME));
  return output;
}

const power = (sound: Float32Array) => sound.reduce((sum, sample) => sum + sample * sample, 0);

describe('the strong engine of the page', () => {
  it('makes of a voice what the module makes whose weights it has, to 110 dB below it', () => {
    const sound = noisyVoice(8);
    const expected = throughGivenModule(sound);
    const output = throughOurs(sound).subarray(DELAY - BLOCK_DELAY);
    const compared = expected.subarray(0, output.length);
    const difference = compared.map((sample, index) => sample - output[index]!);
    expect(power(compared)).toBeGreaterThan(0.01 * power(sound));
    expect(10 * Math.log10(power(difference) / power(compared))).toBeLessThan(-110);
  });

  it('takes what is no number, or absurd, for what it can hear, and is not spoilt by it', () => {
    const sound = noisyVoice(2);
    sound.fill(Number.NaN, 10_000, 12_000);
    sound.fill(Number.POSITIVE_INFINITY, 20_000, 22_000);
    sound.fill(3e38, 30_000, 32_000);
    const output = throughOurs(sound);
    expect(output.every((sample) => Number.isFinite(sample))).toBe(true);
  });

  it('says that a browser cannot run it', () => {
    expect(() => new Gtcrn(Uint8Array.of(1, 2, 3), DELAY)).toThrow(/cannot run the strong noise model/);
  });
});
