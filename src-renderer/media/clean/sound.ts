/** How samples lie in a WAV file. */
export interface WavEncoding {
  kind: 'integer' | 'float';
  bits: 8 | 16 | 24 | 32 | 64;
}

/** Bytes that are there already, e.g. of a file that is open. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Fewer only at the end. */
  read(atByte: number, sizeBytes: number): Uint8Array;
}

/** Takes bytes in order. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
}

/** A whole sound, to be read from anywhere. */
export interface SoundSource {
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: number;
  /** That a result keeps. */
  readonly encoding: WavEncoding;
  /** Interleaved samples in ±1; fewer than asked for only at the end. */
  read(fromFrame: number, frames: number): Float32Array;
}

/** Frames that are read at once where a sound is gone through. */
export const BLOCK_FRAMES = 1 << 15;

/** Raw float32 samples of this machine's order, interleaved. */
export function floatSound(
  bytes: ByteSource,
  format: { sampleRate: number; channels: number; encoding: WavEncoding },
): SoundSource {
  const frameBytes = 4 * format.channels;
  const total = Math.floor(bytes.sizeBytes / frameBytes);
  return {
    ...format,
    frames: total,
    read(fromFrame, frames) {
      const count = Math.max(0, Math.min(frames, total - fromFrame));
      const read = bytes.read(fromFrame * frameBytes, count * frameBytes);
      return new Float32Array(read.slice().buffer);
    },
  };
}

/** The largest sample of each of `parts` equal parts over all channels; fewer parts where there are fewer frames. */
export function* readPeaks(sound: SoundSource, parts: number): Generator<number, number[]> {
  const { channels, frames: total } = sound;
  const count = Math.min(parts, total);
  const peaks = new Array<number>(count).fill(0);
  for (let from = 0; from < total; from += BLOCK_FRAMES) {
    const samples = sound.read(from, BLOCK_FRAMES);
    for (let frame = 0, at = 0; at < samples.length; frame += 1) {
      const part = Math.floor(((from + frame) * count) / total);
      for (let channel = 0; channel < channels; channel += 1, at += 1) {
        const size = Math.abs(samples[at]!);
        if (size > peaks[part]!) peaks[part] = size;
      }
    }
    yield Math.min(1, (from + BLOCK_FRAMES) / total);
  }
  return peaks;
}

/** One array a channel. */
export function planesOf(interleaved: Float32Array, channels: number): Float32Array[] {
  const frames = Math.floor(interleaved.length / channels);
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    for (let frame = 0, at = channel; frame < frames; frame += 1, at += channels) {
      plane[frame] = interleaved[at]!;
    }
    return plane;
  });
}

/** The first `frames` of each channel by turns. */
export function interleavedOf(planes: readonly Float32Array[], frames: number): Float32Array {
  const channels = planes.length;
  const interleaved = new Float32Array(frames * channels);
  planes.forEach((plane, channel) => {
    for (let frame = 0, at = channel; frame < frames; frame += 1, at += channels) {
      interleaved[at] = plane[frame]!;
    }
  });
  return interleaved;
}
