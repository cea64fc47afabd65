import { FLOOR_DB, LEVEL_RATE_HZ, SILENT_DB, type Stretch } from '../../domain/transcript/speech.ts';
import type { SpokenTrack } from './spokenTake.ts';

/** What models of speech take. */
export const SPEECH_RATE_HZ = 16_000;
const SAMPLES_A_LEVEL = SPEECH_RATE_HZ / LEVEL_RATE_HZ;

/** dBFS of each hundredth of a second of the session. */
export async function readLevels(
  { decode, offsetSec }: SpokenTrack,
  signal: AbortSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const levels: number[] = new Array<number>(Math.max(0, Math.round(offsetSec * LEVEL_RATE_HZ))).fill(
    SILENT_DB,
  );
  let left = Math.max(0, Math.round(-offsetSec * SPEECH_RATE_HZ));
  let power = 0;
  let count = 0;
  for await (const samples of decode(signal)) {
    const from = Math.min(left, samples.length);
    left -= from;
    for (let at = from; at < samples.length; at += 1) {
      const sample = samples[at] ?? 0;
      power += sample * sample;
      count += 1;
      if (count < SAMPLES_A_LEVEL) continue;
      levels.push(Math.max(FLOOR_DB, 10 * Math.log10(power / SAMPLES_A_LEVEL)));
      power = 0;
      count = 0;
    }
  }
  return Float32Array.from(levels);
}

export interface CutSound extends Stretch {
  /** One channel of 16 kHz. */
  samples: Float32Array<ArrayBuffer>;
}

/** Stretches of a track, in their order; it is decoded once. */
export async function* cutSpeech(
  { decode, offsetSec }: SpokenTrack,
  stretches: readonly Stretch[],
  signal: AbortSignal,
): AsyncGenerator<CutSound> {
  const wanted = stretches.map(({ startSec, endSec }) => ({
    startSec,
    endSec,
    from: Math.max(0, Math.round((startSec - offsetSec) * SPEECH_RATE_HZ)),
    to: Math.max(0, Math.round((endSec - offsetSec) * SPEECH_RATE_HZ)),
  }));
  let index = 0;
  let position = 0;
  let collected: Float32Array[] = [];
  const take = ({ startSec, endSec }: Stretch): CutSound => {
    const samples = joined(collected);
    collected = [];
    return { startSec, endSec, samples };
  };
  for await (const samples of decode(signal)) {
    const end = position + samples.length;
    for (let span = wanted[index]; span && span.from < end; span = wanted[index]) {
      collected.push(samples.slice(Math.max(0, span.from - position), Math.max(0, span.to - position)));
      if (span.to > end) break;
      yield take(span);
      index += 1;
    }
    position = end;
    if (index >= wanted.length) return;
  }
  const last = wanted[index];
  // Rounded up beyond the end.
  if (last && collected.length > 0) yield take(last);
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
