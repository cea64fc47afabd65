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
const SHARE_OF_NEW_POWER = 0.005;
const USUAL_SHARE = 2 / 3;
const LEAST_SHARE = 0.25;
/** So many samples of RNNoise behind a frame have to be there. */
const AHEAD_SAMPLES = 48;

interface Judgement {
  trust: number;
  babble: number;
  strongShare: number;
  dryShare: number;
  /** How much of the gain of voices is due. */
  louder: number;
}

/** Of GTCRN in its bands, of RNNoise in the treble. */
interface Shares {
  low: number;
  middle: number;
  treble: number;
}

const EDGE = {
  b0: 0.008442692929079959,
  b1: 0.016885385858159917,
  b2: 0.008442692929079959,
  a1: -1.7237761727625094,
  a2: 0.7575469444788291,
};

const RUMBLE_LOW_PASS = {
  b0: 2.721380798831886e-5,
  b1: 5.442761597663772e-5,
  b2: 2.721380798831886e-5,
  a1: -1.985190657896261,
  a2: 0.9852995131282144,
};

/** What the engine "auto" makes of RNNoise and of GTCRN: native/denoise/auto_blend.cpp, which says why, to the same bits. */
export class AutoBlend {
  readonly #rnnoise = new Split();
  readonly #strong = new Split();
  readonly #rnnoiseBelow = new Below();
  readonly #rnnoiseEdge = new Edge();
  readonly #strongEdge = new Edge();
  readonly #rumble = new Rumble();
  readonly #explained = new Explained();
  readonly #dryVoice = new VoiceBand();
  readonly #strongVoice = new VoiceBand();
  readonly #leftVoice = new VoiceBand();
  readonly #rnnoiseLevel = new Level();
  readonly #strongLevel = new Level();
  readonly #dryLevel = new Level();
  readonly #takenVoice = new VoiceBand();
  /** Of what RNNoise takes away of the band of voices. */
  readonly #taken = new Steadiness();
  readonly #takenSound = new Float32Array(FRAME_SAMPLES);
  readonly #voiceGain = new VoiceGain();
  readonly #noiseAlone = new NoiseAlone();
  #trebleLevel = 0;
  #shares: Shares = { low: 0, middle: 0, treble: 1 };
  #gain = 1;
  /** Of the untouched sound in all. */
  #dryShare = 0;

