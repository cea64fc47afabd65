import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runClean } from '../../src-main/node/cli/clean.ts';
import { UsageError } from '../../src-main/node/cli/output.ts';
import { createCommandLine, parseReports } from '../lib/commandLine.ts';
import { findDelay } from '../lib/delays.ts';
import { observeProgram } from '../lib/programs.ts';
import { areSame, decode, levelDb, makeNoise, makeSpeech, scaled, writeWav } from '../lib/recordings.ts';

const RATE = 48000;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;
let speech: Float32Array;

const at = (name: string) => join(dir, name);

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-mastering-'));
  sounddesk = createCommandLine(dir);
  speech = makeSpeech(RATE, 'The quick brown fox jumps over the lazy dog. She sells sea shells.');
  writeWav(at('speech.wav'), { sampleRate: RATE, channels: [speech] });
  writeWav(at('both.wav'), { sampleRate: 44100, channels: [speech, scaled(speech, 0.5)] });
});
afterAll(() => rmSync(dir, { recursive: true }));

/** What FFmpeg's meter says of a file: LUFS and dBTP. */
async function measure(name: string): Promise<{ lufs: number; truePeakDb: number }> {
  const { stderr } = await observeProgram('ffmpeg', [
    ...['-nostats', '-i', at(name), '-af', 'ebur128=peak=true', '-f', 'null', '-'],
  ]);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const read = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return { lufs: read(/I:\s+(-?[\d.]+) LUFS/), truePeakDb: read(/Peak:\s+(-?[\d.]+) dBFS/) };
}

/** Runs `clean` and gives its one report. */
async function clean(...args: string[]) {
  const run = await sounddesk(['clean', ...args, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(dir).filter((name) => /\.part|\.pass/.test(name))).toEqual([]);
  const [report] = parseReports(run);
  if (!report) throw new Error('There is no report');
  return report;
}

function tone(frequencyHz: number, amplitude: number, seconds: number): Float32Array {
  return Float32Array.from(
    { length: RATE * seconds },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / RATE),
  );
}

describe('sounddesk clean --target-lufs', () => {
  async function reaches(input: string, lufs: string, ...more: string[]): Promise<void> {
    const report = await clean(input, '-o', 'target.wav', '--force', '--target-lufs', lufs, ...more);
    const measured = await measure('target.wav');
    expect(Math.abs(measured.lufs - Number(lufs))).toBeLessThanOrEqual(0.1001);
    expect(measured.truePeakDb).toBeLessThanOrEqual(-1);
    expect(report.integratedLufsOut).toBeCloseTo(Number(lufs), 1);
    expect(Math.abs((report.truePeakDbOut ?? 0) - measured.truePeakDb)).toBeLessThan(0.2);
  }

  it.each([
    ['quiet, where nothing has to be limited', 'speech.wav', '-30', []],
    ['usual', 'speech.wav', '-16', []],
    ['two channels at 44.1 kHz', 'both.wav', '-14', []],
    [
      'after everything else',
      'both.wav',
      '-16',
      ['--gate', '-60', '--eq', 'podcast', '--compressor', 'podcast'],
    ],
  ] as const)(
    'reaches the loudness within 0.1 LU and keeps peaks under -1 dBTP: %s',
    async (_what, input, lufs, more) => reaches(input, lufs, ...more),
  );

  it('reaches it against the limiter, and keeps the sound where it was, to the sample', async () => {
    await reaches('speech.wav', '-12', '--engine', 'off');
    const result = decode(at('target.wav')).channels[0] ?? new Float32Array();
    expect(result).toHaveLength(speech.length);
    expect(findDelay(speech, result, 200).delay).toBe(0);
  });

  it('says where the peaks allow no such loudness', async () => {
    const run = await sounddesk([
      'clean',
      'speech.wav',
      '-o',
      'loudest.wav',
      '--engine',
      'off',
      '--target-lufs',
      '-5',
    ]);
    expect(run.stdout).toContain('keep it from -5 LUFS');
    expect((await measure('loudest.wav')).truePeakDb).toBeLessThanOrEqual(-1);
  });

  it('leaves silence silent', async () => {
    writeWav(at('silence.wav'), { sampleRate: RATE, channels: [new Float32Array(RATE)] });
    const report = await clean('silence.wav', '-o', 'still.wav', '--target-lufs', '-16');
    expect(report).toMatchObject({ integratedLufsOut: null, truePeakDbOut: null });
    expect(levelDb(decode(at('still.wav')).channels[0] ?? new Float32Array())).toBeLessThan(-150);
  });
});

