import { joinBytes } from '../../lib/bytes.ts';
/** A few seconds of the voice as it came in and as it went out, aligned with each other. */
export interface SoundRecording {
  sampleRate: number;
  raw: Float32Array<ArrayBuffer>;
  clean: Float32Array<ArrayBuffer>;
}

export interface SoundRecorder {
  /** Takes a chunk of `engine.watchSound`; true when it has all it wants. */
  push(bytes: Uint8Array): boolean;
  readonly recordedSec: number;
  /** What has come until now. */
  finish(): SoundRecording;
}

const BYTES_PER_PAIR = 8;

/** Collects the stream: a leading header, then pairs of raw and clean samples; a chunk may end inside a pair. */
export function createSoundRecorder(limitSec: number): SoundRecorder {
  let sampleRate = 0;
  let raw = new Float32Array(0);
  let clean = new Float32Array(0);
  let pairs = 0;
  let remainder = new Uint8Array(0);

  const readHeader = (bytes: Uint8Array) => {
    const header = JSON.parse(new TextDecoder().decode(bytes)) as { sampleRate: number };
    // A second header begins a second session: what was heard before it is of another rate, or another place.
    sampleRate = header.sampleRate;
    raw = new Float32Array(Math.round(limitSec * sampleRate));
    clean = new Float32Array(raw.length);
    pairs = 0;
    remainder = new Uint8Array(0);
  };
  const readPairs = (bytes: Uint8Array) => {
    const all = joinBytes(remainder, bytes);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const count = Math.min(Math.floor(all.byteLength / BYTES_PER_PAIR), raw.length - pairs);
    for (let pair = 0; pair < count; pair += 1) {
      raw[pairs + pair] = view.getFloat32(pair * BYTES_PER_PAIR, true);
      clean[pairs + pair] = view.getFloat32(pair * BYTES_PER_PAIR + 4, true);
    }
    pairs += count;
    remainder = all.slice(count * BYTES_PER_PAIR);
  };

  return {
    push(bytes) {
      if (isHeader(bytes)) readHeader(bytes);
      else if (sampleRate > 0) readPairs(bytes);
      return sampleRate > 0 && pairs === raw.length;
    },
    get recordedSec() {
      return sampleRate > 0 ? pairs / sampleRate : 0;
    },
    finish: () => ({ sampleRate, raw: raw.slice(0, pairs), clean: clean.slice(0, pairs) }),
  };
}

/** `{"sampleRate":…}`: as the first bytes of a float pair that is a number of no sound (1e22 and beyond). */
function isHeader(bytes: Uint8Array): boolean {
  return bytes.byteLength < 200 && bytes[0] === 0x7b && bytes.at(-1) === 0x7d;
}
