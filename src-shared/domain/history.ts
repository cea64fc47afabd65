/** How a document of one kind is compared and changed. */
export interface Patching<T, P> {
  /** What makes `after` of `before`. */
  between: (before: T, after: T) => P;
  apply: (document: T, patch: P) => T;
  maxSteps: number;
}

/** What leads from the document beside it to the next one on that side. */
interface Step<P> {
  patch: P;
  gesture: string | null;
}

/** A document and the ways back and on: patches, so that many steps of a large document take little room. */
export interface History<T, P> {
  present: T;
  /** The newest last. */
  past: readonly Step<P>[];
  future: readonly Step<P>[];
}

export function createHistoryTools<T, P>({ between, apply, maxSteps }: Patching<T, P>) {
  return {
    start: (present: T): History<T, P> => ({ present, past: [], future: [] }),

    /**
     * Keeps an edit. Edits of one `gesture`, such as all moves of one drag, are undone together; it is named by the one who
     * begins it, and no two have the same name.
     */
    keepEdit: (history: History<T, P>, next: T, gesture: string | null = null): History<T, P> => {
      if (next === history.present) return history;
      const last = history.past.at(-1);
      const isSameGesture = gesture !== null && last?.gesture === gesture;
      const before = isSameGesture ? apply(history.present, last.patch) : history.present;
      const earlier = isSameGesture ? history.past.slice(0, -1) : history.past;
      const step = { patch: between(next, before), gesture };
      return { present: next, past: [...earlier, step].slice(-maxSteps), future: [] };
    },

    undo: ({ present, past, future }: History<T, P>): History<T, P> => {
      const step = past.at(-1);
      if (!step) return { present, past, future };
      const former = apply(present, step.patch);
      const back = { patch: between(former, present), gesture: step.gesture };
      return { present: former, past: past.slice(0, -1), future: [...future, back] };
    },

    redo: ({ present, past, future }: History<T, P>): History<T, P> => {
      const step = future.at(-1);
      if (!step) return { present, past, future };
      const later = apply(present, step.patch);
      const back = { patch: between(later, present), gesture: step.gesture };
      return { present: later, past: [...past, back], future: future.slice(0, -1) };
    },
  };
}