describe('sounddesk clean with effects', () => {
  it('lifts the band that is set in the equalizer, from the first sample on', async () => {
    const input = tone(1000, 0.1, 2);
    writeWav(at('tone.wav'), { sampleRate: RATE, channels: [input] });
    await clean('tone.wav', '-o', 'lifted.wav', '--engine', 'off', '--eq', '0,0,0,0,6,0,0,0,0,0');
    const output = decode(at('lifted.wav')).channels[0] ?? new Float32Array();
    expect(levelDb(output) - levelDb(input)).toBeCloseTo(6, 1);
    expect(levelDb(output.subarray(480, 960)) - levelDb(input.subarray(480, 960))).toBeCloseTo(6, 0);
  });

  it('compresses all channels by the curve, together', async () => {
    const loud = tone(1000, 0.5, 2);
    writeWav(at('loud.wav'), { sampleRate: RATE, channels: [loud, scaled(loud, 0.1)] });
    const values = 'threshold=-26,ratio=4,attack=1,release=100,makeup=0,knee=0';
    await clean('loud.wav', '-o', 'compressed.wav', '--engine', 'off', '--compressor', values);
    const [left, right] = decode(at('compressed.wav')).channels.map((samples) =>
      levelDb(samples.subarray(RATE)),
    );
    // A tone that peaks at -6 dBFS is 20 dB over the threshold: a quarter of them is left.
    expect((left ?? 0) - levelDb(loud)).toBeCloseTo(-15, 0);
    expect((left ?? 0) - (right ?? 0)).toBeCloseTo(20, 1);
  });

  it('gates what lies below', async () => {
    const sound = makeNoise(RATE * 4).map((x, i) => x * (i < RATE * 2 ? 0.3 : 0.001));
    writeWav(at('gate.wav'), { sampleRate: RATE, channels: [sound] });
    await clean('gate.wav', '-o', 'gated.wav', '--engine', 'off', '--gate', '-40');
    const output = decode(at('gated.wav')).channels[0] ?? new Float32Array();
    const changeDb = (from: number, to: number) =>
      levelDb(output.subarray(from * RATE, to * RATE)) - levelDb(sound.subarray(from * RATE, to * RATE));
    expect(changeDb(0, 2)).toBeCloseTo(0, 2);
    expect(changeDb(3, 4)).toBeLessThan(-30);
  });

  it.each([
    ['on', -6],
    ['frequency=8000,threshold=-40,range=12', -12],
  ])('softens an s and leaves the tone under it alone: --de-esser %s', async (values, expectedDb) => {
    const frequencyHz = values === 'on' ? 6500 : 8000;
    const voice = tone(500, 0.2, 2);
    const sibilant = tone(frequencyHz, 0.3, 2);
    writeWav(at('s.wav'), { sampleRate: RATE, channels: [voice.map((x, i) => x + sibilant[i]!)] });
    await clean('s.wav', '-o', 'softened.wav', '--engine', 'off', '--de-esser', values);
    const output = decode(at('softened.wav')).channels[0] ?? new Float32Array();
    const amplitudeOf = (samples: Float32Array, hz: number) => {
      const part = samples.subarray(RATE);
      const sums = part.reduce(
        ([re, im], x, i) => {
          const angle = (2 * Math.PI * hz * i) / RATE;
          return [re! + x * Math.cos(angle), im! + x * Math.sin(angle)];
        },
        [0, 0] as number[],
      );
      return Math.hypot(sums[0]!, sums[1]!);
    };
    const changeDb = (hz: number, input: Float32Array) =>
      20 * Math.log10(amplitudeOf(output, hz) / amplitudeOf(input, hz));
    expect(changeDb(frequencyHz, sibilant)).toBeCloseTo(expectedDb, 1);
    expect(Math.abs(changeDb(500, voice))).toBeLessThan(0.1);
  });

  it('takes a hum out from the first second on, and the voice stays: --de-hum on', async () => {
    const voice = makeSpeech(RATE);
    const hum = tone(50.3, 0.02, Math.ceil(voice.length / RATE)).map(
      (x, i) => x + 0.01 * Math.sin((2 * Math.PI * 150.9 * i) / RATE),
    );
    writeWav(at('hum.wav'), { sampleRate: RATE, channels: [voice.map((x, i) => x + hum[i]!)] });
    await clean('hum.wav', '-o', 'unhummed.wav', '--engine', 'off', '--de-hum', 'amount=100');
    const output = decode(at('unhummed.wav')).channels[0] ?? new Float32Array();
    const leftDb = (from: number) =>
      levelDb(output.map((x, i) => x - voice[i]!).subarray(from * RATE)) - levelDb(hum.subarray(from * RATE));
    expect(leftDb(1)).toBeLessThan(-12);
    expect(leftDb(5)).toBeLessThan(-18);
  });

  it('takes sensitivity and reduction from a preset, and those beside it instead', async () => {
    await clean('speech.wav', '-o', 'preset.wav', '--preset', 'Cafe - Noisy');
    await clean('speech.wav', '-o', 'numbers.wav', '--sensitivity', '90', '--reduction', '95');
    expect(readFileSync(at('preset.wav')).equals(readFileSync(at('numbers.wav')))).toBe(true);
    await clean('speech.wav', '-o', 'mixed.wav', '--preset', 'home-quiet', '--reduction', '95');
    await clean('speech.wav', '-o', 'sixty.wav', '--sensitivity', '60', '--reduction', '95');
    expect(readFileSync(at('mixed.wav')).equals(readFileSync(at('sixty.wav')))).toBe(true);
  });

  it.each([[[]], [['--gate', 'off']], [['--de-esser', 'off', '--de-hum', 'off']]])(
    'gives the recording back with the engine off: %j',
    async (more) => {
      const report = await clean('both.wav', '-o', 'same.wav', '--engine', 'off', ...more);
      expect(report.latencyFrames).toBe(0);
      expect(areSame(decode(at('same.wav')), decode(at('both.wav')))).toBe(true);
    },
  );
});

