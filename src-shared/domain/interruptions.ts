import { z } from 'zod';
import { twoDigits } from './time.ts';

/** Two clocks of the machine, read at one moment. */
export interface ClockReading {
  /** Counts on while the computer sleeps. */
  uptimeMs: number;
  /** Stands still in a sleep on some systems, and counts on in it on others. */
  monotonicMs: number;
}

/**
 * `sleep`: the whole computer. `standstill`: SoundDesk was not run, since the computer slept and does not say so, the
 * program was stopped, or the computer was overloaded.
 */
export const interruptionSchema = z.object({
  kind: z.enum(['sleep', 'standstill']),
  /** Where it began, in seconds of the take. */
  atSec: z.number().nonnegative(),
  lengthSec: z.number().nonnegative(),
});
export type Interruption = z.infer<typeof interruptionSchema>;

export interface FoundInterruption {
  kind: Interruption['kind'];
  lengthMs: number;
  /** What the monotonic clock lacks of it. */
  uncountedMs: number;
}

/** A busy machine keeps a timer waiting for a second or two; that is no standstill yet. */
export const LEAST_STANDSTILL_MS = 5000;
/** How much the two clocks may differ between two looks: the uptime is reported in hundredths of a second. */
const CLOCK_NOISE_MS = 500;

/**
 * What happened between two looks that were to be `everyMs` apart; null: nothing. `isSleepReported`: the system has said that
 * it went to sleep in between.
 */
export function judgeLooks(
  before: ClockReading,
  now: ClockReading,
  everyMs: number,
  isSleepReported: boolean,
): FoundInterruption | null {
  const uptimeMs = now.uptimeMs - before.uptimeMs;
  const monotonicMs = now.monotonicMs - before.monotonicMs;
  const uncountedMs = uptimeMs - monotonicMs > CLOCK_NOISE_MS ? uptimeMs - monotonicMs : 0;
  const lengthMs = Math.max(uptimeMs, monotonicMs) - everyMs;
  if (uncountedMs > 0 || (isSleepReported && lengthMs > CLOCK_NOISE_MS))
    return { kind: 'sleep', lengthMs: Math.max(lengthMs, uncountedMs), uncountedMs };
  return lengthMs >= LEAST_STANDSTILL_MS ? { kind: 'standstill', lengthMs, uncountedMs } : null;
}

/** As the certificate says it. */
export function describeInterruption(interruption: Interruption): string {
  const { kind } = interruption;
  const { length, place: at } = placeOfInterruption(interruption);
  const place = `at ${at} of the recording`;
  return kind === 'sleep'
    ? `The computer slept for ${length} ${place}: nothing was recorded meanwhile. All before and after it is kept.`
    : `SoundDesk was suspended for ${length} ${place}: the computer slept, stopped it, or was overloaded. What is missing there is reported with each track.`;
}

/** When it was, and how long it took. */
export function placeOfInterruption({ atSec, lengthSec }: Interruption): { length: string; place: string } {
  return { place: toClock(atSec), length: lengthSec < 60 ? `${lengthSec.toFixed(1)} s` : toClock(lengthSec) };
}

/** `0:07`, `12:03`, `1:02:33`. */
function toClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`
    : `${minutes}:${twoDigits(whole % 60)}`;
}
