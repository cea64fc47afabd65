import { useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SortHeader } from '../../ui/SortHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { SpokenHits } from '../transcripts/index.ts';
import { BinButton } from './BinDialog.tsx';
import { useAskedTake, type AskedOfList } from './useAskedTake.ts';
import { ChosenRecordings } from './ChosenRecordings.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { NoRecordings } from './NoRecordings.tsx';
import { RecordingFilters } from './RecordingFilters.tsx';
import { RecordingPages, PAGE_SIZE } from './RecordingPages.tsx';
import { RecordingRow } from './RecordingRow.tsx';
import { filterTakes, sortTakes, type Sorting, type SortKey, type TakeFilter } from './recordingOrder.ts';
import { selectLibrary } from './studioSlice.ts';
import { readLibrary } from './studioThunks.ts';

/** All recordings, or those of a screen, as the documents list them. */
export type RecordingsView = 'all' | 'screens';

interface Column {
  key: SortKey;
  className?: string;
}
const NAME: Column = { key: 'name' };
const TRACKS: Column = { key: 'tracks', className: 'max-md:hidden' };
const DURATION: Column = { key: 'duration', className: 'max-sm:hidden' };
const DATE: Column = { key: 'date', className: 'max-lg:hidden' };
const SIZE: Column = { key: 'size', className: 'max-lg:hidden' };
const CERTIFICATE: Column = { key: 'certificate', className: 'max-md:hidden' };
const COLUMNS: Readonly<Record<RecordingsView, readonly Column[]>> = {
  all: [NAME, TRACKS, DURATION, DATE, SIZE, CERTIFICATE],
  screens: [NAME, DURATION, SIZE, DATE, TRACKS, CERTIFICATE],
};

interface RecordingsProps {
  view?: RecordingsView;
  /** What leads on where there are none; else the demo recording does. */
  firstStep?: ReactNode;
}

/** What was recorded before, searched, sorted and kept in order. */
export function Recordings({ view = 'all', firstStep }: RecordingsProps) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const library = useSelector(selectLibrary);
  const [filter, setFilter] = useState<TakeFilter>({ query: '', folder: null, tag: null });
  const all = library.status === 'ready' ? library.data : [];
  const takes = view === 'all' ? all : all.filter(({ tracks }) => tracks.screen > 0);
  const asked = useAskedTake(takes);
  const change = (next: TakeFilter) => {
    setFilter(next);
    if (asked.take) asked.onDone();
  };
  const found = asked.take ? takes : filterTakes(takes, filter);
  return (
    <Card aria-labelledby="studio-recordings" className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="studio-recordings" className="text-body font-semibold text-t1">
          {t('studio:recordings.title')}
          {takes.length > 0 && <span className="ml-2 font-normal text-t3 tabular-nums">{takes.length}</span>}
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <BinButton />
          {takes.length > 0 && <RecordingFilters takes={takes} filter={filter} onChange={change} />}
        </div>
      </header>
      {library.status === 'loading' && (
        <div role="status" aria-label={t('studio:recordings.loading')} className="grid gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {library.status === 'failed' && (
        <ErrorState
          title={t('studio:recordings.failed')}
          message={library.error.message}
          action={<Button onClick={() => void dispatch(readLibrary())}>{t('common:retry')}</Button>}
        />
      )}
      {library.status === 'ready' &&
        takes.length === 0 &&
        (firstStep === undefined ? (
          <NoRecordings />
        ) : (
          <EmptyState
            title={t('studio:recordings.empty')}
            message={t('studio:recordings.emptyMessage')}
            action={firstStep}
          />
        ))}
      {takes.length > 0 && found.length === 0 && (
        <p role="status" className="py-6 text-center text-t2">
          {t('studio:recordings.noMatch', {
            query: filter.query.trim() || filter.tag || filter.folder || '',
          })}
        </p>
      )}
      <SpokenHits query={filter.query} />
      {found.length > 0 && <Found key={asked.key} takes={found} view={view} asked={asked} />}
    </Card>
  );
}

