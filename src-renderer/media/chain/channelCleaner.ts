import { Biquad } from '../dsp/biquad.ts';
import { meanSquare } from '../dsp/levels.ts';
import { isModelAlone, type DenoiseMix } from './chainSettings.ts';
import { DryWetMix } from './dryWetMix.ts';
import { FRAME_SAMPLES, type Rnnoise } from './rnnoise.ts';

/**
 * RNNoise begins with a high-pass at 30 Hz that turns the phase of all low tones. This takes it back and puts a
 * high-pass at 8 Hz in its place (native/denoise/low_tones.hpp).
 */
export const LOW_TONE_RESTORATION = { b0: 1, b1: -1.99599, b2: 0.996, a1: -1.998, a2: 0.998001 };

/** Below this a frame counts as free of speech. */
export const PAUSE_THRESHOLD = 0.2;
/** How long nobody must have spoken: the ends of words are quiet, but not noise. */
export const PAUSE_AFTER_FRAMES = 20;

export interface CleanedFrame {
  /** Of the newest frame that went in. */
  speechProbability: number;
  /** Nobody speaks in what just came out: then its two powers say how far noise was lowered. */
  isPause: boolean;
  /** Mean squares of what just came out and of the same stretch of the input. */
  inputPower: number;
  outputPower: number;
}

/** One channel through the model and the mix, frame by frame: native/denoise/channel_cleaner.cpp. */
export class ChannelCleaner {
  readonly #model: Rnnoise;
  readonly #mix: DryWetMix;
  readonly #lowTones = new Biquad(LOW_TONE_RESTORATION);
  #lowToneShare: number;
  #lowToneTarget: number;
  #dry = new Float32Array(FRAME_SAMPLES);
  #input = new Float32Array(FRAME_SAMPLES);
  #quietFrames = 0;

  constructor(model: Rnnoise, settings: DenoiseMix) {
    this.#model = model;
    this.#mix = new DryWetMix(settings);
    this.#lowToneShare = this.#lowToneTarget = isModelAlone(settings) ? 0 : 1;
  }

  set(settings: DenoiseMix): void {
    this.#mix.set(settings);
    this.#lowToneTarget = isModelAlone(settings) ? 0 : 1;
  }

  /** 480 samples in ±1, in place; what comes out is one frame older than what went in. */
  process(samples: Float32Array): CleanedFrame {
    const input = this.#input;
    input.set(samples);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) if (!Number.isFinite(input[i])) input[i] = 0;
    const speechProbability = this.#model.process(samples);
    this.#restoreLowTones(samples);
    this.#mix.process(this.#dry, samples, speechProbability);
    const isQuiet = speechProbability < PAUSE_THRESHOLD;
    this.#quietFrames = isQuiet ? Math.min(this.#quietFrames + 1, PAUSE_AFTER_FRAMES) : 0;
    const report = {
      speechProbability,
      isPause: this.#quietFrames >= PAUSE_AFTER_FRAMES,
      inputPower: meanSquare(this.#dry),
      outputPower: meanSquare(samples),
    };
    // The dry path is delayed by handing the last frame on: the model is late by exactly one.
    [this.#dry, this.#input] = [input, this.#dry];
    return report;
  }

  /** The filter always runs, so that a change of settings finds it settled. */
  #restoreLowTones(wet: Float32Array): void {
    const step = (this.#lowToneTarget - this.#lowToneShare) / FRAME_SAMPLES;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const restored = this.#lowTones.process(wet[i]!);
      const share = this.#lowToneShare + step * (i + 1);
      if (share === 1) wet[i] = restored;
      else if (share !== 0) wet[i]! += share * (restored - wet[i]!);
    }
    this.#lowToneShare = this.#lowToneTarget;
  }
}
