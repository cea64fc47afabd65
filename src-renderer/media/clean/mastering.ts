import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { EffectChain } from '../dsp/effectChain.ts';
import { IntegratedLoudness } from '../dsp/integratedLoudness.ts';
import { TruePeakMeter } from '../dsp/truePeak.ts';
import { TruePeakLimiter } from '../dsp/truePeakLimiter.ts';
import { BLOCK_FRAMES, interleavedOf, planesOf, type SoundSource } from './sound.ts';

const CEILING_DBTP = -1;
/** Within this the loudness counts as reached: a fifth of what a loudness meter shows. */
const LOUDNESS_TOLERANCE_LU = 0.02;
const MOST_TRIALS = 8;
/** More than this above the plain gain and the limiter would be all that is heard. */
const MOST_EXTRA_GAIN_DB = 12;

/** The effects over all channels of a file together, as native/take/clean_mastering.cpp. */
export class Effects {
  readonly #channels: number;
  readonly #chain: EffectChain;

  constructor(settings: EngineEffects, channels: number, rateHz: number) {
    this.#channels = channels;
    this.#chain = new EffectChain(rateHz, channels);
    this.#chain.set(settings);
    this.#chain.settle();
  }

  /** What comes before the noise model. Another array where something works on it, else the same. */
  repair(interleaved: Float32Array): Float32Array {
    if (!this.#chain.isRepairing) return interleaved;
    return this.#run(interleaved, (first, others) => this.#chain.repair(first, others));
  }

  /** What comes behind it. */
  apply(interleaved: Float32Array): Float32Array {
    if (!this.#chain.isAtWork) return interleaved;
    return this.#run(interleaved, (first, others) => {
      this.#chain.repairAfter(first, others);
      this.#chain.process(first, others);
    });
  }

  #run(
    interleaved: Float32Array,
    process: (first: Float32Array, others: readonly Float32Array[]) => void,
  ): Float32Array {
    const planes = planesOf(interleaved, this.#channels);
    const [first, ...others] = planes;
    if (!first) return interleaved;
    process(first, others);
    return interleavedOf(planes, first.length);
  }
}

export interface Loudness {
  integratedLufs: number | null;
  truePeakDb: number | null;
}

/** Loudness and true peak of what goes by. */
export class Gauge {
  readonly #loudness: IntegratedLoudness;
  readonly #truePeak: TruePeakMeter;

  constructor(channels: number, rateHz: number) {
    this.#loudness = new IntegratedLoudness(channels, rateHz);
    this.#truePeak = new TruePeakMeter(channels);
  }

  add(interleaved: Float32Array): void {
    this.#loudness.add(interleaved);
    this.#truePeak.add(interleaved);
  }

  /** Once, at the end. */
  finish(): Loudness {
    return { integratedLufs: this.#loudness.lufs, truePeakDb: this.#truePeak.finishDb() };
  }
}

/**
 * Gives the sound the loudness asked for, true peaks at most at -1 dBTP. A limiter takes loudness away: where it has to
 * work, the gain is looked for until the result is as loud as asked. Yields the part that is done.
 */
export function* bringToLoudness(
  sound: SoundSource,
  now: Loudness,
  targetLufs: number,
  write: (interleaved: Float32Array) => void,
): Generator<number, Loudness> {
  // Silence has no loudness to be changed.
  let gainDb = now.integratedLufs === null ? 0 : targetLufs - now.integratedLufs;
  let done = 0;
  const isLimited = (now.truePeakDb ?? -Infinity) + gainDb > CEILING_DBTP - 0.1;
  if (now.integratedLufs !== null && isLimited) {
    const search = findGainDb(sound, targetLufs, gainDb);
    for (let step = search.next(); ; step = search.next()) {
      if (step.done) {
        gainDb = step.value;
        break;
      }
      yield (done = step.value);
    }
  }
  const gauge = new Gauge(sound.channels, sound.sampleRate);
  for (const { samples, part } of playLimited(sound, gainDb)) {
    gauge.add(samples);
    write(samples);
    yield done + (1 - done) * part;
  }
  return gauge.finish();
}

/** Secant steps, which stay careful where the limiter pushes back. */
function* findGainDb(sound: SoundSource, targetLufs: number, firstDb: number): Generator<number, number> {
  let gainDb = firstDb;
  let best = { gainDb: firstDb, error: Infinity };
  let slope = 1;
  let last: { gainDb: number; lufs: number } | null = null;
  let done = 0;
  for (let trial = 0; trial < MOST_TRIALS; trial += 1) {
    const loudness = new IntegratedLoudness(sound.channels, sound.sampleRate);
    const doneAfter: number = done + (1 - done) / 3;
    for (const { samples, part } of playLimited(sound, gainDb)) {
      loudness.add(samples);
      yield done + (doneAfter - done) * part;
    }
    done = doneAfter;
    const { lufs } = loudness;
    if (lufs === null) break;
    const error = targetLufs - lufs;
    if (Math.abs(error) < best.error) best = { gainDb, error: Math.abs(error) };
    if (Math.abs(error) < LOUDNESS_TOLERANCE_LU) break;
    if (last && gainDb !== last.gainDb) {
      slope = Math.min(1, Math.max(0.1, (lufs - last.lufs) / (gainDb - last.gainDb)));
    }
    last = { gainDb, lufs };
    gainDb = Math.min(gainDb + error / slope, firstDb + MOST_EXTRA_GAIN_DB);
  }
  return best.gainDb;
}

/** The whole sound through gain and limiter, as long as it was. */
function* playLimited(
  sound: SoundSource,
  gainDb: number,
): Generator<{ samples: Float32Array; part: number }> {
  const { channels, frames, sampleRate } = sound;
  const gain = Math.fround(10 ** (gainDb / 20));
  const limiter = new TruePeakLimiter(sampleRate, channels, CEILING_DBTP);
  let late = limiter.latencyFrames;
  const limited = (samples: Float32Array): Float32Array => {
    for (let i = 0; i < samples.length; i += 1) samples[i]! *= gain;
    limiter.process(samples);
    const skipped = Math.min(late, samples.length / channels);
    late -= skipped;
    return samples.subarray(skipped * channels);
  };
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    yield { samples: limited(sound.read(from, BLOCK_FRAMES)), part: from / frames };
  }
  yield { samples: limited(new Float32Array(limiter.latencyFrames * channels)), part: 1 };
}
