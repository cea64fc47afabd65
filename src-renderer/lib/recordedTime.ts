import { twoDigits } from '../../src-shared/domain/time.ts';
/** Recorded time as a studio writes it: `00:24:18`. */
export function formatRecordedTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${twoDigits(Math.floor(whole / 3600))}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
}
