import { levelPercentOf } from '../../lib/meter.ts';
import type { FrameRecord } from '../../media/chain/frameRecord.ts';
import { powerToDb } from '../../media/dsp/levels.ts';
import { LiveMeters } from '../../media/meters/liveMeters.ts';
import type { CleanSide } from '../../../src-shared/contract/clean.ts';

/** 400 ms, as a VU meter looks back: short enough to follow a word, long enough to be read. */
const WINDOW_FRAMES = 40;

/** What the engine measured of both ends. */
export interface DemoLevels {
  /** Root mean square of the last 400 ms, in dBFS. */
  beforeDb: number;
  afterDb: number;
  /** How far the noise was lowered in the last 3 s of pauses; null before there was one. */
  reductionDb: number | null;
}

/** The meters of the demonstration: fed with what the engine reports, read by what draws it. */
export interface DemoMeter {
  add(records: readonly FrameRecord[]): void;
  /** Nothing is measured any more. */
  reset(): void;
  readonly levels: DemoLevels | null;
  percentOf(end: CleanSide): number | null;
  subscribe(listener: () => void): () => void;
}

export function createDemoMeter(): DemoMeter {
  const listeners = new Set<() => void>();
  let meters = new LiveMeters();
  let newest: FrameRecord[] = [];
  let levels: DemoLevels | null = null;
  const change = (next: DemoLevels | null) => {
    levels = next;
    for (const listener of listeners) listener();
  };
  return {
    add(records) {
      for (const record of records) meters.add(record);
      newest = [...newest, ...records].slice(-WINDOW_FRAMES);
      change({
        beforeDb: meanDb(newest.map(({ inputPower }) => inputPower)),
        afterDb: meanDb(newest.map(({ outputPower }) => outputPower)),
        reductionDb: meters.take().reductionDb,
      });
    },
    reset() {
      meters = new LiveMeters();
      newest = [];
      change(null);
    },
    get levels() {
      return levels;
    },
    percentOf: (end) => levels && levelPercentOf(end === 'before' ? levels.beforeDb : levels.afterDb),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function meanDb(powers: readonly number[]): number {
  return powerToDb(powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length));
}
