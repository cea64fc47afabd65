import type { Clip, Rational } from './document.ts';

/** Of all sound of a project. */
export const SOUND_RATE = 48_000;

type SourcePlace = Pick<Clip, 'sourceStartTicks' | 'sourceTicksPerSec'>;
type Played = SourcePlace & Pick<Clip, 'startFrame' | 'speed'>;

/** An exact number of seconds: sums of rounded ones would drift. */
interface Exact {
  num: bigint;
  den: bigint;
}

/** The sample at which a frame begins; from the absolute frame, never by summing lengths. */
export const sampleOfFrame = (rate: Rational, frame: number): number =>
  Math.round((frame * SOUND_RATE * rate.den) / rate.num);

/** Sound that begins so much before the first frame is given up for frames that lie where a project's frames do. */
const MOST_SOUND_BEFORE_SEC = 0.1;

/**
 * Where a file's own time begins, from the times of its first packets: 0 for all but streams that were recorded. Below 0 is what an
 * encoder puts in front of the first sample.
 */
export function originOf(firstSec: number, firstVideoSec: number | undefined): number {
  if (!(firstSec > 0)) return 0;
  const isNear = firstVideoSec !== undefined && firstVideoSec - firstSec < MOST_SOUND_BEFORE_SEC;
  return isNear ? Math.max(firstSec, firstVideoSec) : firstSec;
}

/** Ticks a second in which each sample and each frame of the rate is a whole number. */
export const ticksOfRate = ({ num }: Rational): number =>
  Number(leastCommonMultiple(BigInt(SOUND_RATE), BigInt(num)));

const MAX_TICKS_PER_SEC = 1_000_000_000n;

/**
 * The place in the source `frames` frames after a clip's start (before it, if negative): exact, in finer ticks if need
 * be, so that cutting a clip a thousand times moves nothing. null: the source begins later than that.
 */
export function sourceAfter(
  clip: SourcePlace & Pick<Clip, 'speed'>,
  frames: number,
  rate: Rational,
): SourcePlace | null {
  const at = add(sourceOf(clip), {
    num: BigInt(frames) * BigInt(rate.den) * BigInt(clip.speed.num),
    den: BigInt(rate.num) * BigInt(clip.speed.den),
  });
  if (at.num < 0n) return null;
  const finest = leastCommonMultiple(
    BigInt(clip.sourceTicksPerSec),
    at.den / greatestCommonDivisor(at.num, at.den),
  );
  const ticksPerSec = finest <= MAX_TICKS_PER_SEC ? finest : MAX_TICKS_PER_SEC;
  const ticks = roundedQuotient(at.num * ticksPerSec, at.den);
  return { sourceStartTicks: Number(ticks), sourceTicksPerSec: Number(ticksPerSec) };
}

/**
 * At full speed: by how many samples the source is ahead of the timeline. Pieces of one recording that were cut apart
 * and still follow each other have the same, and so do the tracks of one take.
 */
export function sourceOffsetSamples(clip: Played, rate: Rational): number {
  const ahead = add(sourceOf(clip), {
    num: -BigInt(clip.startFrame) * BigInt(rate.den),
    den: BigInt(rate.num),
  });
  return Number(roundedQuotient(ahead.num * BigInt(SOUND_RATE), ahead.den));
}

/** The source's sample, at 48 kHz, where a clip begins. */
export const sourceStartSample = ({ sourceStartTicks, sourceTicksPerSec }: SourcePlace): number =>
  Math.round((sourceStartTicks * SOUND_RATE) / sourceTicksPerSec);

export const sourceStartSec = ({ sourceStartTicks, sourceTicksPerSec }: SourcePlace): number =>
  sourceStartTicks / sourceTicksPerSec;

/** How many more frames a source of `durationSec` has from the clip's start at its speed; of a frozen frame endless. */
export function framesToSourceEnd(
  clip: SourcePlace & Pick<Clip, 'speed'>,
  rate: Rational,
  durationSec: number,
): number {
  if (clip.speed.num === 0) return Infinity;
  const leftSec = (durationSec - sourceStartSec(clip)) * (clip.speed.den / clip.speed.num);
  // Durations are measured in samples and milliseconds: half a frame is not missed.
  return Math.max(0, Math.floor((leftSec * rate.num) / rate.den + 0.5));
}

const sourceOf = ({ sourceStartTicks, sourceTicksPerSec }: SourcePlace): Exact => ({
  num: BigInt(sourceStartTicks),
  den: BigInt(sourceTicksPerSec),
});

const add = (one: Exact, other: Exact): Exact => ({
  num: one.num * other.den + other.num * one.den,
  den: one.den * other.den,
});

/** Halves go up, as with `Math.round`. */
function roundedQuotient(num: bigint, den: bigint): bigint {
  const doubled = 2n * num + den;
  const quotient = doubled / (2n * den);
  return doubled < 0n && doubled % (2n * den) !== 0n ? quotient - 1n : quotient;
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [left, right] = [one < 0n ? -one : one, other];
  while (right !== 0n) [left, right] = [right, left % right];
  return left === 0n ? 1n : left;
}

const leastCommonMultiple = (one: bigint, other: bigint): bigint =>
  (one / greatestCommonDivisor(one, other)) * other;
