import { useSyncExternalStore } from 'react';

/** What this page remembers for itself: how its user likes to start, and what was seen. */
const COUNTDOWN_KEY = 'sounddesk.studio.countdown';
const SEEN_KEY = 'sounddesk.studio.recoveredSeen';

export const COUNTDOWNS_SEC = [0, 3, 5, 10] as const;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Where storage is not allowed, the choice holds until the page is left. */
const fallback = new Map<string, string>();

function readItem(key: string): string {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? '';
  } catch {
    return fallback.get(key) ?? '';
  }
}

function writeItem(key: string, value: string): void {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept for this page alone, as `fallback` says.
  }
  listeners.forEach((listener) => listener());
}

/** Seconds from pressing to recording; 0 is at once. */
export function useCountdownSec(): [number, (seconds: number) => void] {
  const text = useSyncExternalStore(subscribe, () => readItem(COUNTDOWN_KEY));
  const seconds = COUNTDOWNS_SEC.find((choice) => String(choice) === text) ?? 0;
  return [seconds, (next) => writeItem(COUNTDOWN_KEY, String(next))];
}

/** Recovered recordings that the user knows of already. */
export function useSeenRecovered(): [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, () => readItem(SEEN_KEY));
  const seen = new Set(text === '' ? [] : text.split('\n'));
  return [seen, (ids) => writeItem(SEEN_KEY, [...seen, ...ids].join('\n'))];
}
