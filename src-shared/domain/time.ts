/** Seconds as the session timer shows them: `mm:ss`, and `h:mm:ss` from an hour on. */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const pad = (value: number) => String(value).padStart(2, '0');
  const tail = `${pad(minutes)}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
