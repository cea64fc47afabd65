import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTrack } from '../../../tests/lib/captureRig.ts';
import { findDelay, median } from '../../../tests/lib/delays.ts';
import { makeNoise, writeWav } from '../../../tests/lib/recordings.ts';
import { PULSE_INTO_MICROPHONE, PULSE_WITNESS, startPulse } from '../../../tests/lib/virtualAudio.ts';
import { bundleInside } from './bundle.mjs';
import { windowsPath } from './wine.mjs';

const RATE = 48_000;
/** What is played repeats after so much: its place is found by looking that far. */
const PERIOD = RATE / 4;
/** So much is compared at once: what plays follows a clock that is uncertain under wine, and its delay moves by 100 samples a second. */
const PIECE = RATE / 20;
const SEC = 8;
/** Of the same sound, by two clocks and whatever wine does between them. */
const LEAST_CORRELATION = 0.9;

/**
 * Devices are opened by WASAPI, which wine puts on a PulseAudio server without hardware: what is played into its microphone is in the
 * take, and what the engine plays is heard at its loudspeaker.
 */
export async function checkDevices({ wine, node, engine, folder }) {
  const server = await startPulse();
  try {
    const pattern = patternOf(makeNoise(PERIOD, 5));
    const wav = path.join(folder, 'pattern.wav');
    writeWav(wav, { sampleRate: RATE, channels: [repeated(pattern, 240)] });
    const heardFile = path.join(folder, 'heard.raw');
    server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, wav]);
    const format = ['--format=float32le', `--rate=${RATE}`, '--channels=2'];
    server.start('parec', ['-d', PULSE_WITNESS, '--raw', ...format, heardFile]);
    const takeFolder = path.join(folder, 'take-by-devices');
    const { devices, opened, ended, error } = await recordInside({ wine, node, engine, folder }, server.env, {
      takeFolder: windowsPath(takeFolder),
      sec: SEC,
    });
    assert.equal(error, undefined, `${error?.code} ${error?.message}: ${JSON.stringify(devices)}`);
    assert.deepEqual([...new Set(devices.map(({ hostApi }) => hostApi))], ['Windows WASAPI']);
    assert.equal(ended.code, null, ended.message);
    const [recorded] = readTrack(takeFolder, 'voice');
    const [played] = stereoOf(readFileSync(heardFile));
    const likeness = [recorded, played].map((sound) => likenessOf(pattern, sound));
    for (const [index, what] of ['recorded', 'played'].entries())
      assert.ok(likeness[index] > LEAST_CORRELATION, `${what}: correlation ${likeness[index]}`);
    const rates = opened.map(
      ({ name, sampleRate, missingFrames }) => `${name} ${sampleRate} Hz, ${missingFrames} lost`,
    );
    return `${devices.length} by WASAPI; ${rates.join('; ')}; likeness ${likeness.map((of) => of.toFixed(3)).join(' recorded, ')} played`;
  } finally {
    await server.close();
  }
}

async function recordInside({ wine, node, engine, folder }, env, job) {
  const [jobFile, answerFile] = ['devices.json', 'devices-answer.json'].map((name) =>
    path.join(folder, name),
  );
  writeFileSync(jobFile, JSON.stringify({ addon: windowsPath(engine.addon), ...job }));
  const script = await bundleInside('devices', folder);
  const { PULSE_SERVER, PULSE_RUNTIME_PATH } = env;
  const args = [script, jobFile, answerFile].map(windowsPath);
  const { code, output } = await wine.start(node, args, { PULSE_SERVER, PULSE_RUNTIME_PATH }).ended;
  assert.equal(code, 0, output);
  return JSON.parse(readFileSync(answerFile, 'utf8'));
}

/** Low frequencies alone: a part of a sample's delay changes little of them. */
function patternOf(noise) {
  let sound = noise;
  for (let round = 0; round < 2; round += 1)
    sound = sound.map((_, at) => {
      let sum = 0;
      for (let tap = 0; tap < 8; tap += 1) sum += sound[(at + tap) % sound.length];
      return sum / 8;
    });
  return sound.map((sample) => sample * 0.8);
}

function repeated(pattern, times) {
  return Float32Array.from({ length: pattern.length * times }, (_, at) => pattern[at % pattern.length]);
}

function stereoOf(bytes) {
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return [0, 1].map((side) => samples.filter((_, at) => at % 2 === side));
}

/** Median over pieces of each quarter of a second, where there is sound. */
function likenessOf(pattern, sound) {
  const reference = repeated(pattern, 3).subarray(0, 2 * (PERIOD - 1) + PIECE);
  const values = [];
  for (let from = 0; from + reference.length <= sound.length; from += PERIOD) {
    const part = sound.subarray(from, from + reference.length);
    if (!part.some((sample) => Math.abs(sample) > 1e-4)) continue;
    values.push(findDelay(reference, part, PERIOD - 1).correlation);
  }
  return median(values);
}
