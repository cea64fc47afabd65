import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine, parseReports } from '../lib/commandLine.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { findDelay, type Delay } from '../lib/delays.ts';
import { runProgram } from '../lib/programs.ts';
import { hasStudioModel, STUDIO_MODEL_FILE } from '../lib/studioModel.ts';
import {
  areEqual,
  areSame,
  decode,
  decodeAll,
  levelDb,
  makeNoise,
  makeSpeech,
  mixAtSnr,
  siSdrDb,
  writeWav,
  type Sound,
} from '../lib/recordings.ts';

/** Sample rates in Hz and numbers of channels. */
const SHAPES = [
  [8000, 1],
  [11025, 2],
  [16000, 1],
  [22050, 2],
  [32000, 1],
  [44100, 2],
  [48000, 6],
  [88200, 1],
  [96000, 2],
] as const;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;
/** Of 48 kHz, one channel, noise at 5 dB. */
let speech: Float32Array;
let noisy: Float32Array;
/** Where each second costs, of many rates, channels and kinds of file: a sentence, soon cut off behind its end. */
const makeSentence = (sampleRate: number) =>
  makeSpeech(sampleRate, 'She sells sea shells.').subarray(0, 2.6 * sampleRate);
let sentence: Float32Array;

const NO_SOUND: Sound = { sampleRate: 0, channels: [] };

const at = (name: string) => join(dir, name);
const ffmpeg = (...args: string[]) => runProgram('ffmpeg', ['-v', 'error', '-y', ...args]);

