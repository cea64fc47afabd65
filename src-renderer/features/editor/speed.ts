import type { Clip, Rational } from '../../../src-shared/domain/edit/document.ts';

const LEAST = 0.01;
const MOST = 100;
const LARGEST = 1_000_000;

/** A speed as a person writes it: `50`, `33.3 %`, or a fraction such as `2/3`; null where it is none that a clip can have. */
export function readSpeed(text: string): Rational | null {
  const fraction = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text);
  const percent = /^\s*(\d{1,5})(?:[.,](\d{1,3}))?\s*%?\s*$/.exec(text);
  if (fraction) return within(Number(fraction[1]), Number(fraction[2]));
  if (!percent) return null;
  const decimals = percent[2] ?? '';
  // In whole numbers: a frame must be at the same place in every host.
  return within(Number(`${percent[1] ?? '0'}${decimals}`), 100 * 10 ** decimals.length);
}

function within(num: number, den: number): Rational | null {
  if (den === 0 || num / den < LEAST || num / den > MOST) return null;
  const divisor = commonDivisor(num, den);
  const speed = { num: num / divisor, den: den / divisor };
  return speed.num > LARGEST || speed.den > LARGEST ? null : speed;
}

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

/** As `readSpeed` reads it again to the same value. */
export function percentOf({ num, den }: Rational): string {
  const percent = Math.round((100_000 * num) / den) / 1000;
  return percent * den === 100 * num ? String(percent) : `${num}/${den}`;
}

/** How long a clip is at another speed. */
export const lengthAt = ({ lengthFrames, speed: { num, den } }: Clip, speed: Rational): number =>
  Math.max(1, Math.round((lengthFrames * num * speed.den) / (den * speed.num)));
