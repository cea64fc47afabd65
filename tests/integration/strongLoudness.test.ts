import { expect, it } from 'vitest';
import { loadBuiltAddon } from '../lib/addon.ts';
import { readUtterances } from '../lib/librivox.ts';
import { decode, levelDb, mixAtSnr, scaled, siSdrDb } from '../lib/recordings.ts';

const RATE_HZ = 48_000;
const FRAME = 480;
const DELAY = 1562;
const SEC = 12;

const said = readUtterances().map(
  ({ file }) => decode(file, { sampleRate: RATE_HZ, channels: 1 }).channels[0]!,
);
/** One sentence after the other, from this one on. */
function talk(first: number): Float32Array {
  const sound = new Float32Array(SEC * RATE_HZ);
  for (let [at, index] = [0, first]; at < sound.length; index += 1) {
    const sentence = said[index % said.length]!;
    sound.set(sentence.subarray(0, sound.length - at), at);
    at += sentence.length;
  }
  return sound;
}

const voice = talk(0);
/** Four others, backwards, who speak at the same time. */
const others = [1, 2, 3, 4]
  .map((first) => talk(first).toReversed())
  .reduce((sum, sound) => sum.map((sample, index) => sample + sound[index]!));
const noisy = mixAtSnr(voice, others, 8);

/** What strong makes of it at this level, in dBFS, as loud as it was, and in time with it. */
function through(dbfs: number, spoilt = 0): Float32Array {
  const gain = 10 ** ((dbfs - levelDb(noisy)) / 20);
  const sound = scaled(noisy, gain * 32_768);
  sound.fill(1000 * 32_768, 0, spoilt);
  const denoiser = loadBuiltAddon().createDenoiser('strong');
  for (let at = 0; at < sound.length; at += FRAME) denoiser.process(sound.subarray(at, at + FRAME));
  return scaled(sound.subarray(DELAY), 1 / (gain * 32_768));
}

/** From the third second on. */
const gained = (estimate: Float32Array) => {
  const [from, to] = [3 * RATE_HZ, estimate.length];
  const clean = voice.subarray(from, to);
  return siSdrDb(clean, estimate.subarray(from, to)) - siSdrDb(clean, noisy.subarray(from, to));
};

it('hears a voice among others alike, as loud as a podcast or quiet', () => {
  const usual = gained(through(-28));
  const found = [-44, -36, -20, -12].map((dbfs) => gained(through(dbfs)) - usual);
  for (const difference of found) expect(Math.abs(difference)).toBeLessThan(1.5);
});

it('forgets a moment that was absurdly loud', () => {
  const usual = gained(through(-28));
  expect(Math.abs(gained(through(-28, 4800)) - usual)).toBeLessThan(2.5);
});
