import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWav } from '../../src-main/services/clean/index.ts';
import { createCommandLine, parseReports } from '../lib/commandLine.ts';
import { runProgram } from '../lib/programs.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';

const RATE_HZ = 48_000;
const STEP_OF_24_BITS = 2 ** -23;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;

const at = (name: string) => join(dir, name);
const ffmpeg = (...args: string[]) => runProgram('ffmpeg', ['-v', 'error', '-y', ...args]);
const leftovers = () => readdirSync(dir).filter((name) => name.includes('.part'));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-removed-'));
  sounddesk = createCommandLine(dir);
  const speech = makeSpeech(RATE_HZ).subarray(0, 4 * RATE_HZ);
  const noisy = mixAtSnr(speech, makeNoise(speech.length, 3), 8);
  writeWav(at('noisy.wav'), { sampleRate: RATE_HZ, channels: [noisy, noisy.map((sample) => -sample / 2)] });
  await ffmpeg('-i', at('noisy.wav'), '-c:a', 'pcm_s24le', at('bits24.wav'));
  await ffmpeg('-i', at('noisy.wav'), '-c:a', 'pcm_s16le', '-ar', '44100', at('bits16.wav'));
  await ffmpeg('-i', at('noisy.wav'), '-c:a', 'pcm_f32le', at('float.wav'));
  await ffmpeg('-i', at('bits24.wav'), at('voice.mp3'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const clean = (...args: string[]) => sounddesk(['clean', ...args]);

/** All samples, interleaved, of a file that libsndfile or FFmpeg reads. */
async function samplesOf(name: string): Promise<Float32Array> {
  await ffmpeg('-i', at(name), '-c:a', 'pcm_f32le', at('read.wav'));
  const wav = await openWav(at('read.wav'));
  try {
    return await wav.read(0, wav.frames);
  } finally {
    await wav.close();
  }
}

/** The largest difference between the recording and the sum of the other two, and how loud the last one is. */
async function compare(recording: string, cleaned: string, removed: string) {
  const [input, output, taken] = [
    await samplesOf(recording),
    await samplesOf(cleaned),
    await samplesOf(removed),
  ];
  expect([output.length, taken.length]).toEqual([input.length, input.length]);
  let difference = 0;
  let power = 0;
  input.forEach((sample, index) => {
    const part = taken[index] ?? 0;
    difference = Math.max(difference, Math.abs(sample - (output[index] ?? 0) - part));
    power += part * part;
  });
  return { difference, rms: Math.sqrt(power / input.length) };
}

describe('what was taken away', () => {
  it.each([
    ['bits24.wav', 'out24.wav'],
    ['bits16.wav', 'out16.wav'],
    ['float.wav', 'outFloat.wav'],
    ['bits24.wav', 'out.flac'],
    ['bits24.wav', 'out.aiff'],
  ])('of %s is the recording less %s, sample by sample', async (recording, output) => {
    const removed = `${output}.removed.wav`;
    const run = await clean(recording, '-o', output, '--removed', removed, '--json');
    expect(run).toMatchObject({ code: 0 });
    expect(parseReports(run)[0]).toMatchObject({ file: recording, output, removed });
    const { difference, rms } = await compare(recording, output, removed);
    expect(difference).toBeLessThan(STEP_OF_24_BITS);
    expect(rms).toBeGreaterThan(0.001);
    expect(leftovers()).toEqual([]);
  });

  it('leaves the result as it is without it', async () => {
    await clean('bits24.wav', '-o', 'alone.wav');
    await clean('bits24.wav', '-o', 'beside.wav', '--removed', 'taken.wav');
    expect(readFileSync(at('beside.wav')).equals(readFileSync(at('alone.wav')))).toBe(true);
  });

  it('is of the cleaned sound where the result is of a kind that loses some of it', async () => {
    await clean('bits24.wav', '-o', 'exact.wav', '--removed', 'ofExact.wav');
    await clean('bits24.wav', '-o', 'lossy.mp3', '--removed', 'ofLossy.wav');
    expect(await samplesOf('ofLossy.wav')).toEqual(await samplesOf('ofExact.wav'));
    expect(existsSync(at('lossy.mp3'))).toBe(true);
  });

  it('is silence where nothing is taken away', async () => {
    await clean('bits24.wav', '-o', 'same.wav', '--engine', 'off', '--removed', 'silence.wav');
    expect((await samplesOf('silence.wav')).every((sample) => sample === 0)).toBe(true);
  });

  it('of several recordings goes into a folder, by their names', async () => {
    const run = await clean('bits24.wav', 'voice.mp3', '-o', 'cleaned/', '--removed', 'removed/');
    expect(run).toMatchObject({ code: 0 });
    expect(readdirSync(at('removed')).sort()).toEqual(['bits24.wav', 'voice.wav']);
  });
});

describe('--removed is refused, before anything is cleaned,', () => {
  it.each([
    ['with a leveler', ['--leveler', '-16'], '--leveler changes the voice itself'],
    ['with a loudness', ['--target-lufs', '-16'], '--target-lufs changes the voice itself'],
    ['with a compressor', ['--compressor', 'podcast'], '--compressor changes the voice itself'],
    ['with an equalizer', ['--eq', 'podcast'], '--eq changes the voice itself'],
    ['with a plug-in', ['--plugin', 'any.vst3'], '--plugin changes the voice itself'],
  ])('%s', async (_what, args, reason) => {
    const run = await clean('bits24.wav', '-o', 'never.wav', '--removed', 'neverTaken.wav', ...args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(reason);
    expect(['never.wav', 'neverTaken.wav'].filter((name) => existsSync(at(name)))).toEqual([]);
  });

  it.each([
    ['in the place of the result', ['-o', 'one.wav', '--removed', 'one.wav'], 'is the result already', 2],
    ['as another kind', ['-o', 'one.wav', '--removed', 'one.mp3'], 'whose name ends with .wav', 2],
    ['in the place of the recording', ['-o', 'one.wav', '--removed', 'bits24.wav'], 'bits24.wav', 1],
  ])('%s', async (_what, args, reason, code) => {
    const run = await clean('bits24.wav', ...args);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(reason);
    expect(existsSync(at('one.wav'))).toBe(false);
  });
});
