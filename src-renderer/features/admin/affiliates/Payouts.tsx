import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYOUT_STATUSES } from '../../../../src-shared/domain/affiliate.ts';
import { toCsv } from '../../../lib/csv.ts';
import { readPages } from '../../../lib/readPages.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import { Card } from '../../../ui/Card.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ExportButton, type ExportJob } from '../../exports/index.ts';
import { ListFailure, Pages } from '../../organization/index.ts';
import {
  PAGE_SIZE,
  useLazyReadPayoutsToPayQuery,
  useSearchPayoutsQuery,
  type PayoutRow,
  type PayoutToPay,
} from './affiliatesApi.ts';
import { ListControls, useStatusFilter, type StatusFilter } from './ListControls.tsx';
import { PayoutDecisionDialog, type PayoutWish } from './PayoutDecisionDialog.tsx';
import { PayoutTableRow } from './PayoutTableRow.tsx';

const COLUMNS = ['affiliate', 'amount', 'paypal', 'requested', 'status', 'actions'] as const;

/** What affiliates asked for: approved here, paid at PayPal, and marked as paid here. */
export function Payouts() {
  const { t } = useTranslation('adminAffiliates');
  const filter = useStatusFilter();
  const [wish, setWish] = useState<PayoutWish | null>(null);
  const page = useSearchPayoutsQuery(
    { status: filter.status, after: filter.path.after },
    { refetchOnMountOrArgChange: true },
  );
  const file = useFile();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <ListControls
        filter={filter}
        isBusy={page.isFetching && !page.isLoading}
        onRefresh={() => void page.refetch()}
        options={PAYOUT_STATUSES.map((value) => ({ value, label: t(`payout.statuses.${value}`) }))}
      >
        <ExportButton label={t('payout.export')} run={file} />
      </ListControls>
      <p className="text-xs text-t2">{t('payout.exportHint')}</p>
      <Rows page={page} filter={filter} onWish={setWish} />
      {wish !== null && <PayoutDecisionDialog wish={wish} onClose={() => setWish(null)} />}
    </div>
  );
}

interface RowsProps {
  page: { data?: PayoutRow[] | undefined; error?: unknown; refetch: () => unknown };
  filter: StatusFilter;
  onWish: (wish: PayoutWish) => void;
}

function Rows({ page: { data, error, refetch }, filter: { status, path }, onWish }: RowsProps) {
  const { t } = useTranslation('adminAffiliates');
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.length === 0 && path.pageNumber === 1) {
    return (
      <Card>
        <EmptyState
          title={t('payout.empty')}
          message={t(status === null ? 'payout.emptyHint' : 'payout.emptyFiltered')}
        />
      </Card>
    );
  }
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined;
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-panel shadow-panel">
      <div role="region" aria-label={t('payout.table')} tabIndex={0} className="overflow-x-auto">
        <table className="stacked w-full min-w-[56rem] text-left">
          <thead className="border-b border-line2 text-xs text-t2">
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    column === 'amount' ? 'px-4 py-2.5 text-right font-medium' : 'px-4 py-2.5 font-medium'
                  }
                >
                  {t(`payout.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {data.map((row) => (
              <PayoutTableRow key={row.id} row={row} onWish={onWish} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages path={path} last={last ? { at: last.requested_at, id: last.id } : null} />
    </section>
  );
}

/** What is to be paid, in the form that PayPal's mass payments take. */
function useFile() {
  const { t } = useTranslation('adminAffiliates');
  const [readPage] = useLazyReadPayoutsToPayQuery();
  return async ({ signal, onRows }: ExportJob) => {
    // What the browser may keep outside its memory, page by page.
    const parts: Blob[] = [];
    let count = 0;
    const read = (last: PayoutToPay | null) => readPage(last).unwrap();
    for await (const page of readPages(read, signal)) {
      const rows = page.map(({ paypal_email: to, amount_usd: amount, id }) => [
        to,
        amount.toFixed(2),
        'USD',
        id,
      ]);
      parts.push(new Blob([toCsv(rows)]));
      onRows((count += page.length));
    }
    if (count === 0)
      showNotice({ tone: 'info', title: t('payout.nothing'), message: t('payout.nothingHint') });
    else saveBlob(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${t('payout.fileName')}.csv`);
  };
}
