import type { CaptionLine } from '../../../src-shared/contract/captions.ts';

/** A line a phrase, with the time of day and who said it; for a file, and for other programs. */
export const captionsAsText = (lines: readonly Pick<CaptionLine, 'startMs' | 'name' | 'text'>[]): string =>
  lines.map(({ startMs, name, text }) => `${timeOfDay(startMs)} ${name}: ${text}\n`).join('');

/** As the clock of this computer shows it, e.g. `14:05:09`. */
export function timeOfDay(atMs: number): string {
  const date = new Date(atMs);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}
