import { Biquad } from '../dsp/biquad.ts';
import { FRAME_SAMPLES } from './rnnoise.ts';

/** So often shares are judged: 1.25 ms. */
const STEP_SAMPLES = 60;
/** A click is taken away from the beginning of its step on, within this. */
const ATTACK_SAMPLES = 12;
/** Of a step; beneath it nothing is compared. */
const LEAST_POWER = 1e-9 * STEP_SAMPLES;
const LEAST_VOICE_POWER = 1e-9 * FRAME_SAMPLES;
const SPEECH_FROM = 0.5;
const MOST_GAIN = 1.4;
const SHARE_OF_NEW_POWER = 0.005;

interface Judgement {
  trust: number;
  babble: number;
  strongShare: number;
  strongGain: number;
  dryShare: number;
}

/** Of GTCRN in its bands, of RNNoise in the treble, of the untouched sound in all. */
interface Shares {
  low: number;
  middle: number;
  treble: number;
  dry: number;
}

/** What the engine "auto" makes of RNNoise and of GTCRN: native/denoise/auto_blend.cpp, which says why, to the same bits. */
export class AutoBlend {
  readonly #rnnoise = new Split();
  readonly #strong = new Split();
  readonly #dryVoice = new VoiceBand();
  readonly #strongVoice = new VoiceBand();
  readonly #rnnoiseLevel = new Level();
  readonly #strongLevel = new Level();
  readonly #dryLevel = new Level();
  readonly #takenVoice = new VoiceBand();
  /** Of what RNNoise takes away of the band of voices. */
  readonly #taken = new Steadiness();
  readonly #takenSound = new Float32Array(FRAME_SAMPLES);
  #trebleLevel = 0;
  #shares: Shares = { low: 0, middle: 0, treble: 1, dry: 0 };

  /**
   * One frame of each in ±1, of the same moment, and how surely there is speech in it by RNNoise. The result takes the place
   * of `strong`. Answers how surely there is speech by both.
   */
  process(dry: Float32Array, rnnoise: Float32Array, strong: Float32Array, speechProbability: number): number {
    this.#rnnoise.process(rnnoise);
    this.#strong.process(strong);
    this.#rnnoiseLevel.hear(this.#rnnoise.voicePower());
    this.#strongLevel.hear(this.#strong.voicePower());
    this.#dryLevel.hear(squareSum(dry, 0, FRAME_SAMPLES) / FRAME_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) this.#takenSound[i] = dry[i]! - rnnoise[i]!;
    this.#taken.hear(this.#takenVoice.power(this.#takenSound) / FRAME_SAMPLES);
    if (speechProbability > SPEECH_FROM) {
      for (const level of [this.#rnnoiseLevel, this.#strongLevel, this.#dryLevel]) level.follow();
    }
    const judgement = this.#judge();
    const kept = keptOf(this.#strongVoice.power(strong), this.#dryVoice.power(dry));
    for (let at = 0; at < FRAME_SAMPLES; at += STEP_SAMPLES) {
      this.#blend(dry, strong, at, this.#nextShares(judgement, at), judgement.strongGain);
    }
    return Math.fround(Math.max(speechProbability, judgement.trust * (1 - judgement.babble) * kept));
  }

  #judge(): Judgement {
    const kept = this.#strongLevel.speech / this.#rnnoiseLevel.speech;
    const taken = this.#dryLevel.speech / this.#rnnoiseLevel.speech;
    const noise = (1 - ramp(kept, 0.02, 0.06)) * ramp(taken, 1.1, 1.3);
    const moving = 1 - ramp(this.#taken.value, 0.84, 0.9);
    const babble =
      Math.max(1 - ramp(kept, 0.5, 0.8), 1 - ramp(kept * taken, 0.55, 0.8)) * moving * (1 - noise);
    const share = Math.max(noise, Math.min(1, Math.max(0.15 * ramp(kept, 0.06, 0.2), 1.4 * kept - 0.2)));
    return {
      trust: Math.max(noise, ramp(kept, 0.4, 0.7)),
      babble,
      strongShare: share * (1 - babble),
      strongGain: Math.min(MOST_GAIN, Math.max(1, Math.sqrt(1 / kept))),
      dryShare: babble * (0.1 + 0.6 * ramp(taken, 1.3, 2.2)),
    };
  }

  #nextShares({ trust, strongShare, dryShare }: Judgement, at: number): Shares {
    const before = this.#shares;
    const follow = (share: number, ratio: number) => {
      const wanted = strongShare + (1 - strongShare) * trust * (1 - ramp(ratio, 0.25, 0.6));
      return wanted > share ? wanted : share + 0.25 * (wanted - share);
    };
    const middle = ratioOf(this.#strong.middle, this.#rnnoise.middle, at);
    const treblePower = squareSum(this.#rnnoise.treble, at, STEP_SAMPLES);
    const sudden = ramp(treblePower / (this.#trebleLevel + LEAST_POWER), 1, 2);
    this.#trebleLevel += 0.002 * (treblePower - this.#trebleLevel);
    const top = Math.max(1.5 * ratioOf(this.#strong.treble, this.#rnnoise.treble, at), 1 - sudden);
    const treble = 1 - trust * (1 - ramp(Math.min(middle, top), 0.3, 0.7));
    return {
      low: follow(before.low, ratioOf(this.#strong.low, this.#rnnoise.low, at)),
      middle: follow(before.middle, middle),
      treble: treble < before.treble ? treble : before.treble + 0.2 * (treble - before.treble),
      dry: before.dry + 0.05 * (dryShare - before.dry),
    };
  }

  #blend(dry: Float32Array, out: Float32Array, at: number, next: Shares, strongGain: number): void {
    const before = this.#shares;
    const [rnnoise, strong] = [this.#rnnoise, this.#strong];
    for (let i = 0; i < STEP_SAMPLES; i += 1) {
      const progress = (i + 1) / STEP_SAMPLES;
      const attack = Math.min(1, (i + 1) / ATTACK_SAMPLES);
      const low = before.low + (next.low > before.low ? attack : progress) * (next.low - before.low);
      const middle =
        before.middle + (next.middle > before.middle ? attack : progress) * (next.middle - before.middle);
      const treble =
        before.treble + (next.treble < before.treble ? attack : progress) * (next.treble - before.treble);
      const dryShare = before.dry + progress * (next.dry - before.dry);
      const n = at + i;
      const lowSound = rnnoise.low[n]! + low * (strongGain * strong.low[n]! - rnnoise.low[n]!);
      const middleSound = rnnoise.middle[n]! + middle * (strongGain * strong.middle[n]! - rnnoise.middle[n]!);
      const trebleSound = strong.treble[n]! + treble * (rnnoise.treble[n]! - strong.treble[n]!);
      const sound = lowSound + middleSound + trebleSound;
      out[n] = sound + dryShare * (dry[n]! - sound);
    }
    this.#shares = next;
  }
}

/** Bands that filters without delay leave to each other: up to 1.5 kHz, up to 6.5 kHz, and above. */
class Split {
  readonly low = new Float32Array(FRAME_SAMPLES);
  readonly middle = new Float32Array(FRAME_SAMPLES);
  readonly treble = new Float32Array(FRAME_SAMPLES);
  readonly #topFirst = new Biquad({
    b0: 0.10051141847217582,
    b1: 0.20102283694435163,
    b2: 0.10051141847217582,
    a1: -0.778170779365221,
    a2: 0.1802164532539245,
  });
  readonly #topSecond = new Biquad({
    b0: 0.132271468825122,
    b1: 0.264542937650244,
    b2: 0.132271468825122,
    a1: -1.024060684328332,
    a2: 0.5531465596288199,
  });
  readonly #edge = new Biquad({
    b0: 0.008442692929079959,
    b1: 0.016885385858159917,
    b2: 0.008442692929079959,
    a1: -1.7237761727625094,
    a2: 0.7575469444788291,
  });

  process(samples: Float32Array): void {
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]!;
      const below = this.#topSecond.process(this.#topFirst.process(sample));
      const low = this.#edge.process(below);
      this.low[i] = low;
      this.middle[i] = below - low;
      this.treble[i] = sample - below;
    }
  }

  /** Mean square of what is not treble. */
  voicePower(): number {
    let sum = 0;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = this.low[i]! + this.middle[i]!;
      sum += sample * sample;
    }
    return sum / FRAME_SAMPLES;
  }
}

/** Where most of a voice is: from 200 Hz to 4 kHz. */
class VoiceBand {
  readonly #from = new Biquad({
    b0: 0.9816582684032611,
    b1: -1.9633165368065222,
    b2: 0.9816582684032611,
    a1: -1.9629800893893394,
    a2: 0.9636529842237054,
  });
  readonly #to = new Biquad({
    b0: 0.04948995626867704,
    b1: 0.09897991253735408,
    b2: 0.04948995626867704,
    a1: -1.279632424997809,
    a2: 0.47759225007251715,
  });

  /** The sum of squares of a frame. */
  power(samples: Float32Array): number {
    let sum = 0;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = this.#to.process(this.#from.process(samples[i]!));
      sum += sample * sample;
    }
    return sum;
  }
}

