import { twoDigits } from './time.ts';
/** Frame rates that timecode counts in; the fractions are 24 and 30 frames in 1.001 s. */
export const TIMECODE_RATES = [24000 / 1001, 24, 25, 30000 / 1001, 30] as const;

const DAY_SEC = 86_400;

/** The known rate next to a measured one. */
export function nearestTimecodeRate(fps: number): number {
  return TIMECODE_RATES.reduce((best, known) =>
    Math.abs(known - fps) < Math.abs(best - fps) ? known : best,
  );
}

/**
 * Seconds since midnight as `hh:mm:ss:ff`; with drop-frame counting, which leaves out two numbers a minute but
 * every tenth so that 29.97 frames a second keep to the clock, as `hh:mm:ss;ff` (SMPTE ST 12-1).
 */
export function formatTimecode(seconds: number, fps: number, isDropFrame = false): string {
  const base = Math.round(fps);
  const inDay = ((seconds % DAY_SEC) + DAY_SEC) % DAY_SEC;
  let frame = Math.round(inDay * fps);
  if (isDropFrame) {
    const perTenMinutes = base * 600 - 18;
    const perMinute = base * 60 - 2;
    const tens = Math.floor(frame / perTenMinutes);
    const rest = frame % perTenMinutes;
    frame += 18 * tens + (rest < 2 ? 0 : 2 * Math.floor((rest - 2) / perMinute));
  }
  const whole = Math.floor(frame / base);
  const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60].map(twoDigits);
  return `${parts.join(':')}${isDropFrame ? ';' : ':'}${twoDigits(frame % base)}`;
}

/** How much later, in seconds, `to` is than `from` on a clock that starts again at midnight: at most half a day. */
export function clockDifferenceSec(from: number, to: number): number {
  const difference = (((to - from) % DAY_SEC) + DAY_SEC) % DAY_SEC;
  return difference > DAY_SEC / 2 ? difference - DAY_SEC : difference;
}
