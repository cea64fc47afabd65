import { AutoDenoiser } from '../chain/autoDenoiser.ts';
import type { CleanedFrame } from '../chain/channelCleaner.ts';
import type { Denoiser } from '../chain/denoiser.ts';
import { isModelAlone, type DenoiseMix } from '../chain/chainSettings.ts';
import { FileCleaner } from '../chain/fileCleaner.ts';
import { FRAME_SAMPLES, MODEL_RATE_HZ, Rnnoise } from '../chain/rnnoise.ts';
import { joined } from '../dsp/fileRepair.ts';
import { IntegratedLoudness } from '../dsp/integratedLoudness.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { bringToLoudness, Effects, Gauge } from './mastering.ts';
import { BreathRepair } from '../dsp/breathRepair.ts';
import { withoutDefects } from './withoutDefects.ts';
import { RateConverter } from './rateConverter.ts';
import { interleavedOf, planesOf, type SoundSource } from './sound.ts';

/** How long a stretch is that is worked on at once. */
export const BLOCK_SEC = 0.5;
/** The model knows the noise when the first sample comes. */
const LEAD_IN_FRAMES = 200;

export interface SoundCleaning {
  denoise: DenoiseMix;
  /** GTCRN's module: with it the engine is auto, else RNNoise. */
  strong?: ArrayBuffer;
  effects: EngineEffects;
  /** null leaves the loudness as it comes. */
  targetLufs: number | null;
}

export interface CleanedFigures {
  integratedLufsBefore: number | null;
  integratedLufsAfter: number | null;
  truePeakDbAfter: number | null;
  meanReductionDb: number | null;
}

/** Where sound is kept between the passes towards a loudness. */
export interface Scratch {
  append(interleaved: Float32Array): void;
  /** What was appended. */
  open(): SoundSource;
}

/**
 * A whole sound through the stages of the addon's file job, each channel through a model of its own: repairs → noise → effects → loudness. Both have the same frames. Yields the part that is
 * done; being a generator, it lets anyone who runs it stop between two stretches.
 */
export function* cleanSound(
  sound: SoundSource,
  wasm: BufferSource,
  { denoise, strong, effects: effectSettings, targetLufs }: SoundCleaning,
  io: { scratch: Scratch; write: (interleaved: Float32Array) => void },
): Generator<number, CleanedFigures> {
  const { channels, sampleRate } = sound;
  const firstPass = targetLufs === null ? 1 : denoise.isOn ? 0.9 : 0.4;
  const before = new IntegratedLoudness(channels, sampleRate);
  const after = new Gauge(channels, sampleRate);
  const effects = new FileEffects(effectSettings, channels, sampleRate);
  const pauses = { input: 0, output: 0 };
  const hear = (block: Float32Array) => before.add(block);
  const repaired = withoutDefects(sound, effectSettings);
  const makeModel = () => noiseModelOf(wasm, strong);
  const lines = () => new NoiseLines({ format: sound, denoise, makeModel, pauses });
  const stretches = denoise.isOn ? withoutNoise(repaired, lines(), hear) : asItIs(repaired, hear);
  const take = (ready: Float32Array) => {
    after.add(ready);
    if (targetLufs === null) io.write(ready);
    else io.scratch.append(ready);
  };
  for (const { samples, part } of stretches) {
    take(effects.apply(samples, false));
    yield firstPass * part;
  }
  take(effects.apply(new Float32Array(0), true));
  let loudness = after.finish();
  if (targetLufs !== null) {
    const passes = bringToLoudness(io.scratch.open(), loudness, targetLufs, io.write);
    for (let step = passes.next(); ; step = passes.next()) {
      if (step.done) {
        loudness = step.value;
        break;
      }
      yield firstPass + (1 - firstPass) * step.value;
    }
  }
  return {
    integratedLufsBefore: before.lufs,
    integratedLufsAfter: loudness.integratedLufs,
    truePeakDbAfter: loudness.truePeakDb,
    meanReductionDb:
      pauses.input > 0 ? -10 * Math.log10(Math.max(pauses.output / pauses.input, 1e-12)) : null,
  };
}

/** What comes behind the noise model: breath control as files have it, which is later, and the rest. */
class FileEffects {
  readonly #channels: number;
  readonly #breaths: BreathRepair | null;
  readonly #others: Effects;

  constructor(settings: EngineEffects, channels: number, rateHz: number) {
    const { deBreath } = settings;
    this.#channels = channels;
    this.#breaths = deBreath.isOn ? new BreathRepair(deBreath, rateHz, channels) : null;
    this.#others = new Effects({ ...settings, deBreath: { ...deBreath, isOn: false } }, channels, rateHz);
  }

  apply(interleaved: Float32Array, isLast: boolean): Float32Array {
    if (!this.#breaths) return this.#others.apply(interleaved);
    const ready = this.#breaths.process(planesOf(interleaved, this.#channels), isLast);
    return this.#others.apply(interleavedOf(ready, ready[0]!.length));
  }
}

interface Stretch {
  samples: Float32Array;
  part: number;
}
type Hear = (interleaved: Float32Array) => void;

function* asItIs(sound: SoundSource, hear: Hear): Generator<Stretch> {
  const blockFrames = Math.ceil(sound.sampleRate * BLOCK_SEC);
  for (let from = 0; from < sound.frames; from += blockFrames) {
    const samples = sound.read(from, blockFrames);
    hear(samples);
    yield { samples, part: Math.min(1, (from + blockFrames) / sound.frames) };
  }
}

function* withoutNoise(sound: SoundSource, lines: NoiseLines, hear: Hear): Generator<Stretch> {
  const { frames, sampleRate } = sound;
  const blockFrames = Math.ceil(sampleRate * BLOCK_SEC);
  for (let from = 0; from < frames; from += blockFrames) {
    const block = sound.read(from, blockFrames);
    hear(block);
    const samples = lines.push(block, from + blockFrames >= frames);
    yield { samples, part: Math.min(1, (from + blockFrames) / frames) };
  }
}

/** The engine auto where there is GTCRN, else RNNoise. */
export const noiseModelOf = (wasm: BufferSource, strong?: ArrayBuffer | null): Denoiser =>
  strong ? new AutoDenoiser(wasm, strong) : new Rnnoise(wasm);

interface NoiseOptions {
  format: { channels: number; sampleRate: number };
  denoise: DenoiseMix;
  makeModel: () => Denoiser;
  pauses?: { input: number; output: number };
}

/** All channels through the model, each through one of its own. What comes out comes later, and is as long as what went in. */
export class NoiseLines {
  readonly #lines: ChannelLine[];
  #taken = 0;
  #given = 0;