/** Mean squares of frames: the median of the last five, so that a click counts for nothing, and that over a second. */
class Level {
  readonly #recent = new Float64Array(5);
  #oldest = 0;
  speech = 1e-7;

  hear(power: number): void {
    this.#recent[this.#oldest] = power;
    this.#oldest = (this.#oldest + 1) % this.#recent.length;
  }

  follow(): void {
    const median = this.#recent.slice().sort()[2]!;
    this.speech += 0.02 * (median - this.speech);
  }
}

/** How little a power moves over two seconds: 1 where it stands still. */
class Steadiness {
  #before = 0;
  #heard = 0;
  #roots = 0;
  #powers = 0;

  get value(): number {
    return (this.#roots * this.#roots) / (this.#powers * this.#heard + 1e-12);
  }

  hear(power: number): void {
    const mean = 0.5 * (power + this.#before);
    this.#before = power;
    this.#heard += SHARE_OF_NEW_POWER * (1 - this.#heard);
    this.#roots += SHARE_OF_NEW_POWER * (Math.sqrt(mean) - this.#roots);
    this.#powers += SHARE_OF_NEW_POWER * (mean - this.#powers);
  }
}

/** 0 up to `from`, 1 from `to` on. */
function ramp(x: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (x - from) / (to - from)));
}

/** How surely GTCRN has left speech, by sums of squares of the band of voices: none at -24 dB, all from -12 dB on. */
function keptOf(strong: number, dry: number): number {
  return dry < LEAST_VOICE_POWER ? 0 : ramp(Math.sqrt(strong / dry), 0.063, 0.25);
}

function squareSum(samples: Float32Array, from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i += 1) sum += samples[i]! * samples[i]!;
  return sum;
}

/** How much of a step's power GTCRN left of what RNNoise did. */
function ratioOf(strong: Float32Array, rnnoise: Float32Array, at: number): number {
  return (
    (squareSum(strong, at, STEP_SAMPLES) + LEAST_POWER) / (squareSum(rnnoise, at, STEP_SAMPLES) + LEAST_POWER)
  );
}
