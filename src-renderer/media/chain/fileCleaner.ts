import { Biquad } from '../dsp/biquad.ts';
import { meanSquare } from '../dsp/levels.ts';
import { isModelAlone, type DenoiseMix } from './chainSettings.ts';
import {
  LOW_TONE_RESTORATION,
  PAUSE_AFTER_FRAMES,
  PAUSE_THRESHOLD,
  type CleanedFrame,
} from './channelCleaner.ts';
import type { Denoiser } from './denoiser.ts';
import { DryWetMix, type MixHint } from './dryWetMix.ts';
import { POST_FILTER_FRAMES, PostFilter } from './postFilter.ts';
import { FRAME_SAMPLES } from './rnnoise.ts';
import { NOISE_WINDOW_FRAMES, SteadyNoiseDetector } from './steadyNoise.ts';

const SLOTS = NOISE_WINDOW_FRAMES;
const SPEECH_THRESHOLD = 0.5;
/** The end of a word is waited for so long. */
const HELD_FRAMES = 6;
/** A shorter silence lies within a word. */
const PAUSE_FRAMES = 13;
/** Behind a word: so long do the model's windows hold some of it, */
const LEAKING_FRAMES = 2;
/** so long may the model take for speech what is none, */
const MOST_HELD_FRAMES = 25;
/** and so much louder than the pause that follows may the frame be, and those before the pause. */
const MOST_ABOVE_PAUSE = 1.5;
const MOST_ABOVE_PAUSE_UNTIL_THEN = 3;
const SHARE_OF_NEW_LEVEL = 0.01;
/** Sums side by side. */
const LANES = 8;
/** Signal-to-noise ratios: below none of the room stays, from here all that the settings leave. */
const ROOM_NONE_BELOW_DB = 10;
const ROOM_ALL_FROM_DB = 25;

interface Slot {
  readonly dry: Float32Array;
  readonly wet: Float32Array;
  speechProbability: number;
  /** Mean squares of `dry` and of what changes in it from sample to sample: its low and its high tones. */
  dryPower: number;
  dryChangePower: number;
}

/**
 * One channel of a recording through the model and the mix, with a look at what comes next:
 * native/denoise/file_cleaner.cpp, which says why.
 */
