import { formatFigure } from '../lib/figures.ts';
import { levelPercentOf } from '../lib/meter.ts';
import type { LevelSource } from './LevelMeter.tsx';

/** What a meter shows of a level in dBFS; null while nothing is measured. */
export const levelSourceOf = (
  feed: Pick<LevelSource, 'subscribe'>,
  readDb: () => number | null,
): LevelSource => ({
  subscribe: feed.subscribe,
  readPercent() {
    const db = readDb();
    return db === null ? null : levelPercentOf(db);
  },
  readText() {
    const db = readDb();
    return db === null ? '—' : `${formatFigure(db, 1)} dBFS`;
  },
});