/** In seconds. */
function startOfVideo(path: string): number {
  const wanted = ['-select_streams', 'v:0', '-show_entries', 'stream=start_time', '-of', 'csv=p=0'];
  return Number(execFileSync('ffprobe', ['-v', 'error', ...wanted, path], { encoding: 'utf8' }));
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-clean-'));
  sounddesk = createCommandLine(dir);
  // The strong engine is not part of the Free tier.
  await giveTrial(at('.data'));
  speech = makeSpeech(48000);
  noisy = mixAtSnr(speech, makeNoise(speech.length, 11), 5);
  writeWav(at('noisy.wav'), { sampleRate: 48000, channels: [noisy] });
  sentence = makeSentence(48_000);
  const noisySentence = mixAtSnr(sentence, makeNoise(sentence.length, 12), 5);
  writeWav(at('sentence.wav'), { sampleRate: 48000, channels: [noisySentence] });
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('sounddesk clean', () => {
  it('takes steady noise out of speech by default, and says what it did', async () => {
    const run = await sounddesk(['clean', 'noisy.wav', '-o', 'clean.wav', '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const [report] = parseReports(run);
    expect(report).toMatchObject({ file: 'noisy.wav', output: 'clean.wav', latencyFrames: 22560 });
    expect(report?.seconds).toBeCloseTo(noisy.length / 48000, 3);
    expect(report?.realTimeFactor).toBeGreaterThan(1);
    expect(report?.speechRatio).toBeGreaterThan(0.3);
    expect(report?.integratedLufsIn).toBeLessThan(-10);
    expect(report?.integratedLufsOut).toBeLessThan(report?.integratedLufsIn ?? 0);
    const cleaned = decode(at('clean.wav')).channels[0] ?? new Float32Array();
    expect(cleaned).toHaveLength(noisy.length);
    expect(siSdrDb(speech, cleaned) - siSdrDb(speech, noisy)).toBeGreaterThan(5);
    const pause = [24_000, 47_000] as const;
    const lowered = levelDb(noisy.subarray(...pause)) - levelDb(cleaned.subarray(...pause));
    expect(lowered).toBeGreaterThan(25);
    const spoken = [48_000, speech.length - 48_000] as const;
    expect(Math.abs(levelDb(cleaned.subarray(...spoken)) - levelDb(speech.subarray(...spoken)))).toBeLessThan(
      1.5,
    );
  });

  it('is quiet as soon as a word is cut off, whatever the model still takes for a voice', async () => {
    const cutAfterSec = [1.63, 2.17, 2.71, 3.29];
    const pauseSec = 1.3;
    const spoken = cutAfterSec.map((cutSec) => speech.subarray(48_000, cutSec * 48_000));
    const pauseSamples = pauseSec * 48_000;
    const cut = new Float32Array(
      spoken.reduce((sum, { length }) => sum + length + pauseSamples, pauseSamples),
    );
    const pauses: number[] = [];
    let end = pauseSamples;
    for (const word of spoken) {
      cut.set(word, end);
      pauses.push(end + word.length);
      end += word.length + pauseSamples;
    }
    const withHum = mixAtSnr(cut, makeHum(cut.length), 5);
    writeWav(at('hum.wav'), { sampleRate: 48000, channels: [withHum] });
    expect(await sounddesk(['clean', 'hum.wav', '-o', 'nohum.wav'])).toMatchObject({ code: 0, stderr: '' });
    const cleaned = decode(at('nohum.wav')).channels[0] ?? new Float32Array();
    const loweredDb = (from: number, to: number) =>
      levelDb(withHum.subarray(from, to)) - levelDb(cleaned.subarray(from, to));
    for (const pause of pauses) {
      expect(loweredDb(pause, pause + pauseSamples)).toBeGreaterThan(25);
      // The frame of 10 ms in which the word ends is part word.
      expect(loweredDb(pause + 480, pause + 2400)).toBeGreaterThan(30);
    }
  });

  describe('aligns the result with the recording to the sample', () => {
    const said = new Map<number, Float32Array>();
    let outputs: Sound[];
    const name = ([sampleRate, channels]: readonly [number, number]) => `${sampleRate}-${channels}.wav`;
    beforeAll(async () => {
      for (const shape of SHAPES) {
        const [sampleRate, channels] = shape;
        const samples = makeSentence(sampleRate);
        said.set(sampleRate, samples);
        writeWav(at(name(shape)), { sampleRate, channels: Array.from({ length: channels }, () => samples) });
      }
      mkdirSync(at('shapes'));
      const run = await sounddesk(['clean', ...SHAPES.map(name), '-o', 'shapes']);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      outputs = decodeAll(SHAPES.map((shape) => at(`shapes/${name(shape)}`)));
    });

    it.each(SHAPES)('of %i Hz and %i channels', (sampleRate, channels) => {
      const samples = said.get(sampleRate) ?? new Float32Array();
      const output = outputs[SHAPES.findIndex(([one]) => one === sampleRate)] ?? NO_SOUND;
      expect(output.sampleRate).toBe(sampleRate);
      expect(output.channels).toHaveLength(channels);
      for (const cleaned of withoutRepeats(output.channels)) {
        expect(cleaned).toHaveLength(samples.length);
        const { delay, correlation } = findSpokenDelay(samples, cleaned, sampleRate);
        expect(Math.abs(delay)).toBeLessThanOrEqual(1);
        expect(correlation).toBeGreaterThan(0.9);
      }
    });
  });

  describe('with the engine off', () => {
    const KINDS: [string, string, string[], string][] = [
      ['16-bit WAV', 's16.wav', ['-c:a', 'pcm_s16le'], 'off/s16.wav'],
      ['24-bit WAV', 's24.wav', ['-c:a', 'pcm_s24le'], 'off/s24.wav'],
      ['32-bit WAV', 's32.wav', ['-c:a', 'pcm_s32le'], 'off/s32.wav'],
      ['float WAV', 'f32.wav', ['-c:a', 'pcm_f32le'], 'off/f32.wav'],
      ['24-bit FLAC', 's24.flac', ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'], 'off/s24.flac'],
      ['16-bit AIFF', 's16.aiff', [], 's16.flac'],
    ];
    let sounds: Map<string, Sound>;
    beforeAll(async () => {
      const filter = ['-af', 'volume=1.234,aresample=44100'];
      const outputs = KINDS.flatMap(([, input, codec]) => [...filter, ...codec, at(input)]);
      await ffmpeg('-i', at('sentence.wav'), ...outputs);
      mkdirSync(at('off'));
      const [aiff, ...others] = KINDS.map(([, input]) => input).reverse();
      for (const [inputs, output] of [
        [others, 'off'],
        [[aiff ?? ''], 's16.flac'],
      ] as const) {
        const run = await sounddesk(['clean', ...inputs, '-o', output, '--engine', 'off']);
        expect(run).toMatchObject({ code: 0, stderr: '' });
      }
      sounds = decodeNamed(KINDS.flatMap(([, input, , output]) => [input, output]));
    });

    it.each(KINDS)('gives a %s back bit by bit', (_kind, input, _codec, output) => {
      const given = sounds.get(input) ?? NO_SOUND;
      expect(given.channels[0]?.length).toBeGreaterThan(44_100);
      expect(areSame(sounds.get(output) ?? NO_SOUND, given)).toBe(true);
    });
  });

  describe('of other kinds of file', () => {
    const SOUNDS: [string, string[], string][] = [
      ['mp3', ['-c:a', 'libmp3lame', '-b:a', '192k'], 'mp3'],
      ['m4a', ['-c:a', 'aac', '-b:a', '192k'], 'wav'],
      ['ogg', ['-c:a', 'libvorbis', '-q:a', '6'], 'ogg'],
      ['opus', ['-c:a', 'libopus', '-b:a', '128k'], 'opus'],
      ['wma', ['-c:a', 'wmav2', '-b:a', '192k'], 'wav'],
      ['ac3', ['-c:a', 'ac3', '-b:a', '192k'], 'wav'],
    ];
    const VIDEOS = ['mp4', 'mkv'];
    const named = (kind: string) => `${kind}.${kind}`;
    const outputs = new Map<string, string>();
    let sounds: Map<string, Sound>;
    const firstOf = (name: string) => sounds.get(name)?.channels[0] ?? new Float32Array();
    beforeAll(async () => {
      const video = `testsrc=size=160x120:rate=10:duration=${sentence.length / 48000}`;
      await ffmpeg(
        ...['-i', at('sentence.wav'), '-f', 'lavfi', '-i', video],
        ...SOUNDS.flatMap(([kind, codec]) => ['-map', '0:a', ...codec, at(named(kind))]),
        ...VIDEOS.flatMap((kind) => [
          ...['-map', '1:v', '-map', '0:a', '-c:a', 'aac', '-shortest', at(named(kind))],
        ]),
      );
      mkdirSync(at('kinds'));
      const inputs = [...SOUNDS.map(([kind]) => kind), ...VIDEOS].map(named);
      const run = await sounddesk(['clean', ...inputs, '-o', 'kinds', '--json']);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      for (const { file, output } of parseReports(run)) outputs.set(file, output);
      sounds = decodeNamed([...inputs, ...outputs.values()]);
    });

    it.each(SOUNDS)('reads %s, as long as it is and in its place', (kind, _codec, writtenAs) => {
      const output = `kinds/${kind}.${writtenAs}`;
      expect(outputs.get(named(kind))).toBe(output);
      const [decoded, cleaned] = [firstOf(named(kind)), firstOf(output)];
      // FFmpeg and libsndfile may differ in the padding that they leave at the end.
      expect(Math.abs(cleaned.length - decoded.length)).toBeLessThan(2400);
      const { delay, correlation } = findSpokenDelay(decoded, cleaned, 48000);
      expect(correlation).toBeGreaterThan(0.7);
      expect(Math.abs(delay)).toBeLessThanOrEqual(1);
    });

    it.each(VIDEOS)('reads the first sound track of a video (%s)', (kind) => {
      const output = `kinds/${named(kind)}`;
      expect(outputs.get(named(kind))).toBe(output);
      const [decoded, cleaned] = [firstOf(named(kind)), firstOf(output)];
      // The encoder's first samples lie before the video; Matroska counts in milliseconds.
      const later = startOfVideo(at(output)) - startOfVideo(at(named(kind)));
      const { delay } = findSpokenDelay(decoded, cleaned, 48000);
      expect(Math.abs(delay / 48 - 1000 * later)).toBeLessThanOrEqual(1);
    });
  });

  it('takes the noise away with the strong engine, and does not say what that does not know', async () => {
    const run = await sounddesk(['clean', 'noisy.wav', '-o', 'strong.wav', '--engine', 'strong', '--json']);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(parseReports(run)[0]).toMatchObject({ speechRatio: null, latencyFrames: 22560 });
    const cleaned = decode(at('strong.wav')).channels[0] ?? new Float32Array();
    expect(cleaned).toHaveLength(noisy.length);
    expect(siSdrDb(speech, cleaned) - siSdrDb(speech, noisy)).toBeGreaterThan(5);
    const pause = [24_000, 47_000] as const;
    expect(levelDb(noisy.subarray(...pause)) - levelDb(cleaned.subarray(...pause))).toBeGreaterThan(25);
    expect(findSpokenDelay(speech, cleaned, 48000).delay).toBe(0);
  });

  it('says what is missing where the model of the studio engine is not installed', async () => {
    const run = await sounddesk(['clean', 'noisy.wav', '-o', 'studio.wav', '--engine', 'studio']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('DeepFilterNet3 is not installed');
  });

  it.skipIf(!hasStudioModel)(
    'takes the noise away with the studio engine, aligned to the sample',
    async () => {
      expect(await sounddesk(['models', 'import', 'deepfilternet3', STUDIO_MODEL_FILE])).toMatchObject({
        code: 0,
      });
      const run = await sounddesk(['clean', 'noisy.wav', '-o', 'studio.wav', '--engine', 'studio', '--json']);
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(parseReports(run)[0]).toMatchObject({ speechRatio: null, latencyFrames: 22560 });
      const cleaned = decode(at('studio.wav')).channels[0] ?? new Float32Array();
      expect(cleaned).toHaveLength(noisy.length);
      expect(siSdrDb(speech, cleaned) - siSdrDb(speech, noisy)).toBeGreaterThan(5);
      const pause = [24_000, 47_000] as const;
      expect(levelDb(noisy.subarray(...pause)) - levelDb(cleaned.subarray(...pause))).toBeGreaterThan(25);
      expect(findSpokenDelay(speech, cleaned, 48000).delay).toBe(0);
    },
  );

  it('keeps rates, channels and places with the strong engine', async () => {
    mkdirSync(at('strong'));
    const shapes = [
      [8000, 1],
      [44100, 2],
      [48000, 6],
      [96000, 2],
    ] as const;
    for (const [sampleRate, channels] of shapes) {
      const samples = makeSentence(sampleRate);
      writeWav(at(`s${sampleRate}.wav`), {
        sampleRate,
        channels: Array.from({ length: channels }, () => samples),
      });
    }
    const names = shapes.map(([sampleRate]) => `s${sampleRate}.wav`);
    const run = await sounddesk(['clean', ...names, '-o', 'strong', '--engine', 'strong']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const sounds = decodeNamed(names.flatMap((name) => [name, `strong/${name}`]));
    for (const [sampleRate, channels] of shapes) {
      const input = sounds.get(`s${sampleRate}.wav`)?.channels[0] ?? new Float32Array();
      const output = sounds.get(`strong/s${sampleRate}.wav`) ?? NO_SOUND;
      expect(output).toMatchObject({ sampleRate });
      expect(output.channels).toHaveLength(channels);
      for (const cleaned of withoutRepeats(output.channels)) {
        expect(cleaned).toHaveLength(input.length);
        expect(Math.abs(findSpokenDelay(input, cleaned, sampleRate).delay)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('lowers noise less where that is set', async () => {
    const run = await sounddesk(['clean', 'noisy.wav', '-o', 'mild.wav', '--reduction', '50', '--json']);
    const [report] = parseReports(run);
    // (1 − 0.5)² is a floor of −12 dB.
    expect(report?.meanReductionDb).toBeGreaterThan(8);
    expect(report?.meanReductionDb).toBeLessThan(13);
  });
});

/** The delay within 40 ms, of a second of the speech that starts after the first. */
function findSpokenDelay(earlier: Float32Array, later: Float32Array, sampleRate: number): Delay {
  const span = [Math.round(sampleRate * 1.2), Math.round(sampleRate * 2.4)] as const;
  return findDelay(earlier.subarray(...span), later.subarray(...span), Math.round(sampleRate / 25));
}

const decodeNamed = (names: readonly string[]): Map<string, Sound> => {
  const sounds = decodeAll(names.map(at));
  return new Map(names.map((name, index) => [name, sounds[index] ?? NO_SOUND]));
};

/** Of channels that are the same to the bit, one. */
const withoutRepeats = (channels: readonly Float32Array[]): Float32Array[] =>
  channels.filter((channel, index) => index === 0 || !areEqual(channel, channels[0]!));

/** Mains hum: 50 Hz and eleven harmonics. */
function makeHum(frames: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1) {
      sum += Math.sin((2 * Math.PI * 50 * harmonic * frame) / 48_000 + harmonic ** 2) / harmonic;
    }
    return sum;
  });
}
