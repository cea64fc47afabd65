import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SortHeader } from '../../ui/SortHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { BinButton } from './BinDialog.tsx';
import { RecordingRow } from './RecordingRow.tsx';
import { filterTakes, sortTakes, type Sorting, type SortKey } from './recordingOrder.ts';
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

/** What was recorded before, searched and sorted. */
export function Recordings({ view = 'all' }: { view?: RecordingsView }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const library = useSelector(selectLibrary);
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ key: 'date', isAscending: false });
  const [openId, setOpenId] = useState<string | null>(null);
  const all = library.status === 'ready' ? library.data : [];
  const takes = view === 'all' ? all : all.filter(({ tracks }) => tracks.screen > 0);
  // Of screens the column says what one was recorded with.
  const nameOf = (key: SortKey) =>
    t(`studio:recordings.columns.${view === 'screens' && key === 'tracks' ? 'type' : key}`);
  const shown = sortTakes(filterTakes(takes, query), sorting);
  return (
    <Card aria-labelledby="studio-recordings" className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="studio-recordings" className="text-body font-semibold text-t1">
          {t('studio:recordings.title')}
          {takes.length > 0 && <span className="ml-2 font-normal text-t3 tabular-nums">{takes.length}</span>}
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <BinButton />
          {takes.length > 0 && (
            <SearchField label={t('studio:recordings.search')} query={query} onChange={setQuery} />
          )}
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
      {library.status === 'ready' && takes.length === 0 && (
        <EmptyState title={t('studio:recordings.empty')} message={t('studio:recordings.emptyMessage')} />
      )}
      {takes.length > 0 && shown.length === 0 && (
        <p role="status" className="py-6 text-center text-t2">
          {t('studio:recordings.noMatch', { query: query.trim() })}
        </p>
      )}
      {shown.length > 0 && (
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line2 text-xs text-t3">
              {COLUMNS[view].map(({ key, className }) => (
                <SortHeader
                  key={key}
                  name={nameOf(key)}
                  hint={t('studio:recordings.sortBy', { column: nameOf(key) })}
                  order={orderOf(sorting, key)}
                  onSort={() => setSorting(nextSorting(sorting, key))}
                  className={className}
                />
              ))}
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                <span className="sr-only">{t('studio:recordings.columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((take) => (
              <RecordingRow
                key={take.id}
                take={take}
                columns={COLUMNS[view].map(({ key }) => key)}
                isScreen={view === 'screens'}
                isOpen={take.id === openId}
                onToggle={() => setOpenId(take.id === openId ? null : take.id)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const orderOf = ({ key, isAscending }: Sorting, column: SortKey) =>
  key !== column ? null : isAscending ? 'ascending' : 'descending';

const nextSorting = ({ key, isAscending }: Sorting, column: SortKey): Sorting => ({
  key: column,
  isAscending: key === column ? !isAscending : column === 'name',
});
