import './texts.ts';
import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BasicPurpose } from '../../media/basicTakes/document.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Input } from '../../ui/Input.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { BasicRow } from './BasicRow.tsx';
import { arrangeTakes, COLUMNS, HIDDEN, type ColumnId, type Sorting } from './takeOrder.ts';
import type { BasicLibrary } from './useBasicLibrary.ts';

interface BasicRecordingsProps {
  library: BasicLibrary;
  /** The studio lists all of them, the others their own. */
  view: BasicPurpose;
  emptyMessage: string;
  retryLabel: string;
}

/** What lies in this browser's storage, searched and sorted. */
export function BasicRecordings(props: BasicRecordingsProps) {
  const { library, view, emptyMessage, retryLabel } = props;
  const { t } = useTranslation('basicRecorder');
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ column: 'date', isAscending: false });
  const all = library.takes.status === 'ready' ? library.takes.data : [];
  const takes = view === 'studio' ? all : all.filter(({ purpose }) => purpose === view);
  const shown = arrangeTakes(takes, query, sorting);
  return (
    <Card aria-labelledby="basic-recordings" className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="basic-recordings" className="text-[0.8125rem] font-semibold text-t1">
          {t('recordings.title')}
          {takes.length > 0 && <span className="ml-2 font-normal text-t3 tabular-nums">{takes.length}</span>}
        </h2>
        {takes.length > 0 && <SearchField query={query} onChange={setQuery} />}
      </header>
      {library.takes.status === 'loading' && (
        <div role="status" aria-label={t('recordings.loading')}>
          <Skeleton className="h-24" />
        </div>
      )}
      {library.takes.status === 'failed' && (
        <ErrorState
          title={t('recordings.failed')}
          message={library.takes.error.message}
          action={<Button onClick={library.reload}>{retryLabel}</Button>}
        />
      )}
      {library.takes.status === 'ready' && takes.length === 0 && (
        <EmptyState title={t('recordings.none')} message={emptyMessage} />
      )}
      {takes.length > 0 && shown.length === 0 && (
        <p role="status" className="py-6 text-center text-t2">
          {t('recordings.noMatch', { query: query.trim() })}
        </p>
      )}
      {shown.length > 0 && (
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line2 text-xs text-t3">
              {COLUMNS[view].map((column) => (
                <SortHeader
                  key={column}
                  column={column}
                  label={t(
                    `recordings.columns.${column === 'name' && view === 'meeting' ? 'meeting' : column}`,
                  )}
                  sorting={sorting}
                  onSort={setSorting}
                />
              ))}
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                <span className="sr-only">{t('recordings.columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((take) => (
              <BasicRow key={take.id} take={take} columns={COLUMNS[view]} onChanged={library.reload} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation('basicRecorder');
  return (
    <label className="relative min-w-0">
      <span className="sr-only">{t('recordings.search')}</span>
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-3.5 text-t3" />
      <Input
        type="search"
        value={query}
        placeholder={t('recordings.search')}
        onChange={(event) => onChange(event.target.value)}
        className="!h-8 !w-52 !pl-8"
      />
    </label>
  );
}

interface SortHeaderProps {
  column: ColumnId;
  label: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

function SortHeader({ column, label, sorting, onSort }: SortHeaderProps): ReactNode {
  const { t } = useTranslation('basicRecorder');
  const isSorted = sorting.column === column;
  const Arrow = sorting.isAscending ? ArrowUp : ArrowDown;
  const isText = column === 'name' || column === 'type';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isAscending ? 'ascending' : 'descending') : 'none'}
      className={`py-2 pr-3 font-normal ${HIDDEN[column] ?? ''}`}
    >
      <button
        type="button"
        title={t('recordings.sortBy', { column: label })}
        onClick={() => onSort({ column, isAscending: isSorted ? !sorting.isAscending : isText })}
        className="inline-flex items-center gap-1 rounded hover:text-t1"
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" className="size-3" />}
      </button>
    </th>
  );
}
