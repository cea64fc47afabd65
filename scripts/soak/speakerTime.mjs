/**
 * Who speaks when, in rooms that nobody tuned anything by: two to four microphones that hear each other at −6 to −25 dB, with
 * reverberation, overlaps, and sometimes two people at one microphone. Human voices: the LibriVox reader of Debian's
 * `pocketsphinx-testdata`, and the readers of its `asterisk-core-sounds-*-g722` where they are installed or unpacked (`--sounds`).
 * Who is true is known from each person's dry voice by ITU-T P.56. Missed and false time together may be 5 % of what is spoken, and
 * no line may have another person's words alone:
 * `node scripts/soak/speakerTime.mjs [--rooms 40] [--seed 1] [--most 5] [--sounds /usr/share/asterisk/sounds]`.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSpeech, LEVEL_RATE_HZ } from '../../src-shared/domain/transcript/speech.ts';
import { createRandom, pick } from '../../tests/lib/random.ts';

const RATE_HZ = 16_000;
const LENGTH_SEC = 120;
const SAMPLES_A_LEVEL = RATE_HZ / LEVEL_RATE_HZ;
/** What is found so near to speech is not false: the collar of NIST's md-eval. */
const MARGIN_SEC = 0.25;
/** ITU-T P.56, method B: smoothing, hangover, and how far below the active level speech ends. */
const [SMOOTHING_SEC, HANGOVER_SEC, BELOW_ACTIVE_DB] = [0.03, 0.2, 15.9];
/** Of a reader's short announcements so much is a voice. */
const [LEAST_SEC, VOICE_SEC] = [2, 90];

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '5' },
    sounds: { type: 'string', default: '/usr/share/asterisk/sounds' },
  },
});
const voices = [
  ...globSync('/usr/share/pocketsphinx/test/data/librivox/*.wav').map((file) => levelled(decode(file))),
  ...globSync(path.join(values.sounds, '*_*_*')).sort().map(readerOf),
];
console.log(`${voices.length} voices`);

const errors = [];
let doubled = 0;
for (let room = 0; room < Number(values.rooms); room += 1) {
  const made = makeRoom(createRandom(1000 * Number(values.seed) + room));
  const judged = judge(made);
  const { spoken, missed, wrong, lines } = judged;
  const error = (missed + wrong) / Math.max(1, spoken);
  errors.push(error);
  doubled += lines;
  console.log(
    `${String(room + 1).padStart(3)}: ${made.name}: ${percent(error)} wrong ` +
      `(${percent(missed / spoken)} missed, ${percent(wrong / spoken)} false), ${lines} doubled lines`,
  );
}
const sorted = [...errors].sort((a, b) => a - b);
const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
const above = errors.filter((error) => error > Number(values.most) / 100).length;
console.log(
  `${errors.length} rooms: mean ${percent(mean)}, median ${percent(sorted[errors.length >> 1])}, ` +
    `most ${percent(sorted.at(-1))}; ${above} above ${values.most} %, ` +
    `${doubled} doubled lines`,
);
process.exit(above === 0 && doubled === 0 ? 0 : 1);

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function decode(file) {
  const form = ['-ac', '1', '-ar', String(RATE_HZ), '-f', 'f32le', 'pipe:1'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-i', file, ...form], {
    maxBuffer: 1 << 28,
  });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function levelled(samples) {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (0.4 * sample) / peak);
}

/** The longer announcements of one person, one after the other. */
function readerOf(folder) {
  const parts = [];
  let count = 0;
  for (const file of globSync(path.join(folder, '*.g722')).sort()) {
    if (count > VOICE_SEC * RATE_HZ) break;
    const part = decode(file);
    if (part.length < LEAST_SEC * RATE_HZ) continue;
    parts.push(part);
    count += part.length;
  }
  const all = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return levelled(all);
}

/** Microphones, who speaks at each, and when. */
function makeRoom(random) {
  const tracks = 2 + pick(random, 3);
  const isShared = random() < 0.3;
  const people = Array.from({ length: tracks + (isShared ? 1 : 0) }, (_, index) => ({
    track: Math.min(index, tracks - 1),
    voice: voices[pick(random, voices.length)],
    gain: 10 ** ((-6 + 12 * random()) / 20),
    sound: new Float32Array(LENGTH_SEC * RATE_HZ),
  }));
  const reverbSec = 0.15 + 0.35 * random();
  const bleedDb = -6 - 19 * random();
  let at = Math.round(0.5 * RATE_HZ);
  for (let turn = 0; at < (LENGTH_SEC - 9) * RATE_HZ; turn += 1) {
    const person = people[turn < people.length ? turn : pick(random, people.length)];
    const length = Math.min(person.voice.length, Math.round((1.5 + 5 * random()) * RATE_HZ));
    const from = pick(random, person.voice.length - length + 1);
    person.sound.set(
      person.voice.subarray(from, from + length).map((sample) => sample * person.gain),
      at,
    );
    // One in six begins before the other has ended.
    const gapSec = random() < 1 / 6 ? -0.8 * random() : 0.2 + 1.3 * random();
    at = Math.max(Math.round(0.5 * RATE_HZ), at + length + Math.round(gapSec * RATE_HZ));
  }
  const truth = Array.from({ length: tracks }, (_, track) =>
    anyOf(people.filter((person) => person.track === track).map(({ sound }) => activeOf(sound))),
  );
  // The reverberation of a room is as loud at one microphone as at the other.
  const ownRoom = Math.max(0.15, 10 ** (bleedDb / 20));
  const rooms = people.map(({ sound }) => reverberate(sound, reverbSec));
  const levels = Array.from({ length: tracks }, (_, track) => {
    const heard = Float32Array.from(
      { length: LENGTH_SEC * RATE_HZ },
      () => 0.0012 * (random() + random() - 1),
    );
    for (const [index, person] of people.entries()) {
      const isOwn = person.track === track;
      const share = isOwn ? ownRoom : 10 ** (bleedDb / 20);
      for (let sample = 0; sample < heard.length; sample += 1)
        heard[sample] += share * rooms[index][sample] + (isOwn ? person.sound[sample] : 0);
    }
    return levelsOf(heard);
  });
  const shared = isShared ? ', one shared' : '';
  const name = `${tracks} microphones${shared}, bleed ${bleedDb.toFixed(0)} dB, reverberation ${reverbSec.toFixed(2)} s`;
  return { name, levels, truth };
}

