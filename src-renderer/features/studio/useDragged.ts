import { useEffect, useRef, useState } from 'react';

/** A drag moves further before the engine has answered: this is how often it is sent at most. */
const REPORT_EVERY_MS = 60;

/**
 * A value that is dragged: shown at once, sent while it moves, and always sent at its end. Between drags it is what
 * the host says.
 */
export function useDragged<T extends number | object>(
  value: T,
  notify: (value: T) => void,
): { shown: T; drag: (value: T) => void; commit: (value: T) => void } {
  const [dragged, setDragged] = useState<T | null>(null);
  const lastMs = useRef(-Infinity);
  const reportRef = useRef(notify);
  useEffect(() => {
    reportRef.current = notify;
  });
  return {
    shown: dragged ?? value,
    drag(next) {
      setDragged(next);
      const nowMs = performance.now();
      if (nowMs - lastMs.current < REPORT_EVERY_MS) return;
      lastMs.current = nowMs;
      reportRef.current(next);
    },
    commit(next) {
      setDragged(null);
      reportRef.current(next);
    },
  };
}
