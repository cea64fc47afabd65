import { Biquad } from '../dsp/biquad.ts';
import { AutoBlend } from './autoBlend.ts';
import { LOW_TONE_RESTORATION } from './channelCleaner.ts';
import type { Denoiser } from './denoiser.ts';
import { Gtcrn } from './gtcrn.ts';
import { FRAME_SAMPLES, MODEL_DELAY_SAMPLES, Rnnoise } from './rnnoise.ts';

const DELAY_FRAMES = 4;
const DELAY_SAMPLES = DELAY_FRAMES * FRAME_SAMPLES;

/** The engine "auto" for files: native/denoise/auto_denoiser.cpp, with the same samples. */
export class AutoDenoiser implements Denoiser {
  readonly delayFrames = DELAY_FRAMES;
  readonly turnsLowTones = false;
  readonly #rnnoise: Rnnoise;
  readonly #strong: Gtcrn;
  readonly #blend = new AutoBlend();
  readonly #lowTones = new Biquad(LOW_TONE_RESTORATION);
  readonly #dry = new Float32Array(DELAY_SAMPLES + FRAME_SAMPLES);
  readonly #lateRnnoise = new Float32Array(DELAY_SAMPLES - MODEL_DELAY_SAMPLES + FRAME_SAMPLES);
  readonly #lateSpeech = new Float32Array(DELAY_FRAMES);

  constructor(rnnoise: BufferSource, strong: BufferSource) {
    this.#rnnoise = new Rnnoise(rnnoise);
    this.#strong = new Gtcrn(strong, DELAY_SAMPLES);
  }

  process(samples: Float32Array): number {
    const dry = this.#dry.subarray(DELAY_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]!;
      dry[i] = sample - sample === 0 ? Math.max(-1024, Math.min(1024, sample)) : 0;
    }
    const rnnoise = this.#lateRnnoise.subarray(DELAY_SAMPLES - MODEL_DELAY_SAMPLES);
    rnnoise.set(dry);
    const speechProbability = this.#rnnoise.process(rnnoise);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) rnnoise[i] = this.#lowTones.process(rnnoise[i]!);
    this.#strong.process(samples);
    const speech = this.#lateSpeech;
    speech[DELAY_FRAMES - 1] = speechProbability;
    const late = speech[0]!;
    speech.copyWithin(0, 1);
    const byBoth = this.#blend.process(this.#dry, this.#lateRnnoise, samples, late);
    this.#dry.copyWithin(0, FRAME_SAMPLES);
    this.#lateRnnoise.copyWithin(0, FRAME_SAMPLES);
    return byBoth;
  }
}