  /**
   * One frame of each in ±1, of the same moment, with what RNNoise made behind it, and how surely there is speech in it by RNNoise. The
   * result takes the place of `strong`. Answers how surely there is speech by both.
   */
  process(dry: Float32Array, rnnoise: Float32Array, strong: Float32Array, speechProbability: number): number {
    this.#rnnoise.process(rnnoise);
    this.#strong.process(strong);
    this.#rnnoiseBelow.process(rnnoise);
    this.#rnnoiseEdge.process(this.#rnnoiseBelow.sound);
    this.#strongEdge.process(strong);
    this.#rnnoiseLevel.hear(this.#rnnoise.voicePower());
    this.#strongLevel.hear(this.#strong.voicePower());
    this.#dryLevel.hear(squareSum(dry, 0, FRAME_SAMPLES) / FRAME_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) this.#takenSound[i] = dry[i]! - rnnoise[i]!;
    const takenVoice = this.#takenVoice.process(this.#takenSound);
    this.#taken.hear(squareSum(takenVoice, 0, FRAME_SAMPLES) / FRAME_SAMPLES);
    const isSpeech = speechProbability > SPEECH_FROM;
    if (isSpeech) {
      for (const level of [this.#rnnoiseLevel, this.#strongLevel, this.#dryLevel]) level.follow();
    }
    const dryVoice = this.#dryVoice.process(dry);
    const strongVoice = this.#strongVoice.process(strong);
    const dryPower = squareSum(dryVoice, 0, FRAME_SAMPLES);
    const strongPower = squareSum(strongVoice, 0, FRAME_SAMPLES);
    this.#explained.hear(dryPower, strongPower, product(dryVoice, strongVoice));
    const judgement = this.#judge(isSpeech);
    const kept = keptOf(strongPower, dryPower);
    this.#rumble.takeOut(this.#rnnoiseBelow.sound, strong, this.#rnnoiseEdge.low, this.#strongEdge.low);
    for (let at = 0; at < FRAME_SAMPLES; at += STEP_SAMPLES) {
      this.#blend(strong, at, this.#nextShares(judgement, at));
    }
    this.#voiceGain.follow(dryVoice, this.#leftVoice.process(strong), isSpeech ? 1 : kept);
    const gain = 1 + judgement.louder * (this.#voiceGain.value() - 1);
    this.#makeLouder(dry, strong, gain, judgement.dryShare);
    return Math.fround(Math.max(speechProbability, (1 - judgement.babble) * kept));
  }

  #judge(isSpeech: boolean): Judgement {
    const kept = this.#strongLevel.speech / this.#rnnoiseLevel.speech;
    const taken = this.#dryLevel.speech / this.#rnnoiseLevel.speech;
    const noise = this.#noiseAlone.hear(kept, taken, isSpeech);
    const moving = (1 - ramp(this.#taken.value, 0.84, 0.9)) * ramp(this.#explained.value, 0.6, 0.75);
    const babble =
      Math.max(1 - ramp(kept, 0.5, 0.8), 1 - ramp(kept * taken, 0.55, 0.8)) * moving * (1 - noise);
    const least = LEAST_SHARE + (USUAL_SHARE - LEAST_SHARE) * ramp(kept + 0.15 * (taken - 1), 0.3, 0.5);
    const share = ramp(kept, 0.03, 0.15) * (least + (1 - least) * ramp(kept, 0.65, 0.95));
    return {
      trust: Math.max(noise, ramp(kept, 0.4, 0.7)),
      babble,
      strongShare: Math.max(noise, share * (1 - 0.8 * babble)),
      dryShare: babble * 0.6 * ramp(taken, 1.3, 2.2),
      louder: (1 - noise) * (1 - ramp(taken, 5, 8)),
    };
  }

  #nextShares({ trust, strongShare }: Judgement, at: number): Shares {
    const before = this.#shares;
    const follow = (share: number, ratio: number) => {
      const wanted = strongShare + (1 - strongShare) * trust * (1 - ramp(ratio, 0.1, 0.3));
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
    };
  }

  #blend(out: Float32Array, at: number, next: Shares): void {
    const before = this.#shares;
    const [rnnoise, strong] = [this.#rnnoiseEdge, this.#strongEdge];
    for (let i = 0; i < STEP_SAMPLES; i += 1) {
      const progress = (i + 1) / STEP_SAMPLES;
      const attack = Math.min(1, (i + 1) / ATTACK_SAMPLES);
      const low = before.low + (next.low > before.low ? attack : progress) * (next.low - before.low);
      const middle =
        before.middle + (next.middle > before.middle ? attack : progress) * (next.middle - before.middle);
      const treble =
        before.treble + (next.treble < before.treble ? attack : progress) * (next.treble - before.treble);
      const n = at + i;
      const lowSound = rnnoise.low[n]! + low * (strong.low[n]! - rnnoise.low[n]!);
      const middleSound = rnnoise.middle[n]! + middle * (strong.middle[n]! - rnnoise.middle[n]!);
      out[n] = lowSound + middleSound + treble * this.#rnnoiseBelow.treble[n]!;
    }
    this.#shares = next;
  }

  /** Both change over the frame. */
  #makeLouder(dry: Float32Array, out: Float32Array, gain: number, dryShare: number): void {
    const [gainBefore, dryBefore] = [this.#gain, this.#dryShare];
    this.#gain = gain;
    this.#dryShare = dryBefore + 0.34 * (dryShare - dryBefore);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const progress = (i + 1) / FRAME_SAMPLES;
      const sound = (gainBefore + progress * (gain - gainBefore)) * out[i]!;
      const share = dryBefore + progress * (this.#dryShare - dryBefore);
      out[i] = sound + share * (dry[i]! - sound);
    }
  }
}

/** From its middle on: a low-pass at 7.85 kHz of linear phase, which ends as GTCRN does. */
const TAPS = lowPass();

function lowPass(): number[] {
  const edge = (2 * 7850) / 48_000;
  const end = AHEAD_SAMPLES + 1;
  const taps = Array.from({ length: end }, (_, i) => {
    const x = Math.PI * i;
    const window = 0.42 + 0.5 * Math.cos(x / end) + 0.08 * Math.cos((2 * x) / end);
    return (i === 0 ? edge : Math.sin(edge * x) / x) * window;
  });
  const sum = taps.reduce((so, tap, i) => so + (i === 0 ? tap : 2 * tap), 0);
  return taps.map((tap) => Math.fround(tap / sum));
}

/** Of RNNoise, what GTCRN has too, without a delay of its own. */
class Below {
  readonly sound = new Float32Array(FRAME_SAMPLES);
  /** The rest. */
  readonly treble = new Float32Array(FRAME_SAMPLES);
  readonly #line = new Float32Array(FRAME_SAMPLES + 2 * AHEAD_SAMPLES);
  readonly #sums = new Float64Array(FRAME_SAMPLES);

  process(samples: Float32Array): void {
    const [line, sums] = [this.#line, this.#sums];
    line.set(samples.subarray(0, FRAME_SAMPLES + AHEAD_SAMPLES), AHEAD_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) sums[i] = TAPS[0]! * line[AHEAD_SAMPLES + i]!;
    for (let tap = 1; tap < TAPS.length; tap += 1) {
      const [weight, before, behind] = [TAPS[tap]!, AHEAD_SAMPLES - tap, AHEAD_SAMPLES + tap];
      for (let i = 0; i < FRAME_SAMPLES; i += 1) sums[i]! += weight * (line[before + i]! + line[behind + i]!);
    }
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      this.sound[i] = sums[i]!;
      this.treble[i] = samples[i]! - this.sound[i]!;
    }
    line.copyWithin(0, FRAME_SAMPLES, FRAME_SAMPLES + AHEAD_SAMPLES);
  }
}

/** At 1.5 kHz. */
class Edge {
  readonly low = new Float32Array(FRAME_SAMPLES);
  readonly middle = new Float32Array(FRAME_SAMPLES);
  readonly #edge = new Biquad(EDGE);

  process(samples: Float32Array): void {
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      this.low[i] = this.#edge.process(samples[i]!);
      this.middle[i] = samples[i]! - this.low[i]!;
    }
  }
}

/** What GTCRN adds beneath any voice, where it lets rumble through that RNNoise takes. */
class Rumble {
  readonly #rnnoise = new Biquad(RUMBLE_LOW_PASS);
  readonly #strong = new Biquad(RUMBLE_LOW_PASS);
  readonly #highPass = new Biquad({
    b0: 0.9926225427561188,
    b1: -1.9852450855122377,
    b2: 0.9926225427561188,
    a1: -1.985190657896261,
    a2: 0.9852995131282144,
  });
  #rnnoisePower = 0;
  #strongPower = 0;
  #wholePower = 0;
  #share = 0;

