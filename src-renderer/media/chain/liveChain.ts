import { HumMeter } from '../meters/humMeter.ts';
import { AutomaticGain } from '../dsp/automaticGain.ts';
import { EffectChain } from '../dsp/effectChain.ts';
import { countClipped, meanSquare, peakOf } from '../dsp/levels.ts';
import { MomentaryLoudness } from '../dsp/loudness.ts';
import { applyGain, gainOfDb, LinearRamp, makeFinite, PARAMETER_RAMP_SEC, samplesOf } from '../dsp/ramp.ts';
import { ChannelCleaner } from './channelCleaner.ts';
import { denoiseMixOf, type ChainSettings } from './chainSettings.ts';
import type { FrameRecord } from './frameRecord.ts';
import { FRAME_SAMPLES, MODEL_DELAY_SAMPLES, MODEL_RATE_HZ, Rnnoise } from './rnnoise.ts';

const MAX_INPUT_GAIN_DB = 40;

/**
 * The chain of one microphone, 10 ms at a time at 48 kHz: native/engine/live_chain.cpp without echo cancellation, which
 * is the browser's own, before the sound gets here.
 *
 *   input gain → (raw) → repairs → automatic gain → model and mix → effects → volume → (clean)
 */
export class LiveChain {
  /** The two ends, of the same moment. Valid until the next frame. */
  readonly raw = new Float32Array(FRAME_SAMPLES);
  readonly clean = new Float32Array(FRAME_SAMPLES);
  readonly #inputGain: LinearRamp;
  readonly #automaticGain = new AutomaticGain(MODEL_RATE_HZ);
  readonly #cleaner: ChannelCleaner;
  readonly #effects = new EffectChain(MODEL_RATE_HZ);
  readonly #loudness = new MomentaryLoudness(MODEL_RATE_HZ);
  readonly #volume: LinearRamp;
  readonly #rawVolume: LinearRamp;
  readonly #cleanShare: LinearRamp;
  readonly #rawShare: LinearRamp;
  readonly #removedShare: LinearRamp;
  readonly #removedBefore = new Float32Array(FRAME_SAMPLES);
  readonly #removedFrameAgo = new Float32Array(FRAME_SAMPLES);
  readonly #removedAfter = new Float32Array(FRAME_SAMPLES);
  readonly #hum = new HumMeter(MODEL_RATE_HZ);
  readonly #newest = new Float32Array(FRAME_SAMPLES);
  #inputClips = 0;
  #outputClips = 0;

  /** Begins with these settings, without ramps but for a fade from silence. */
  constructor(wasm: BufferSource, settings: ChainSettings) {
    const ramp = (value: number) => new LinearRamp(value, samplesOf(PARAMETER_RAMP_SEC, MODEL_RATE_HZ));
    this.#inputGain = ramp(inputGainOf(settings));
    this.#cleaner = new ChannelCleaner(new Rnnoise(wasm), denoiseMixOf(settings.strip.denoise));
    this.#volume = ramp(0);
    this.#rawVolume = ramp(gainOfDb(settings.strip.volumeDb));
    this.#cleanShare = ramp(settings.listening === 'clean' ? 1 : 0);
    this.#rawShare = ramp(settings.listening === 'raw' ? 1 : 0);
    this.#removedShare = ramp(settings.listening === 'removed' ? 1 : 0);
    this.set(settings);
  }

  /** Takes effect from the next frame on, smoothly. */
  set(settings: ChainSettings): void {
    this.#inputGain.set(inputGainOf(settings));
    this.#automaticGain.set(settings.strip.automaticGain);
    this.#cleaner.set(denoiseMixOf(settings.strip.denoise));
    this.#effects.set(settings.strip);
    this.#volume.set(gainOfDb(settings.strip.volumeDb));
    this.#rawVolume.set(gainOfDb(settings.strip.volumeDb));
    this.#cleanShare.set(settings.listening === 'clean' ? 1 : 0);
    this.#rawShare.set(settings.listening === 'raw' ? 1 : 0);
    this.#removedShare.set(settings.listening === 'removed' ? 1 : 0);
  }

