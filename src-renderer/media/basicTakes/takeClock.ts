/** What has been recorded at a moment; pauses are left out. Moments are those of `performance.now`. */
export interface TakeClock {
  start(atMs: number): void;
  setPaused(isPaused: boolean, atMs: number): void;
  stop(atMs: number): void;
  readonly isPaused: boolean;
  recordedMs(atMs: number): number;
  /** Where in the take something belongs that was taken then; null where nothing was recorded. */
  timeOf(takenMs: number): number | null;
}

export function createTakeClock(): TakeClock {
  /** Times that were recorded, one after the other. */
  const stretches: { fromMs: number; toMs: number | null; beforeMs: number }[] = [];
  const last = () => stretches.at(-1);
  const lengthOf = (stretch: { fromMs: number; toMs: number | null }, atMs: number) =>
    Math.max(0, (stretch.toMs ?? atMs) - stretch.fromMs);
  const recordedMs = (atMs: number) => {
    const stretch = last();
    return stretch ? stretch.beforeMs + lengthOf(stretch, atMs) : 0;
  };
  const hold = (atMs: number) => {
    const stretch = last();
    if (stretch?.toMs === null) stretch.toMs = Math.max(atMs, stretch.fromMs);
  };
  const go = (atMs: number) => stretches.push({ fromMs: atMs, toMs: null, beforeMs: recordedMs(atMs) });
  return {
    start: go,
    setPaused(isPaused, atMs) {
      if (isPaused) hold(atMs);
      else if (last()?.toMs !== null) go(atMs);
    },
    stop: hold,
    get isPaused() {
      return last()?.toMs !== null;
    },
    recordedMs,
    timeOf(takenMs) {
      const stretch = stretches.findLast(({ fromMs }) => fromMs <= takenMs);
      if (!stretch || (stretch.toMs !== null && takenMs > stretch.toMs)) return null;
      return stretch.beforeMs + takenMs - stretch.fromMs;
    },
  };
}
