import { UPDATE_INTERVALS_MS, type UpdateFrequency } from './roomLearning.ts';

/** Whether the release address is asked now. Never in privacy mode, and never unasked where it is by hand alone. */
export function isUpdateCheckDue(now: {
  address: string | null;
  privacyMode: boolean;
  frequency: UpdateFrequency;
  /** Of the last try, whatever came of it; null: none yet. */
  lastTryMs: number | null;
  nowMs: number;
}): boolean {
  const { address, privacyMode, frequency, lastTryMs, nowMs } = now;
  if (address === null || privacyMode || frequency === 'Manual') return false;
  // A clock that was set back must not keep it from asking for years.
  return lastTryMs === null || Math.abs(nowMs - lastTryMs) >= UPDATE_INTERVALS_MS[frequency];
}

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,50}))?$/;

/** Whether it is written as our versions are: `1.2.3`, or `1.2.3-beta.1` before it. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether `other` comes after `version`. */
export function isNewerVersion(other: string, version: string): boolean {
  const [a, b] = [VERSION.exec(other), VERSION.exec(version)];
  if (!a || !b) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference > 0;
  }
  // What is before a release is older than it.
  const [before, beforeOurs] = [a[4], b[4]];
  if (before === undefined) return beforeOurs !== undefined;
  return beforeOurs !== undefined && before.localeCompare(beforeOurs, 'en', { numeric: true }) > 0;
}
