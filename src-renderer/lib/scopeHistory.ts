import { joinBytes } from './bytes.ts';
/** The newest pairs of raw and clean peaks, linear 0-1, one pair every 10 ms. */
export interface ScopeHistory {
  /** Takes little-endian float32 pairs; a chunk may end inside a pair. */
  push(bytes: Uint8Array): void;
  clear(): void;
  /** Pairs since the last clear, those that were forgotten included. */
  readonly pairsTotal: number;
  /** The highest peak among the pairs of [from, to), counted from the last clear; 0 where forgotten. */
  readPeak(channel: ScopeChannel, from: number, to: number): number;
}

export type ScopeChannel = 'raw' | 'clean';

const BYTES_PER_PAIR = 8;

export function createScopeHistory(capacityPairs: number): ScopeHistory {
  const peaks = { raw: new Float32Array(capacityPairs), clean: new Float32Array(capacityPairs) };
  let remainder = new Uint8Array(0);
  let pairsTotal = 0;

  return {
    push(bytes) {
      const all = remainder.byteLength === 0 ? bytes : joinBytes(remainder, bytes);
      const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
      const pairs = Math.floor(all.byteLength / BYTES_PER_PAIR);
      for (let pair = 0; pair < pairs; pair += 1) {
        const slot = pairsTotal % capacityPairs;
        peaks.raw[slot] = view.getFloat32(pair * BYTES_PER_PAIR, true);
        peaks.clean[slot] = view.getFloat32(pair * BYTES_PER_PAIR + 4, true);
        pairsTotal += 1;
      }
      remainder = all.slice(pairs * BYTES_PER_PAIR);
    },
    clear() {
      pairsTotal = 0;
      remainder = new Uint8Array(0);
    },
    get pairsTotal() {
      return pairsTotal;
    },
    readPeak(channel, from, to) {
      const oldest = Math.max(0, pairsTotal - capacityPairs);
      let peak = 0;
      for (let index = Math.max(from, oldest); index < Math.min(to, pairsTotal); index += 1) {
        peak = Math.max(peak, peaks[channel][index % capacityPairs] ?? 0);
      }
      return peak;
    },
  };
}
