/**
 * Voices for the bench of quality, at 48 kHz: sentences with pauses between them, so that it is known where words begin
 * and where nobody speaks. What apt carries, and folders of recordings.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decode } from '../../tests/lib/recordings.ts';

export const RATE_HZ = 48_000;
const PAUSE = Math.round(0.7 * RATE_HZ);
const LEAD = RATE_HZ;
const MOST_SAMPLES = 14 * RATE_HZ;
/** Of a voice where it speaks. */
const VOICE_RMS = 0.05;

const SENTENCES = [
  'Some say that fresh fish is sold first.',
  'The quick brown fox jumps over the lazy dog.',
  'She sells sea shells by the sea shore.',
  'Five thousand people saw the final show.',
];

/** Recordings that packages of Debian bring along: the folder, which of its files, and how raw ones are to be read. */
const RECORDED = [
  ['alsa', '/usr/share/sounds/alsa', /^(Front|Rear|Side)_.*\.wav$/],
  ['librivox', '/usr/share/pocketsphinx/test/data/librivox', /\.wav$/],
  ['cards', '/usr/share/pocketsphinx/test/data/cards', /\.wav$/],
];

/** Each has `name`, `samples`, `onsets` (where sentences begin) and `pauses` (pairs of samples). */
export function* findVoices(folders = []) {
  for (const [name, folder, files] of RECORDED) {
    if (existsSync(folder)) yield makeVoice(name, recordingsOf(folder, files));
  }
  for (const voice of ['en+m1', 'en-us+f3'])
    yield makeVoice(
      `espeak ${voice}`,
      SENTENCES.map((text) => espeak(voice, text)),
    );
  for (const voice of ['slt', 'awb'])
    yield makeVoice(
      `flite ${voice}`,
      SENTENCES.map((text) => flite(voice, text)),
    );
  for (const folder of folders) {
    for (const [name, files] of voicesIn(folder)) yield makeVoice(name, files.map(read));
  }
}

/** A folder of recordings is a voice; so is each folder in it. */
function voicesIn(folder) {
  const own = readdirSync(folder).sort();
  const sounds = own.filter(isSound).map((name) => path.join(folder, name));
  const inner = own.map((name) => path.join(folder, name)).filter((file) => statSync(file).isDirectory());
  return [...(sounds.length > 0 ? [[path.basename(folder), sounds]] : []), ...inner.flatMap(voicesIn)];
}

export const isSound = (name) => /\.(wav|flac|ogg|mp3|sln16|g722)$/i.test(name);

export const read = (file) => decode(file, { sampleRate: RATE_HZ, channels: 1 }).channels[0];

const recordingsOf = (folder, files) =>
  readdirSync(folder)
    .filter((name) => files.test(name))
    .sort()
    .map((name) => read(path.join(folder, name)));

export const espeak = (voice, text) =>
  inFile((file) => execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', file, text]));

export const flite = (voice, text) =>
  inFile((file) => {
    const source = `flite=voice=${voice}:text='${text.replaceAll(/['\\:,]/g, '')}'`;
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', source, file]);
  });

function inFile(write) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-voice-'));
  try {
    const file = path.join(folder, 'said.wav');
    write(file);
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function makeVoice(name, recordings) {
  const said = recordings.map(trimmed).filter(({ length }) => length > 0.2 * RATE_HZ);
  const samples = new Float32Array(MOST_SAMPLES + PAUSE);
  const onsets = [];
  const pauses = [[0.2 * RATE_HZ, LEAD - 0.1 * RATE_HZ]];
  let at = LEAD;
  for (const part of said) {
    const fits = part.subarray(0, Math.max(0, MOST_SAMPLES - at));
    if (fits.length < Math.min(part.length, 2 * RATE_HZ)) break;
    samples.set(fits, at);
    onsets.push(at);
    at += fits.length + PAUSE;
    pauses.push([at - PAUSE + 0.2 * RATE_HZ, at - 0.1 * RATE_HZ]);
  }
  const whole = samples.subarray(0, at);
  const scale = VOICE_RMS / activeRms(whole);
  return { name, samples: whole.map((sample) => sample * scale), onsets, pauses };
}

/** From the first to the last moment that is within 35 dB of the loudest, without offset, its ends faded. */
function trimmed(samples) {
  const levels = frameRms(samples);
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const isHeard = (level) => level > loudest * 10 ** (-35 / 20);
  const from = levels.findIndex(isHeard);
  const cut = samples.slice(from * FRAME, (levels.findLastIndex(isHeard) + 1) * FRAME);
  for (let i = 0; i < Math.min(FADE, cut.length); i += 1) {
    cut[i] *= i / FADE;
    cut[cut.length - 1 - i] *= i / FADE;
  }
  return cut;
}

const FRAME = 480;
const FADE = 96;

function frameRms(samples) {
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) => {
    let power = 0;
    for (let i = frame * FRAME; i < (frame + 1) * FRAME; i += 1) power += samples[i] ** 2;
    return Math.sqrt(power / FRAME);
  });
}

/** Over the moments within 30 dB of the loudest. */
export function activeRms(samples) {
  const levels = frameRms(samples);
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const active = levels.filter((level) => level > loudest * 10 ** (-30 / 20));
  return Math.sqrt(active.reduce((sum, level) => sum + level ** 2, 0) / active.length);
}
