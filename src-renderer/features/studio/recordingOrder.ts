import type { TakeSummary } from '../../../src-shared/contract/takes.ts';

export type SortKey = 'name' | 'tracks' | 'duration' | 'date' | 'size' | 'certificate';

export interface Sorting {
  key: SortKey;
  isAscending: boolean;
}

/** The worst first: what wants a look. */
const GRADES = ['red', 'amber', null, 'green'] as const;

const COMPARE: Record<SortKey, (one: TakeSummary, other: TakeSummary) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true, sensitivity: 'base' }),
  tracks: (one, other) => one.trackCount - other.trackCount,
  duration: (one, other) => one.durationSec - other.durationSec,
  date: (one, other) => (one.startedAtMs ?? 0) - (other.startedAtMs ?? 0),
  size: (one, other) => one.sizeBytes - other.sizeBytes,
  certificate: (one, other) => GRADES.indexOf(other.grade) - GRADES.indexOf(one.grade),
};

/** In that order; of equals the newest first. */
export function sortTakes(takes: readonly TakeSummary[], { key, isAscending }: Sorting): TakeSummary[] {
  const sign = isAscending ? 1 : -1;
  return takes.toSorted((one, other) => sign * COMPARE[key](one, other) || COMPARE.date(other, one));
}

/** Those whose name or folder holds every word. */
export function filterTakes(takes: readonly TakeSummary[], query: string): TakeSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return takes.filter(({ name, id }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)));
}