describe('values that make no sense', () => {
  const REFUSED: [string[], string][] = [
    [['--preset', 'kitchen'], 'home-quiet, office-open-space'],
    [['--gate', '5'], '-80 to 0 or off'],
    [['--gate', 'soft'], '-80 to 0 or off'],
    [['--eq', 'rock'], 'flat, voice-boost'],
    [['--eq', '1,2,3'], 'ten gains from -12 to 12'],
    [['--eq', '0,0,0,0,0,0,0,0,0,13'], 'ten gains from -12 to 12'],
    [['--eq', '0,0,0,0,0,0,0,0,0,0,x'], 'ten gains from -12 to 12'],
    [['--compressor', 'brick'], 'vocal, podcast, music, broadcast'],
    [['--compressor', 'ratio=21'], 'ratio 1 to 20'],
    [['--compressor', 'ratio=2,toString=1'], 'not "toString=1"'],
    [['--de-esser', 'range=25'], 'range 0 to 24'],
    [['--de-esser', 'soft'], 'on, values such as frequency=6500,threshold=-30'],
    [['--leveler', '-9'], '-30 to -10 or off'],
    [['--de-hum', 'amount=101'], 'amount 0 to 100'],
    [['--de-click', 'loud'], 'on, values such as amount=50'],
    [['--target-lufs', '0'], '-60 to -5'],
    [['--target-lufs', 'loud'], '-60 to -5'],
  ];

  it.each(REFUSED)('%j is refused in one line that says what is allowed', async (args, expected) => {
    const refused: unknown = await runClean([at('speech.wav'), '-o', at('never/'), ...args]).catch(
      (error: unknown) => error,
    );
    if (!(refused instanceof UsageError)) throw new Error('It was not refused.', { cause: refused });
    expect(refused.message).toContain(expected);
    expect(refused.message.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(dir)).not.toContain('never');
  });

  it('are said on standard error alone, with exit code 2', async () => {
    const [args, expected] = REFUSED[0]!;
    const run = await sounddesk(['clean', 'speech.wav', '-o', 'never/', ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(expected);
    expect(readdirSync(dir)).not.toContain('never');
  });
});
