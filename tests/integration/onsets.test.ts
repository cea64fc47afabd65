import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBuiltAddon } from '../lib/addon.ts';
import { decode, makeNoise, mixAtSnr, rms, scaled, writeWav } from '../lib/recordings.ts';

const RATE_HZ = 48_000;
/** Of a word's beginning or end. */
const EDGE = 0.05 * RATE_HZ;
const PAUSE = 0.6 * RATE_HZ;
/** Of its loudest: there a word begins and ends. */
const AUDIBLE = 0.02;
const WORDS = ['see', 'sofa', 'say', 'sunny', 'four', 'fee', 'fiery', 'pie', 'toe', 'key', 'away', 'you'];

interface Word {
  text: string;
  from: number;
  to: number;
}

/** Words with pauses between them, each where `words` says. */
function speakWords(dir: string): { voice: Float32Array; words: Word[] } {
  const said = WORDS.flatMap((text, index) => {
    const path = join(dir, `${text}.wav`);
    const voice = index % 2 === 0 ? 'en-us+f3' : 'en+m1';
    execFileSync('espeak-ng', ['-v', voice, '-s', '140', '-w', path, text], { stdio: 'ignore' });
    const samples = decode(path, { sampleRate: RATE_HZ, channels: 1 }).channels[0] ?? new Float32Array();
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const isAudible = (sample: number) => Math.abs(sample) > AUDIBLE * peak;
    const word = samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
    return [{ text, samples: scaled(word, 0.05 / rms(word)) }];
  });
  const length = said.reduce((sum, { samples }) => sum + samples.length + PAUSE, 2 * PAUSE);
  const voice = new Float32Array(length);
  let at = 2 * PAUSE;
  const words = said.map(({ text, samples }) => {
    voice.set(samples, at);
    const word = { text, from: at, to: at + samples.length };
    at += samples.length + PAUSE;
    return word;
  });
  return { voice, words };
}

async function cleaned(dir: string, engine: 'auto' | 'rnnoise'): Promise<Float32Array> {
  const outputPath = join(dir, `${engine}.wav`);
  await new Promise<void>((resolve, reject) => {
    loadBuiltAddon().startClean(
      {
        input: { kind: 'file', path: join(dir, 'in.wav') },
        outputPath,
        container: 'wav',
        encoding: 'float32',
        denoise: { engine, sensitivity: 90, reduction: 95 },
        mastering: { targetLufs: null },
      },
      () => undefined,
      (error) => (error ? reject(error) : resolve()),
    );
  });
  return decode(outputPath).channels[0] ?? new Float32Array();
}

/** How much of the voice is left there, dB. */
function keptDb(voice: Float32Array, after: Float32Array, from: number, to: number): number {
  let dot = 0;
  let power = 0;
  for (let i = from; i < to; i += 1) {
    dot += voice[i]! * after[i]!;
    power += voice[i]! ** 2;
  }
  return 20 * Math.log10(Math.max(dot / power, 1e-3));
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('words at known places in the noise of a room', () => {
  let dir: string;
  let voice: Float32Array;
  let words: Word[];
  let byAuto: Float32Array;
  let byRnnoise: Float32Array;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-onsets-'));
    ({ voice, words } = speakWords(dir));
    const noisy = mixAtSnr(voice, makeNoise(voice.length, 5), 30);
    writeWav(join(dir, 'in.wav'), { sampleRate: RATE_HZ, channels: [noisy] });
    byAuto = await cleaned(dir, 'auto');
    byRnnoise = await cleaned(dir, 'rnnoise');
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const beginnings = (after: Float32Array) =>
    words.map(({ text, from }) => ({ text, db: keptDb(voice, after, from, from + EDGE) }));
  const endings = (after: Float32Array) => words.map(({ to }) => keptDb(voice, after, to - 2 * EDGE, to));

  it('keep the beginnings of S and of F, which are no louder than the noise', () => {
    for (const { text, db } of beginnings(byAuto)) {
      if (text.startsWith('s')) expect(db, text).toBeGreaterThan(-8);
      if (text.startsWith('f')) expect(db, text).toBeGreaterThan(-13);
    }
  });

  it('lose no more at their beginnings and ends by auto than by RNNoise', () => {
    const mean = (after: Float32Array) => meanOf(beginnings(after).map(({ db }) => db));
    expect(mean(byAuto)).toBeGreaterThan(mean(byRnnoise));
    expect(meanOf(endings(byAuto))).toBeGreaterThan(meanOf(endings(byRnnoise)) - 0.5);
    expect(meanOf(endings(byAuto))).toBeGreaterThan(-4);
  });
});
