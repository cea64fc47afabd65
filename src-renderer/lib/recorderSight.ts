import { useSyncExternalStore } from 'react';
import { Listeners } from '../../src-shared/rpc/index.ts';

const listeners = new Listeners<void>();
let isInSight = false;

function report(now: boolean): void {
  if (now === isInSight) return;
  isInSight = now;
  listeners.notify();
}

/** A ref for what shows a recording with its Stop: whether it can be seen, as long as it is there. */
export function watchRecorder(element: Element | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting === true));
  observer.observe(element);
  return () => {
    observer.disconnect();
    report(false);
  };
}

/** Whether the recording and its Stop are in sight already. */
export function useIsRecorderInSight(): boolean {
  return useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => isInSight,
  );
}
