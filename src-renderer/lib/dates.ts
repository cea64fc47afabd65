const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 21, 2026", in the time zone of this machine. */
export const formatDate = (atMs: number): string => DATE.format(atMs);

/** "Nov 21, 2026, 9:10 AM", in the time zone of this machine. */
export const formatDateTime = (atMs: number): string => DATE_TIME.format(atMs);