export class FileCleaner {
  /** What comes out is so much older than what went in: 470 ms. */
  static readonly delaySamples = (NOISE_WINDOW_FRAMES - 1) * FRAME_SAMPLES;
  readonly #model: Denoiser;
  readonly #isModelAlone: boolean;
  readonly #mix: DryWetMix;
  readonly #lowTones = new Biquad(LOW_TONE_RESTORATION);
  readonly #detector = new SteadyNoiseDetector();
  readonly #postFilter = new PostFilter();
  readonly #ring: Slot[] = Array.from({ length: SLOTS }, () => ({
    dry: new Float32Array(FRAME_SAMPLES),
    wet: new Float32Array(FRAME_SAMPLES),
    speechProbability: 0,
    dryPower: 0,
    dryChangePower: 0,
  }));
  readonly #restored = new Float32Array(FRAME_SAMPLES);
  #newest = SLOTS - 1;
  #noisePower = 0;
  #speechPower = 0;
  #quietFrames = 0;
  #framesSinceSpeech = 0;

  constructor(model: Denoiser, settings: DenoiseMix) {
    this.#model = model;
    this.#isModelAlone = isModelAlone(settings);
    this.#mix = new DryWetMix(settings);
  }

  /** 480 samples in ±1, in place. The report is of what comes out. */
  process(samples: Float32Array): CleanedFrame {
    this.#newest = (this.#newest + 1) % SLOTS;
    const slot = this.#ring[this.#newest]!;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]!;
      slot.dry[i] = Number.isFinite(sample) ? sample : 0;
    }
    const { power, changePower } = powersOf(slot.dry);
    slot.dryPower = power;
    slot.dryChangePower = changePower;
    // What the model gives belongs to an earlier frame.
    const before = this.#at(SLOTS - 1 - this.#model.delayFrames);
    before.wet.set(slot.dry);
    before.speechProbability = this.#model.process(before.wet);
    if (this.#model.turnsLowTones) this.#restoreLowTones(before.wet);
    const isNoise = this.#detector.process(slot.dry);
    const oldest = this.#at(0);
    const inputPower = oldest.dryPower;
    this.#followLevels(inputPower, isNoise, oldest.speechProbability);
    samples.set(oldest.wet);
    let hint: MixHint | undefined;
    if (!this.#isModelAlone) {
      const isNoiseAlone = this.#isBehindWord() || isNoise;
      hint = { isNoiseAlone, roomShare: this.#roomShare(), isEndKnown: true };
      this.#restore();
      samples.set(this.#restored);
    }
    this.#mix.process(oldest.dry, samples, this.#oldestSpeechProbability(), hint);
    const speechProbability = isNoise ? 0 : oldest.speechProbability;
    const isQuiet = speechProbability < PAUSE_THRESHOLD;
    this.#quietFrames = isQuiet ? Math.min(this.#quietFrames + 1, PAUSE_AFTER_FRAMES) : 0;
    return {
      speechProbability,
      isPause: isNoise || this.#quietFrames >= PAUSE_AFTER_FRAMES,
      inputPower,
      outputPower: meanSquare(samples),
    };
  }

  /** How many frames after the oldest. */
  #at(ahead: number): Slot {
    return this.#ring[(this.#newest + 1 + ahead) % SLOTS]!;
  }

  /** The filter always runs; the model alone is left as it is. */
  #restoreLowTones(wet: Float32Array): void {
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const restored = this.#lowTones.process(wet[i]!);
      if (!this.#isModelAlone) wet[i] = restored;
    }
  }

  /** The oldest frame of the model's output, with what is known of the noise. */
  #restore(): void {
    const frames = Array.from({ length: POST_FILTER_FRAMES }, (_, ahead) => this.#at(ahead));
    const isNoise = frames.every((_, ahead) => this.#detector.isNoise(ahead));
    this.#postFilter.process(
      frames.map(({ dry }) => dry),
      frames.map(({ wet }) => wet),
      isNoise,
      this.#restored,
    );
  }

  /** The model's word, but for the end of a word: what it says up to 60 ms later counts now. */
  #oldestSpeechProbability(): number {
    let lowest = this.#at(0).speechProbability;
    for (let start = 0; start <= HELD_FRAMES; start += 1) {
      let highest = 0;
      for (let i = 0; i < PAUSE_FRAMES; i += 1) {
        highest = Math.max(highest, this.#at(start + i).speechProbability);
      }
      lowest = Math.min(lowest, highest);
    }
    return lowest;
  }

  /** The word has ended, though the model's output does not show it yet: see file_cleaner.cpp. */
  #isBehindWord(): boolean {
    const isSpeech = (ahead: number) => this.#at(ahead).speechProbability >= PAUSE_THRESHOLD;
    this.#framesSinceSpeech = isSpeech(0) ? 0 : this.#framesSinceSpeech + 1;
    if (this.#framesSinceSpeech > LEAKING_FRAMES) return false;
    let pause = 1;
    for (let i = 1; i < pause + PAUSE_FRAMES; i += 1) {
      if (isSpeech(i)) pause = i + 1;
      if (pause > MOST_HELD_FRAMES) return false;
    }
    let power = 0;
    let changePower = 0;
    for (let i = pause; i < pause + PAUSE_FRAMES; i += 1) {
      power += this.#at(i).dryPower / PAUSE_FRAMES;
      changePower += this.#at(i).dryChangePower / PAUSE_FRAMES;
    }
    const isNoLouder = (ahead: number, mostAbove: number) => {
      const { dryPower, dryChangePower } = this.#at(ahead);
      return dryPower <= mostAbove * power && dryChangePower <= mostAbove * changePower;
    };
    for (let i = 1; i < pause; i += 1) {
      if (!isNoLouder(i, MOST_ABOVE_PAUSE_UNTIL_THEN)) return false;
    }
    return isNoLouder(0, MOST_ABOVE_PAUSE);
  }

  /** Powers of pauses and of speech, over the last seconds of each. */
  #followLevels(power: number, isNoise: boolean, speechProbability: number): void {
    const followed = (level: number) => (level === 0 ? power : level + SHARE_OF_NEW_LEVEL * (power - level));
    if (isNoise || speechProbability < PAUSE_THRESHOLD) this.#noisePower = followed(this.#noisePower);
    else if (speechProbability > SPEECH_THRESHOLD) this.#speechPower = followed(this.#speechPower);
  }

  #roomShare(): number {
    if (this.#noisePower <= 0 || this.#speechPower <= 0) return 1;
    const ratioDb = 10 * Math.log10(Math.max(this.#speechPower / this.#noisePower - 1, 1e-3));
    const share = (ratioDb - ROOM_NONE_BELOW_DB) / (ROOM_ALL_FROM_DB - ROOM_NONE_BELOW_DB);
    return Math.min(1, Math.max(0, share));
  }
}

/**
 * Mean squares of a frame and of the differences between neighbours: the power of the high tones above all. In eight sums, as
 * native/denoise/file_cleaner.cpp adds them.
 */
function powersOf(frame: Float32Array): { power: number; changePower: number } {
  const squares = new Float64Array(LANES);
  const changes = new Float64Array(LANES);
  const whole = frame.length - LANES;
  frame.forEach((sample, i) => {
    squares[i % LANES]! += sample * sample;
    if (i > 0) changes[i <= whole ? (i - 1) % LANES : 0]! += (sample - frame[i - 1]!) ** 2;
  });
  const sumOf = (lanes: Float64Array) => lanes.reduce((sum, lane) => sum + lane, 0);
  return { power: sumOf(squares) / frame.length, changePower: sumOf(changes) / (frame.length - 1) };
}
