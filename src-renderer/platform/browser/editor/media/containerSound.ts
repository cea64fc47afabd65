import { ALL_FORMATS, AudioSampleSink, BlobSource, Input, type AudioSample } from 'mediabunny';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { SOUND_RATE } from '../../../../../src-shared/domain/edit/time.ts';
import { createTurns } from '../../../../../src-shared/lib/turns.ts';
import { RateConverter } from '../../../../media/clean/rateConverter.ts';
import { greatestCommonDivisor } from '../../../../media/dsp/numbers.ts';
import { toStereo } from './stereo.ts';

/** Decoded before the place that is wanted: what a decoder needs to be right, and a converter of rates. */
const PRE_ROLL_SEC = 0.25;
/** Nearer, decoding on is quicker than a new beginning. */
const MOST_AHEAD_SAMPLES = 4 * SOUND_RATE;
/** Times of packets are rounded in many files: below it they follow each other. */
const JUMP_SEC = 0.04;

/** The sound of a file of any kind from any place: stereo at 48 kHz, interleaved. Quick where places rise. */
export class ContainerSound {
  readonly #input: Input;
  readonly #sink: Promise<AudioSampleSink>;
  readonly #inTurn = createTurns();
  /** Where the file's own time begins, in samples. */
  readonly #origin: number;
  #run: SoundRun | null = null;

  constructor(file: Blob, originSec: number) {
    this.#origin = Math.round(originSec * SOUND_RATE);
    this.#input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
    this.#sink = this.#open();
    this.#sink.catch(() => undefined);
  }

  /** Silence where there is none. */
  read(from: number, samples: number): Promise<Float32Array<ArrayBuffer>> {
    const fromSample = from + this.#origin;
    return this.#inTurn(async () => {
      const sink = await this.#sink;
      const run = this.#run;
      if (!run || fromSample < run.keptFrom || fromSample > run.keptTo + MOST_AHEAD_SAMPLES) {
        await run?.end();
        this.#run = new SoundRun(sink, fromSample);
      }
      return await (this.#run as SoundRun).read(fromSample, samples);
    });
  }

  dispose(): void {
    void this.#inTurn(async () => {
      await this.#run?.end();
      this.#input.dispose();
    });
  }

  async #open(): Promise<AudioSampleSink> {
    const track = await this.#input.getPrimaryAudioTrack();
    if (!track) throw failWith('FILE_UNREADABLE', 'fileNoSound');
    return new AudioSampleSink(track);
  }
}

/** Decodes on from one place; keeps what was not read yet. */
class SoundRun {
  readonly #samples: AsyncGenerator<AudioSample, void, unknown>;
  #converter: StereoConverter | null = null;
  #kept = new Float32Array(0);
  /** Of what is kept, in samples at 48 kHz. */
  keptFrom: number;
  #hasEnded = false;

  constructor(sink: AudioSampleSink, fromSample: number) {
    this.#samples = sink.samples(Math.max(0, fromSample / SOUND_RATE - PRE_ROLL_SEC));
    this.keptFrom = fromSample;
  }

  get keptTo(): number {
    return this.keptFrom + this.#kept.length / 2;
  }

  async read(fromSample: number, samples: number): Promise<Float32Array<ArrayBuffer>> {
    this.#forget(fromSample);
    while (!this.#hasEnded && this.keptTo < fromSample + samples) {
      await this.#decode();
      this.#forget(Math.min(fromSample, this.keptTo));
    }
    const found = new Float32Array(samples * 2);
    const skipped = (fromSample - this.keptFrom) * 2;
    if (skipped >= 0) found.set(this.#kept.subarray(skipped, skipped + found.length));
    this.#forget(Math.min(fromSample + samples, this.keptTo));
    return found;
  }

  async end(): Promise<void> {
    await this.#samples.return();
  }

  async #decode(): Promise<void> {
    const { value: sample } = await this.#samples.next();
    if (!sample) {
      this.#hasEnded = true;
      this.#keep(this.#converter?.finish() ?? null);
      return;
    }
    const { timestamp, sampleRate } = sample;
    const planes = planesOf(sample);
    sample.close();
    const isNext = this.#converter && Math.abs(timestamp - this.#converter.nextSec) < JUMP_SEC;
    if (!isNext) {
      this.#keep(this.#converter?.finish() ?? null);
      this.#converter = new StereoConverter(timestamp, sampleRate);
    }
    this.#keep(this.#converter?.process(toStereo(planes)) ?? null);
  }

  /** Behind what is kept; silence between the two, and nothing twice. */
  #keep(made: { atSample: number; stereo: Float32Array } | null): void {
    if (!made || made.stereo.length === 0) return;
    const skipped = Math.max(0, this.keptTo - made.atSample) * 2;
    if (skipped >= made.stereo.length) return;
    const gap = Math.max(0, made.atSample - this.keptTo) * 2;
    const rest = made.stereo.subarray(skipped);
    const joined = new Float32Array(this.#kept.length + gap + rest.length);
    joined.set(this.#kept);
    joined.set(rest, this.#kept.length + gap);
    this.#kept = joined;
  }

  #forget(beforeSample: number): void {
    const gone = Math.min(beforeSample - this.keptFrom, this.#kept.length / 2);
    if (gone <= 0) return;
    this.#kept = this.#kept.slice(gone * 2);
    this.keptFrom += gone;
  }
}

/** Brings what follows a moment to 48 kHz, at whole samples of that. */
class StereoConverter {
  readonly #converters: [RateConverter, RateConverter] | null;
  readonly #rate: number;
  readonly #startSec: number;
  /** Left out at the beginning, so that an output lies on a whole sample. */
  #toSkip: number;
  #framesIn = 0;
  #atSample: number;

  constructor(startSec: number, rate: number) {
    this.#rate = rate;
    this.#startSec = startSec;
    const first = Math.round(startSec * rate);
    const divisor = greatestCommonDivisor(rate, SOUND_RATE);
    const [up, down] = [SOUND_RATE / divisor, rate / divisor];
    this.#toSkip = (((-first % down) + down) % down) % down;
    this.#atSample = ((first + this.#toSkip) / down) * up;
    this.#converters =
      rate === SOUND_RATE ? null : [new RateConverter(rate, SOUND_RATE), new RateConverter(rate, SOUND_RATE)];
  }

  /** When the next piece is due. */
  get nextSec(): number {
    return this.#startSec + this.#framesIn / this.#rate;
  }

  process(planes: [Float32Array, Float32Array]): { atSample: number; stereo: Float32Array } {
    this.#framesIn += planes[0].length;
    const skipped = Math.min(this.#toSkip, planes[0].length);
    this.#toSkip -= skipped;
    const [left, right] = planes.map((plane) => plane.subarray(skipped)) as typeof planes;
    const converters = this.#converters;
    return this.#placed(
      converters ? [converters[0].process(left), converters[1].process(right)] : [left, right],
    );
  }

  finish(): { atSample: number; stereo: Float32Array } | null {
    const converters = this.#converters;
    return converters && this.#placed([converters[0].finish(), converters[1].finish()]);
  }

  #placed([left, right]: [Float32Array, Float32Array]): { atSample: number; stereo: Float32Array } {
    const stereo = new Float32Array(left.length * 2);
    for (let at = 0; at < left.length; at += 1) {
      stereo[2 * at] = left[at] ?? 0;
      stereo[2 * at + 1] = right[at] ?? 0;
    }
    const atSample = this.#atSample;
    this.#atSample += left.length;
    return { atSample, stereo };
  }
}

function planesOf(sample: AudioSample): Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
}
