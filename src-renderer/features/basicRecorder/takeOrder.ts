import type { BasicPurpose } from '../../media/basicTakes/document.ts';
import type { BasicTakeRow } from '../../media/basicTakes/library.ts';
import { PLATFORM_NAMES } from '../../../src-shared/domain/meetings.ts';
import { screenTypeOf } from '../../../src-shared/domain/screenCapture.ts';

/** The columns of the documents' tables; the first is the name. */
export const COLUMNS = {
  studio: ['name', 'tracks', 'duration', 'size', 'date'],
  screen: ['name', 'duration', 'size', 'date', 'type'],
  meeting: ['name', 'platform', 'participants', 'duration', 'date'],
} as const satisfies Record<BasicPurpose, readonly string[]>;
export type ColumnId = (typeof COLUMNS)[BasicPurpose][number];

/** On small screens what does not fit stands below the name. */
export const HIDDEN: Partial<Record<ColumnId, string>> = {
  tracks: 'max-md:hidden',
  type: 'max-md:hidden',
  platform: 'max-md:hidden',
  participants: 'max-md:hidden',
  duration: 'max-sm:hidden',
  size: 'max-lg:hidden',
  date: 'max-lg:hidden',
};

export interface Sorting {
  column: ColumnId;
  isAscending: boolean;
}

const byText = (one: string, other: string) =>
  one.localeCompare(other, undefined, { numeric: true, sensitivity: 'base' });

const COMPARE: Record<ColumnId, (one: BasicTakeRow, other: BasicTakeRow) => number> = {
  name: (one, other) => byText(one.name, other.name),
  tracks: (one, other) => one.tracks.length - other.tracks.length,
  type: (one, other) => byText(typeOf(one), typeOf(other)),
  platform: (one, other) => byText(platformOf(one), platformOf(other)),
  participants: (one, other) => (one.meeting?.participants ?? 0) - (other.meeting?.participants ?? 0),
  duration: (one, other) => one.durationMs - other.durationMs,
  size: (one, other) => one.sizeBytes - other.sizeBytes,
  date: (one, other) => one.startedAtMs - other.startedAtMs,
};

/** What the platform of a meeting is called. */
export const platformOf = ({ meeting }: BasicTakeRow): string =>
  meeting ? PLATFORM_NAMES[meeting.platform] : '';

/** The document's label of what a screen was recorded with. */
export const typeOf = ({ tracks }: BasicTakeRow): string =>
  screenTypeOf({
    system: tracks.some(({ kind }) => kind === 'system'),
    microphone: tracks.some(({ kind }) => kind === 'audio'),
  });

/** Those whose name holds every word, in that order; of equals the newest first. */
export function arrangeTakes(
  takes: readonly BasicTakeRow[],
  query: string,
  { column, isAscending }: Sorting,
): BasicTakeRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = isAscending ? 1 : -1;
  return takes
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((one, other) => sign * COMPARE[column](one, other) || COMPARE.date(other, one));
}
