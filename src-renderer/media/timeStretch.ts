/** Sequences that are kept as they are, the fade between two, and how far the next may be moved to fit: for speech. */
const SEQUENCE_SEC = 0.04;
const FADE_SEC = 0.008;
const SEEK_SEC = 0.015;

interface Track {
  channels: number;
  /** Interleaved, from the first frame that may still be needed. */
  input: Float32Array;
  /** The end of the last sequence, which fades into the next one. */
  tail: Float32Array | null;
}

/**
 * Plays tracks faster or slower at their own pitch, by overlap and add (WSOLA: Verhelst and Roelands, ICASSP 1993). Where sequences meet is found in the sum of the tracks
 * and is the same for all: they stay together to the sample.
 */
export class TimeStretch {
  readonly #speed: number;
  readonly #sequence: number;
  readonly #fade: number;
  readonly #seek: number;
  readonly #tracks: Track[];
  /** Of the next sequence, in frames of the input; between two frames. */
  #at = 0;

  constructor(channels: readonly number[], sampleRate: number, speed: number) {
    this.#speed = speed;
    this.#sequence = Math.round(SEQUENCE_SEC * sampleRate);
    this.#fade = Math.round(FADE_SEC * sampleRate);
    this.#seek = Math.round(SEEK_SEC * sampleRate);
    this.#tracks = channels.map((count) => ({ channels: count, input: new Float32Array(), tail: null }));
  }

  /** The next frames of every track, as many of each; what comes back is 1/speed as long but for an end that is kept. */
  process(blocks: readonly Float32Array[]): Float32Array[] {
    this.#tracks.forEach((track, index) => {
      track.input = joined(track.input, blocks[index] ?? new Float32Array());
    });
    const [first] = this.#tracks;
    if (!first) return [];
    const available = Math.floor(first.input.length / first.channels);
    const outputs: Float32Array[][] = this.#tracks.map(() => []);
    while (Math.floor(this.#at) + this.#seek + this.#sequence <= available) {
      const from = Math.floor(this.#at) + this.#bestOffset(Math.floor(this.#at));
      this.#tracks.forEach((track, index) => outputs[index]?.push(this.#takeSequence(track, from)));
      this.#at += (this.#sequence - this.#fade) * this.#speed;
    }
    const used = Math.min(Math.floor(this.#at), available);
    for (const track of this.#tracks) track.input = track.input.slice(used * track.channels);
    this.#at -= used;
    return outputs.map((pieces) => pieces.reduce(joined, new Float32Array()));
  }

  /** How much later the sound begins that continues best from the last sequence. */
  #bestOffset(at: number): number {
    const [first] = this.#tracks;
    if (!first?.tail) return 0;
    const before = this.#sum(({ tail }) => tail ?? new Float32Array(), 0, this.#fade);
    const after = this.#sum(({ input }) => input, at, this.#seek + this.#fade);
    let best = { offset: 0, likeness: -Infinity };
    for (let offset = 0; offset < this.#seek; offset += 1) {
      let product = 0;
      let energy = 1e-9;
      for (let frame = 0; frame < this.#fade; frame += 1) {
        const sample = after[offset + frame] ?? 0;
        product += sample * (before[frame] ?? 0);
        energy += sample * sample;
      }
      const likeness = product / Math.sqrt(energy);
      if (likeness > best.likeness) best = { offset, likeness };
    }
    return best.offset;
  }

  #sum(of: (track: Track) => Float32Array, from: number, frames: number): Float32Array {
    const sum = new Float32Array(frames);
    for (const track of this.#tracks) {
      const samples = of(track);
      for (let frame = 0; frame < frames; frame += 1)
        sum[frame] = (sum[frame] ?? 0) + (samples[(from + frame) * track.channels] ?? 0);
    }
    return sum;
  }

  #takeSequence(track: Track, from: number): Float32Array {
    const { channels, input, tail } = track;
    const length = (this.#sequence - this.#fade) * channels;
    const start = from * channels;
    const output = input.slice(start, start + length);
    const fade = this.#fade * channels;
    for (let at = 0; tail && at < fade; at += 1) {
      const part = Math.floor(at / channels) / this.#fade;
      output[at] = (output[at] ?? 0) * part + (tail[at] ?? 0) * (1 - part);
    }
    track.tail = input.slice(start + length, start + length + fade);
    return output;
  }
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
