import { useEffect, useRef, useState } from 'react';

/** A drag moves further before the engine has answered: it is told so often at most. */
const TELL_EVERY_MS = 60;

/**
 * A value that is dragged: shown at once, told while it moves, and told for sure at its end. Between drags it is what
 * the host says.
 */
export function useDragged<T extends number | object>(
  value: T,
  tell: (value: T) => void,
): { shown: T; drag: (value: T) => void; commit: (value: T) => void } {
  const [dragged, setDragged] = useState<T | null>(null);
  const lastMs = useRef(-Infinity);
  const tellRef = useRef(tell);
  useEffect(() => {
    tellRef.current = tell;
  });
  return {
    shown: dragged ?? value,
    drag(next) {
      setDragged(next);
      const nowMs = performance.now();
      if (nowMs - lastMs.current < TELL_EVERY_MS) return;
      lastMs.current = nowMs;
      tellRef.current(next);
    },
    commit(next) {
      setDragged(null);
      tellRef.current(next);
    },
  };
}