interface FoundProps {
  takes: readonly TakeSummary[];
  view: RecordingsView;
  asked: AskedOfList;
}

/** The recordings that a search leaves, by pages; one that was asked for is on the first that is shown, and in sight. */
function Found({ takes, view, asked }: FoundProps) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'date', isAscending: false });
  const [openId, setOpenId] = useState(asked.request === 'play' ? (asked.take?.id ?? null) : null);
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const sorted = sortTakes(takes, sorting);
  const [wantedPage, setPage] = useState(() =>
    asked.take ? Math.floor(sorted.indexOf(asked.take) / PAGE_SIZE) : 0,
  );
  const page = Math.min(wantedPage, Math.ceil(takes.length / PAGE_SIZE) - 1);
  const shown = sorted.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const chosen = takes.filter(({ id }) => chosenIds.includes(id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds((before) => [...before.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]);
  return (
    <>
      {chosen.length > 0 && <ChosenRecordings takes={chosen} onClear={() => setChosenIds([])} />}
      <table className="w-full border-collapse text-left">
        <TakeHeads
          {...{ view, sorting, shown, chosenIds }}
          onSort={setSorting}
          onChooseAll={(isChosen) => choose(choosable(shown), isChosen)}
        />
        <tbody>
          {shown.map((take) => (
            <RecordingRow
              key={take.id}
              take={take}
              columns={COLUMNS[view].map(({ key }) => key)}
              isScreen={view === 'screens'}
              isOpen={take.id === openId}
              isAsked={take.id === asked.take?.id}
              onToggle={() => setOpenId(take.id === openId ? null : take.id)}
              isChosen={chosenIds.includes(take.id)}
              onChoose={(isChosen) => choose([take.id], isChosen)}
            />
          ))}
        </tbody>
      </table>
      <RecordingPages page={page} count={takes.length} onChange={setPage} />
      {asked.take && asked.request === 'export' && <ExportDialog take={asked.take} onClose={asked.onDone} />}
    </>
  );
}

const choosable = (takes: readonly TakeSummary[]) =>
  takes.filter(({ status }) => status !== 'recording').map(({ id }) => id);

interface TakeHeadsProps {
  view: RecordingsView;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  shown: readonly TakeSummary[];
  chosenIds: readonly string[];
  onChooseAll: (isChosen: boolean) => void;
}

function TakeHeads({ view, sorting, onSort, shown, chosenIds, onChooseAll }: TakeHeadsProps) {
  const { t } = useTranslation('studio');
  // Of screens the column says what one was recorded with.
  const nameOf = (key: SortKey) =>
    t(`recordings.columns.${view === 'screens' && key === 'tracks' ? 'type' : key}`);
  const ids = choosable(shown);
  return (
    <thead>
      <tr className="border-b border-line2 text-xs text-t3">
        <td className="w-8 py-2 pr-2">
          <input
            type="checkbox"
            aria-label={t('recordings.chooseAll')}
            checked={ids.length > 0 && ids.every((id) => chosenIds.includes(id))}
            onChange={(event) => onChooseAll(event.target.checked)}
            className="size-4 accent-accent"
          />
        </td>
        {COLUMNS[view].map(({ key, className }) => (
          <SortHeader
            key={key}
            name={nameOf(key)}
            hint={t('recordings.sortBy', { column: nameOf(key) })}
            order={orderOf(sorting, key)}
            onSort={() => onSort(nextSorting(sorting, key))}
            className={className}
          />
        ))}
        <th scope="col" className="py-2 pl-3 text-right font-normal">
          <span className="sr-only">{t('recordings.columns.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

const orderOf = ({ key, isAscending }: Sorting, column: SortKey) =>
  key !== column ? null : isAscending ? 'ascending' : 'descending';

const nextSorting = ({ key, isAscending }: Sorting, column: SortKey): Sorting => ({
  key: column,
  isAscending: key === column ? !isAscending : column === 'name',
});
