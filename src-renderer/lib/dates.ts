import { currentLanguage } from './language.ts';

/** "Nov 21, 2026", in the time zone of this machine and the way of its language. */
export const formatDate = (atMs: number): string => formatDay(atMs, { dateStyle: 'medium' });

/** "Nov 21, 2026, 9:10 AM", in the time zone of this machine and the way of its language. */
export const formatDateTime = (atMs: number): string =>
  formatDay(atMs, { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time as the language writes it that is spoken now. */
export function formatDay(atMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLanguage(), options).format(atMs);
}

/** The same of a time as the server writes it. */
export const formatIsoDate = (time: string): string => formatDate(Date.parse(time));
export const formatIsoDateTime = (time: string): string => formatDateTime(Date.parse(time));