  takeOut(
    rnnoise: Float32Array,
    strong: Float32Array,
    rnnoiseLow: Float32Array,
    strongLow: Float32Array,
  ): void {
    const before = this.#share;
    this.#follow(rnnoise, strong);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const added = Math.fround(strongLow[i]! - rnnoiseLow[i]!);
      const progress = (i + 1) / FRAME_SAMPLES;
      const share = before + progress * (this.#share - before);
      const without = this.#highPass.process(added) - added;
      strongLow[i] = strongLow[i]! + share * without;
    }
  }

  #follow(rnnoise: Float32Array, strong: Float32Array): void {
    let [ofRnnoise, ofStrong] = [0, 0];
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const first = this.#rnnoise.process(rnnoise[i]!);
      const second = this.#strong.process(strong[i]!);
      ofRnnoise += first * first;
      ofStrong += second * second;
    }
    this.#rnnoisePower += 0.02 * (ofRnnoise - this.#rnnoisePower);
    this.#strongPower += 0.02 * (ofStrong - this.#strongPower);
    this.#wholePower += 0.02 * (squareSum(strong, 0, FRAME_SAMPLES) - this.#wholePower);
    this.#share =
      ramp((this.#strongPower + 1e-9) / (this.#rnnoisePower + 1e-9), 1.5, 3) *
      ramp(this.#strongPower / (this.#wholePower + 1e-9), 0.05, 0.15);
  }
}

/** How much of the untouched sound's power in the band of voices GTCRN's is, but for its level; over five seconds. */
class Explained {
  #dry = 0;
  #strong = 0;
  #both = 0;

  get value(): number {
    return (this.#both * this.#both) / (this.#dry * this.#strong + 1e-18);
  }

  hear(dry: number, strong: number, both: number): void {
    this.#dry += 0.002 * (dry - this.#dry);
    this.#strong += 0.002 * (strong - this.#strong);
    this.#both += 0.002 * (both - this.#both);
  }
}

/** What is made good of the loudness that a voice lost. */
class VoiceGain {
  #heard = 0;
  #dryByLeft = 1e-6;
  #leftPower = 1e-6;

  follow(dry: Float32Array, left: Float32Array, speech: number): void {
    this.#heard += speech;
    const ofNew = speech * Math.max(0.001, 1 / (1 + this.#heard));
    const leftPower = squareSum(left, 0, FRAME_SAMPLES);
    this.#dryByLeft += ofNew * (product(dry, left) - this.#dryByLeft);
    this.#leftPower += ofNew * (leftPower - this.#leftPower);
  }

  value(): number {
    const wanted = 1 + 0.7 * ramp(this.#heard, 0, 50) * (this.#dryByLeft / this.#leftPower - 1);
    return Math.min(1.8, Math.max(1, wanted));
  }
}

/** By which clicks are known: up to 1.5 kHz, up to 6.5 kHz, and above. */
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
  readonly #edge = new Biquad(EDGE);

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

  readonly #voice = new Float32Array(FRAME_SAMPLES);

  /** Stays until the next one. */
  process(samples: Float32Array): Float32Array {
    for (let i = 0; i < FRAME_SAMPLES; i += 1)
      this.#voice[i] = this.#to.process(this.#from.process(samples[i]!));
    return this.#voice;
  }
}

/** How surely RNNoise took noise for speech. */
class NoiseAlone {
  #lasting = 0;

  hear(kept: number, taken: number, isSpeech: boolean): number {
    const nothing = 1 - ramp(kept, 0.02, 0.06);
    const some = nothing * ramp(taken, 1.1, 1.3);
    if (isSpeech)
      this.#lasting = some < this.#lasting ? some : this.#lasting + 0.003 * (some - this.#lasting);
    return Math.max(nothing * ramp(taken, 1.8, 2.5), some * ramp(this.#lasting, 0.3, 0.7));
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

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < FRAME_SAMPLES; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

/** How much of a step's power GTCRN left of what RNNoise did. */
function ratioOf(strong: Float32Array, rnnoise: Float32Array, at: number): number {
  return (
    (squareSum(strong, at, STEP_SAMPLES) + LEAST_POWER) / (squareSum(rnnoise, at, STEP_SAMPLES) + LEAST_POWER)
  );
}
