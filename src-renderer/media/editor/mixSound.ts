import type { Project } from '../../../src-shared/domain/edit/document.ts';
import {
  amplitudeAt,
  resolveSound,
  type SoundSegment,
} from '../../../src-shared/domain/edit/resolveSound.ts';
import { panGains } from '../../../src-shared/domain/pan.ts';
import { TimeStretch } from '../timeStretch.ts';

/** Interleaved stereo of one media at 48 kHz; fewer samples than asked for at its end. */
export type ReadMediaSound = (mediaId: string, fromSample: number, samples: number) => Promise<Float32Array>;

const SOUND_RATE = 48_000;
const CHANNELS = 2;
/** Gain is worked out for so many samples at once: a millisecond. */
const GAIN_STEP = 48;

/** Adds up what is heard of a project, block by block. */
export class SoundMixer {
  readonly #read: ReadMediaSound;
  /** Of clips at another speed: a stretch goes forward only. */
  readonly #stretched = new Map<string, StretchedSegment>();

  constructor(read: ReadMediaSound) {
    this.#read = read;
  }

  async mix(project: Project, fromSample: number, samples: number): Promise<Float32Array> {
    const list = resolveSound(project, fromSample, fromSample + samples);
    const mixed = new Float32Array(samples * CHANNELS);
    const blocks = await Promise.all(
      list.segments.map((segment) => this.#readSegment(segment, fromSample, fromSample + samples)),
    );
    list.segments.forEach((segment, index) => {
      const block = blocks[index];
      if (block) addSegment(mixed, fromSample, segment, block);
    });
    const master = 10 ** (list.master.gainDb / 20);
    if (master !== 1) mixed.forEach((value, index) => (mixed[index] = value * master));
    return mixed;
  }

  async #readSegment(segment: SoundSegment, fromSample: number, toSample: number): Promise<Block> {
    const from = Math.max(fromSample, segment.fromSample);
    const samples = Math.min(toSample, segment.toSample) - from;
    const { num, den } = segment.speed;
    if (num === den) {
      const source = segment.sourceFromSample + (from - segment.fromSample);
      return { from, sound: await this.#read(segment.mediaId, source, samples) };
    }
    const key = `${segment.clipId} ${segment.fromSample} ${segment.sourceFromSample} ${num}/${den}`;
    let stretched = this.#stretched.get(key);
    if (stretched?.nextSample !== from) {
      stretched = new StretchedSegment(this.#read, segment, from);
      this.#stretched.set(key, stretched);
    }
    return { from, sound: await stretched.take(samples) };
  }
}

interface Block {
  from: number;
  sound: Float32Array;
}

function addSegment(
  mixed: Float32Array,
  fromSample: number,
  segment: SoundSegment,
  { from, sound }: Block,
): void {
  const { left, right } = panGains(segment.pan, CHANNELS);
  const offset = (from - fromSample) * CHANNELS;
  const count = Math.min(sound.length, mixed.length - offset) / CHANNELS;
  for (let start = 0; start < count; start += GAIN_STEP) {
    const end = Math.min(count, start + GAIN_STEP);
    const first = amplitudeAt(segment, from + start);
    const step = (amplitudeAt(segment, from + end) - first) / (end - start);
    for (let sample = start; sample < end; sample += 1) {
      const gain = first + step * (sample - start);
      const at = sample * CHANNELS;
      mixed[offset + at]! += (sound[at] ?? 0) * gain * left;
      mixed[offset + at + 1]! += (sound[at + 1] ?? 0) * gain * right;
    }
  }
}

/** Sound at another speed and its own pitch, from one place on. */
class StretchedSegment {
  nextSample: number;
  readonly #read: ReadMediaSound;
  readonly #mediaId: string;
  readonly #speed: number;
  readonly #stretch: TimeStretch;
  #sourceSample: number;
  #ready: Float32Array = new Float32Array(0);

  constructor(read: ReadMediaSound, segment: SoundSegment, fromSample: number) {
    this.#read = read;
    this.#mediaId = segment.mediaId;
    this.#speed = segment.speed.num / segment.speed.den;
    this.#stretch = new TimeStretch([CHANNELS], SOUND_RATE, this.#speed);
    this.nextSample = fromSample;
    this.#sourceSample =
      segment.sourceFromSample + Math.round((fromSample - segment.fromSample) * this.#speed);
  }

  async take(samples: number): Promise<Float32Array> {
    const wanted = samples * CHANNELS;
    while (this.#ready.length < wanted) {
      const count = Math.max(4800, Math.ceil(samples * this.#speed));
      const read = await this.#read(this.#mediaId, this.#sourceSample, count);
      const block = new Float32Array(count * CHANNELS);
      block.set(read.subarray(0, block.length));
      this.#sourceSample += count;
      const [made = new Float32Array(0)] = this.#stretch.process([block]);
      const joined = new Float32Array(this.#ready.length + made.length);
      joined.set(this.#ready);
      joined.set(made, this.#ready.length);
      this.#ready = joined;
    }
    const taken = this.#ready.slice(0, wanted);
    this.#ready = this.#ready.slice(wanted);
    this.nextSample += samples;
    return taken;
  }
}
