import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import type { LicenceFilters } from './Filters.tsx';
import { LicenceTableRow } from './LicenceTableRow.tsx';
import { PAGE_SIZE, type LicenceRow } from './licencesApi.ts';

interface LicenceTableProps {
  page: { data?: LicenceRow[] | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  filters: LicenceFilters;
  onGenerate: () => void;
}

const COLUMNS = ['key', 'user', 'platform', 'status', 'device', 'trial', 'actions'] as const;

/** A page of licences, newest first. */
export function LicenceTable({ page, filters, onGenerate }: LicenceTableProps) {
  const { t } = useTranslation(['adminLicences', 'common']);
  const { data, error } = page;
  if (error !== undefined) {
    return (
      <Card>
        <ErrorState
          title={t('adminLicences:failed')}
          message={(error as Partial<RpcFailure>).message}
          action={<Button onClick={() => void page.refetch()}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.length === 0 && filters.pageNumber === 1) {
    return (
      <Card>
        <EmptyState
          title={t('adminLicences:empty')}
          message={filters.isFiltered ? t('adminLicences:emptyFiltered') : t('adminLicences:emptyHint')}
          action={
            filters.isFiltered ? undefined : (
              <Button variant="primary" onClick={onGenerate}>
                {t('adminLicences:generateFirst')}
              </Button>
            )
          }
        />
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden p-0!">
      <div
        role="region"
        aria-label={t('adminLicences:table')}
        aria-busy={page.isFetching}
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="stacked w-full min-w-[64rem] text-left">
          <thead className="border-b border-line2 text-xs text-t2">
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-4 py-2.5 font-medium">
                  {t(`adminLicences:columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={page.isFetching ? 'opacity-60' : undefined}>
            {data.map((licence) => (
              <LicenceTableRow key={licence.id} licence={licence} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages rows={data} filters={filters} />
    </Card>
  );
}

function Pages({ rows, filters }: { rows: LicenceRow[]; filters: LicenceFilters }) {
  const { t } = useTranslation('adminLicences');
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  if (filters.pageNumber === 1 && !last) return null;
  return (
    <footer className="flex items-center justify-between gap-3 border-t border-line2 px-4 py-2.5">
      <Button size="sm" disabled={filters.pageNumber === 1} onClick={filters.previous}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {t('previous')}
      </Button>
      <span className="text-xs text-t2 tabular-nums">{t('page', { page: filters.pageNumber })}</span>
      <Button size="sm" disabled={!last} onClick={() => last && filters.next(last)}>
        {t('next')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </footer>
  );
}
