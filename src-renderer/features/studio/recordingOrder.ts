import type { TakeLabels, TakeSummary } from '../../../src-shared/contract/takes.ts';

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

export interface TakeFilter {
  query: string;
  /** null: all. */
  folder: string | null;
  tag: string | null;
}

/** Those whose name, folder or tags hold every word, in this folder and with this tag. */
export function filterTakes(
  takes: readonly TakeSummary[],
  { query, folder, tag }: TakeFilter,
): TakeSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return takes.filter(({ name, id, labels }) => {
    if (folder !== null && labels?.folder !== folder) return false;
    if (tag !== null && !labels?.tags.includes(tag)) return false;
    const text = [name, id, labels?.folder ?? '', ...(labels?.tags ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Folders and tags that there are, in order. */
export function labelsOf(takes: readonly TakeSummary[]): { folders: string[]; tags: string[] } {
  const inOrder = (names: readonly string[]) =>
    [...new Set(names)].filter(Boolean).sort((one, other) => one.localeCompare(other));
  return {
    folders: inOrder(takes.map(({ labels }) => labels?.folder ?? '')),
    tags: inOrder(takes.flatMap(({ labels }) => labels?.tags ?? [])),
  };
}

/** The labels of several takes after a change of what they have in common; tags that only some have stay. */
export function changeLabels(
  takes: readonly TakeSummary[],
  changed: TakeLabels,
): { id: string; labels: TakeLabels }[] {
  const common = commonLabels(takes);
  const removed = common.tags.filter((tag) => !changed.tags.includes(tag));
  return takes.map(({ id, labels }) => ({
    id,
    labels: {
      folder: changed.folder === '' && common.folder === '' ? (labels?.folder ?? '') : changed.folder,
      tags: [...new Set([...(labels?.tags ?? []), ...changed.tags])].filter((tag) => !removed.includes(tag)),
    },
  }));
}

/** The folder of all of them, else none; the tags that all of them have. */
export function commonLabels(takes: readonly TakeSummary[]): TakeLabels {
  const [first, ...others] = takes.map(({ labels }) => labels ?? { folder: '', tags: [] });
  if (!first) return { folder: '', tags: [] };
  return {
    folder: others.every(({ folder }) => folder === first.folder) ? first.folder : '',
    tags: first.tags.filter((tag) => others.every(({ tags }) => tags.includes(tag))),
  };
}