  /** By how much what comes out is older than what goes in. */
  get latencySamples(): number {
    return MODEL_DELAY_SAMPLES;
  }

  /** 480 samples, in place: afterwards they are what the output is given. */
  process(frame: Float32Array): FrameRecord {
    makeFinite(frame);
    // Turned down, what the converter cut off no longer reaches full scale: it is counted here.
    if (this.#inputGain.target < 1) this.#inputClips += countClipped(frame);
    applyGain(this.#inputGain, frame);
    this.#inputClips += countClipped(frame);
    this.#hum.add(frame);
    const input = { inputPeak: peakOf(frame), inputPower: meanSquare(frame), hum: this.#hum.reading };
    // The raw end is late as the model is: by exactly one frame.
    this.raw.set(this.#newest);
    this.#newest.set(frame);
    this.#withoutDefects(this.#removedBefore, frame, () => this.#effects.repair(frame));
    this.#automaticGain.process(frame);
    const cleaned = this.#cleaner.process(frame);
    makeFinite(frame);
    this.#withoutDefects(this.#removedAfter, frame, () => this.#effects.repairAfter(frame));
    this.#effects.process(frame);
    applyGain(this.#volume, frame);
    this.clean.set(frame);
    this.#loudness.add(frame);
    this.#outputClips += countClipped(frame);
    const record = {
      ...input,
      outputPeak: peakOf(frame),
      outputPower: meanSquare(frame),
      alignedInputPower: cleaned.inputPower,
      denoisedPower: cleaned.outputPower,
      isPause: cleaned.isPause,
      speechProbability: cleaned.speechProbability,
      ...this.#effects.takeReductions(),
      inputClips: this.#inputClips,
      outputClips: this.#outputClips,
      outputLufs: this.#loudness.lufs,
    };
    this.#listen(frame);
    this.#addRemoved(frame);
    return record;
  }

  get #keepsRemoved(): boolean {
    return !this.#removedShare.isStill || this.#removedShare.target !== 0;
  }

  /** `removed` is what the repair takes away, where somebody listens to it. */
  #withoutDefects(removed: Float32Array, frame: Float32Array, repair: () => void): void {
    if (!this.#keepsRemoved) {
      removed.fill(0);
      return repair();
    }
    removed.set(frame);
    repair();
    for (let i = 0; i < FRAME_SAMPLES; i += 1) removed[i]! -= frame[i]!;
  }

  #addRemoved(frame: Float32Array): void {
    if (this.#keepsRemoved) {
      const volume = this.#rawVolume.target;
      for (let i = 0; i < FRAME_SAMPLES; i += 1) {
        // The model is late by one frame, and so is what was before it.
        const removed = this.#removedFrameAgo[i]! + this.#removedAfter[i]!;
        frame[i]! += this.#removedShare.next() * volume * removed;
      }
    }
    this.#removedFrameAgo.set(this.#removedBefore);
  }

  /** What is heard of the two ends; over from one to the other without a click. */
  #listen(frame: Float32Array): void {
    const isCleanAlone =
      this.#cleanShare.isStill &&
      this.#cleanShare.target === 1 &&
      this.#rawShare.isStill &&
      this.#rawShare.target === 0;
    if (isCleanAlone) {
      // Without a sum: what the chain made is what is heard, bit for bit.
      if (!this.#rawVolume.isStill) this.#rawVolume.jump(this.#rawVolume.target);
      return;
    }
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const clean = this.#cleanShare.next() * this.clean[i]!;
      frame[i] = clean + this.#rawShare.next() * this.#rawVolume.next() * this.raw[i]!;
    }
  }
}

function inputGainOf({ strip }: ChainSettings): number {
  return gainOfDb(Math.min(strip.inputGainDb, MAX_INPUT_GAIN_DB));
}
