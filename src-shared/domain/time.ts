/** `7` as `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Seconds as the session timer shows them: `mm:ss`, and `h:mm:ss` from an hour on. */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const tail = `${twoDigits(minutes)}:${twoDigits(whole % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** What a recording without a name is called. */
export function nameByTime(date: Date): string {
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}.${twoDigits(date.getMinutes())}.${twoDigits(date.getSeconds())}`;
}
