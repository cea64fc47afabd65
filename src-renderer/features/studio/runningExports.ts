const cancels = new Map<string, () => void>();

/** How to end the exports that run, by the recordings' ids: they continue when their window is closed. */
export const runningExports = {
  /** Returns what forgets it. */
  add(id: string, cancel: () => void): () => void {
    cancels.set(id, cancel);
    return () => cancels.delete(id);
  },
  cancel: (id: string): void => cancels.get(id)?.(),
};