  constructor({ format, denoise, makeModel, pauses = { input: 0, output: 0 } }: NoiseOptions) {
    const { channels, sampleRate } = format;
    this.#lines = Array.from(
      { length: channels },
      () => new ChannelLine(new FileCleaner(makeModel(), denoise), isModelAlone(denoise), sampleRate, pauses),
    );
  }

  /** Interleaved, as what is ready. */
  push(block: Float32Array, isLast: boolean): Float32Array {
    const channels = this.#lines.length;
    this.#taken += block.length / channels;
    const planes = planesOf(block, channels);
    this.#lines.forEach((line, channel) => line.push(planes[channel]!, isLast));
    // Resampling there and back may end a sample early or late: the length is the input's.
    const ready = isLast
      ? this.#taken - this.#given
      : Math.min(...this.#lines.map(({ readyFrames }) => readyFrames));
    this.#given += ready;
    return interleavedOf(
      this.#lines.map((line) => line.take(ready)),
      ready,
    );
  }
}

/** One channel on its way to the model's rate, through the model, and back, without its delay. */
class ChannelLine {
  readonly #cleaner: FileCleaner;
  readonly #toModel: RateConverter | null;
  readonly #fromModel: RateConverter | null;
  readonly #hasLeadIn: boolean;
  readonly #pauses: { input: number; output: number };
  #waiting = new Float32Array(0);
  #ready = new Float32Array(0);
  #late = FileCleaner.delaySamples;
  #hasBegun = false;

  constructor(
    cleaner: FileCleaner,
    isAlone: boolean,
    rateHz: number,
    pauses: { input: number; output: number },
  ) {
    this.#cleaner = cleaner;
    this.#hasLeadIn = !isAlone;
    this.#pauses = pauses;
    const isOther = rateHz !== MODEL_RATE_HZ;
    this.#toModel = isOther ? new RateConverter(rateHz, MODEL_RATE_HZ) : null;
    this.#fromModel = isOther ? new RateConverter(MODEL_RATE_HZ, rateHz) : null;
  }

  get readyFrames(): number {
    return this.#ready.length;
  }

  push(samples: Float32Array, isLast: boolean): void {
    this.#waiting = joined(this.#waiting, this.#toModel?.process(samples) ?? samples);
    if (isLast) {
      if (this.#toModel) this.#waiting = joined(this.#waiting, this.#toModel.finish());
      // The delay is flushed out with silence, up to a whole frame.
      this.#waiting = joined(this.#waiting, silenceAfter(this.#waiting.length));
    }
    const leadIn = LEAD_IN_FRAMES * FRAME_SAMPLES;
    if (!this.#hasBegun && !isLast && this.#waiting.length < leadIn) return;
    if (!this.#hasBegun && this.#hasLeadIn) this.#leadIn();
    this.#hasBegun = true;
    const whole = this.#waiting.length - (this.#waiting.length % FRAME_SAMPLES);
    const cleaned = this.#waiting.slice(0, whole);
    this.#waiting = this.#waiting.slice(whole);
    for (let at = 0; at < whole; at += FRAME_SAMPLES) {
      this.#count(this.#cleaner.process(cleaned.subarray(at, at + FRAME_SAMPLES)));
    }
    const skipped = Math.min(this.#late, whole);
    this.#late -= skipped;
    const rest = cleaned.subarray(skipped);
    this.#ready = joined(this.#ready, this.#fromModel?.process(rest) ?? rest);
    if (isLast && this.#fromModel) this.#ready = joined(this.#ready, this.#fromModel.finish());
  }

  /** Silence where there are fewer. */
  take(frames: number): Float32Array {
    const taken = new Float32Array(frames);
    taken.set(this.#ready.subarray(0, frames));
    this.#ready = this.#ready.slice(frames);
    return taken;
  }

  /** The beginning backwards, so that it runs into the first sample without a jump; a short one to and fro. */
  #leadIn(): void {
    const samples = this.#waiting;
    const count = samples.length;
    const total = LEAD_IN_FRAMES * FRAME_SAMPLES;
    const frame = new Float32Array(FRAME_SAMPLES);
    for (let at = 0; at < total; at += FRAME_SAMPLES) {
      for (let i = 0; i < FRAME_SAMPLES; i += 1) {
        const step = (total - 1 - at - i) % (2 * count);
        frame[i] = samples[step < count ? step : 2 * count - 1 - step]!;
      }
      this.#cleaner.process(frame);
    }
  }

  #count({ isPause, inputPower, outputPower }: CleanedFrame): void {
    if (!isPause) return;
    this.#pauses.input += inputPower;
    this.#pauses.output += outputPower;
  }
}

function silenceAfter(samples: number): Float32Array {
  const wanted = samples + FileCleaner.delaySamples;
  return new Float32Array(Math.ceil(wanted / FRAME_SAMPLES) * FRAME_SAMPLES - samples);
}
