/**
 * Makes what the landing page shows and plays: a recorded voice with noise, before and after
 * `sounddesk clean` with its defaults. Writes hero/heroWave.ts (peaks and measured figures) and two
 * MP3 files beside it. Run it again when the engine or its defaults change:
 *
 *   node scripts/site/makeHeroWave.mjs [--voice FILE]
 *
 * Needs ffmpeg, a built addon, and the voice (the script names its package). See docs/site.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatted } from '../lib/format.mjs';
import { compareWithVoice, levelDb, pauseLevelDb, peaks } from './heroMeasure.mjs';
import { SAMPLE_RATE, VOICE, decode, makeNoise, readVoice } from './heroSource.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = join(ROOT, 'src-renderer/site');
const CLI = join(ROOT, 'bin/sounddesk.js');
const BAR_COUNT = 240;
const SIGNAL_TO_NOISE_DB = 5;
/** The mix peaks here, in dBFS, so that neither the WAV nor the MP3 clips. */
const MIX_PEAK_DB = -3;

const { values } = parseArgs({ options: { voice: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'sounddesk-hero-'));
try {
  await make(folder);
} finally {
  rmSync(folder, { recursive: true });
}

async function make(folder) {
  const { raw, voice, pauses } = mix();
  const rawFile = join(folder, 'raw.wav');
  const cleanFile = join(folder, 'clean.wav');
  writeWav(rawFile, raw);
  const report = JSON.parse(
    execFileSync(process.execPath, [CLI, 'clean', rawFile, '-o', cleanFile, '--json'], {
      encoding: 'utf8',
    }),
  );
  const clean = decode(cleanFile);
  if (clean.length !== raw.length) {
    throw new Error(
      `sounddesk clean gave ${clean.length} samples for ${raw.length}: the output is not aligned.`,
    );
  }
  await writeModule(join(SITE, 'hero/heroWave.ts'), describe({ raw, clean, voice, pauses }));
  encode(rawFile, join(SITE, 'audio/hero-raw.mp3'));
  encode(cleanFile, join(SITE, 'audio/hero-clean.mp3'));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

/** Voice plus noise at the wanted ratio; the ratio counts the voice where it speaks. */
function mix() {
  const { samples: voice, pauses } = readVoice(values.voice);
  const noise = makeNoise(voice.length);
  const spoken = voice.filter((_, index) => !pauses.some(({ start, end }) => index >= start && index < end));
  const noiseGain = 10 ** ((levelDb(spoken) - SIGNAL_TO_NOISE_DB - levelDb(noise)) / 20);
  let highest = 0;
  const raw = voice.map((sample, index) => {
    const mixed = sample + noiseGain * noise[index];
    highest = Math.max(highest, Math.abs(mixed));
    return mixed;
  });
  const gain = 10 ** (MIX_PEAK_DB / 20) / highest;
  return { raw: raw.map((sample) => sample * gain), voice: voice.map((sample) => sample * gain), pauses };
}

function describe({ raw, clean, voice, pauses }) {
  const before = compareWithVoice(raw, voice);
  const after = compareWithVoice(clean, voice);
  const fullScale = raw.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  const rawPauseDb = pauseLevelDb(raw, pauses);
  const cleanPauseDb = pauseLevelDb(clean, pauses);
  const round = (value) => Math.round(value * 10) / 10;
  return {
    origin: {
      madeBy: 'scripts/site/makeHeroWave.mjs',
      voice: `${VOICE.speaker}, ${VOICE.licence}, from Debian's ${VOICE.aptPackage}`,
      text: VOICE.text,
      noise: 'generated pink noise and 50 Hz hum, seeded',
      cleanedBy: 'sounddesk clean, defaults',
    },
    durationSec: Math.round((raw.length / SAMPLE_RATE) * 100) / 100,
    signalToNoiseDb: SIGNAL_TO_NOISE_DB,
    rawPauseDb: round(rawPauseDb),
    cleanPauseDb: round(cleanPauseDb),
    pauseDropDb: round(rawPauseDb - cleanPauseDb),
    rawSiSdrDb: round(before.siSdrDb),
    cleanSiSdrDb: round(after.siSdrDb),
    siSdrGainDb: round(after.siSdrDb - before.siSdrDb),
    voiceLevelChangeDb: round(after.voiceLevelDb - before.voiceLevelDb),
    raw: peaks(raw, BAR_COUNT, fullScale),
    clean: peaks(clean, BAR_COUNT, fullScale),
  };
}

/** A TypeScript module in the repository's format, so that the figures are typed and pass the checks. */
async function writeModule(file, content) {
  const source = `/** Measured and written by scripts/site/makeHeroWave.mjs: do not edit. */
export const heroWave = ${JSON.stringify(content)};`;
  writeFileSync(file, await formatted(file, source));
}

/** A mono 32-bit float WAV: no rounding between what is measured and what is cleaned. */
function writeWav(file, samples) {
  execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'f32le',
      '-ar',
      String(SAMPLE_RATE),
      '-ac',
      '1',
      '-i',
      '-',
      '-c:a',
      'pcm_f32le',
      file,
    ],
    { input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) },
  );
}

/** MP3, since every browser decodes it; without tags, so that the bytes depend on the sound alone. */
function encode(source, target) {
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', source, '-c:a', 'libmp3lame', '-b:a', '64k', '-ac', '1'],
    ...['-map_metadata', '-1', '-bitexact', '-id3v2_version', '0', target],
  ]);
  process.stdout.write(`${target}: ${statSync(target).size} bytes\n`);
}
