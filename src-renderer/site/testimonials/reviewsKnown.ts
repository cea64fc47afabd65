import { useSyncExternalStore } from 'react';

let isKnown = false;
const listeners = new Set<() => void>();

/** Takes note that there are testimonials: from then on the header leads to them. */
export function noteReviews(arePublished: boolean): void {
  if (isKnown === arePublished) return;
  isKnown = arePublished;
  for (const listener of listeners) listener();
}

/** Whether testimonials are published, as far as this visit knows; false in what is drawn ahead. */
export function useHasReviews(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isKnown,
    () => false,
  );
}