/** Four combs and two all-passes (M. R. Schroeder, 1962), as loud as what comes in. */
function reverberate(sound, seconds) {
  const delays = [0.0297, 0.0371, 0.0411, 0.0437];
  let wet = new Float32Array(sound.length);
  for (const delaySec of delays) {
    const delay = Math.round(delaySec * RATE_HZ);
    const back = 10 ** ((-3 * delaySec) / seconds);
    const line = new Float32Array(sound.length);
    for (let at = 0; at < sound.length; at += 1) {
      line[at] = sound[at] + (at >= delay ? back * line[at - delay] : 0);
      wet[at] += line[at] / delays.length;
    }
  }
  for (const delaySec of [0.005, 0.0017]) {
    const delay = Math.round(delaySec * RATE_HZ);
    const made = new Float32Array(wet.length);
    for (let at = 0; at < wet.length; at += 1) {
      const before = at >= delay ? wet[at - delay] + 0.7 * made[at - delay] : 0;
      made[at] = before - 0.7 * wet[at];
    }
    wet = made;
  }
  const loudness = Math.sqrt(powerOf(sound) / Math.max(powerOf(wet), 1e-12));
  return wet.map((sample) => sample * loudness);
}

function powerOf(sound) {
  let sum = 0;
  for (const sample of sound) sum += sample * sample;
  return sum;
}

function levelsOf(sound) {
  return Float32Array.from({ length: Math.floor(sound.length / SAMPLES_A_LEVEL) }, (_, at) => {
    const part = sound.subarray(at * SAMPLES_A_LEVEL, (at + 1) * SAMPLES_A_LEVEL);
    return Math.max(-90, 10 * Math.log10(powerOf(part) / SAMPLES_A_LEVEL + 1e-12));
  });
}

/** Where one of them speaks: frames. */
function anyOf([first, ...others]) {
  return first.map((isActive, at) => (isActive || others.some((other) => other[at]) ? 1 : 0));
}

/** Where a person speaks, by the clean sound: ITU-T P.56, method B, in frames. */
function activeOf(sound) {
  const envelope = envelopeOf(sound);
  const power = powerOf(sound) / SAMPLES_A_LEVEL;
  const activeAbove = (thresholdDb) => {
    const threshold = 10 ** (thresholdDb / 20);
    let left = 0;
    return envelope.map((level) => {
      left = level >= threshold ? 1 + HANGOVER_SEC * LEVEL_RATE_HZ : left - 1;
      return left > 0 ? 1 : 0;
    });
  };
  // The first threshold from below that is so near to the level of what is above it.
  for (let thresholdDb = -90; thresholdDb < 0; thresholdDb += 0.25) {
    const active = activeAbove(thresholdDb);
    const frames = active.reduce((sum, one) => sum + one, 0);
    if (frames === 0) break;
    if (10 * Math.log10(power / frames) - thresholdDb <= BELOW_ACTIVE_DB) return active;
  }
  return new Float32Array(envelope.length);
}

/** Smoothed twice; the most of each frame. */
function envelopeOf(sound) {
  const keep = Math.exp(-1 / (RATE_HZ * SMOOTHING_SEC));
  let [once, twice] = [0, 0];
  return Float32Array.from({ length: Math.floor(sound.length / SAMPLES_A_LEVEL) }, (_, frame) => {
    let most = 0;
    for (let at = frame * SAMPLES_A_LEVEL; at < (frame + 1) * SAMPLES_A_LEVEL; at += 1) {
      once = keep * once + (1 - keep) * Math.abs(sound[at]);
      twice = keep * twice + (1 - keep) * once;
      most = Math.max(most, twice);
    }
    return most;
  });
}

function judge({ levels, truth }) {
  const margin = MARGIN_SEC * LEVEL_RATE_HZ;
  let [missed, wrong, spoken, lines] = [0, 0, 0, 0];
  for (const [track, stretches] of findSpeech(levels).entries()) {
    const found = new Uint8Array(truth[track].length);
    for (const { startSec, endSec } of stretches) {
      const [from, to] = [Math.round(startSec * LEVEL_RATE_HZ), Math.round(endSec * LEVEL_RATE_HZ)];
      found.fill(1, from, to);
      const isSaid = (spokenThere) => spokenThere.subarray(from, to).includes(1);
      if (!isSaid(truth[track]) && truth.some(isSaid)) lines += 1;
    }
    for (let at = 0; at < found.length; at += 1) {
      if (truth[track][at]) {
        spoken += 1;
        if (!found[at]) missed += 1;
      } else if (found[at] && !truth[track].subarray(Math.max(0, at - margin), at + margin + 1).includes(1)) {
        wrong += 1;
      }
    }
  }
  return { spoken, missed, wrong, lines };
}
