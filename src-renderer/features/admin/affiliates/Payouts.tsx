import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { PAYOUT_STATUSES } from '../../../../src-shared/domain/affiliate.ts';
import { toCsv } from '../../../lib/csv.ts';
import { readPages } from '../../../lib/readPages.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import { showNotice } from '../../../ui/notice.ts';
import { ListPanel, Table, type ListResult } from '../../../ui/list/index.ts';
import { ExportButton, type ExportJob } from '../../exports/index.ts';
import {
  PAGE_SIZE,
  useLazyReadPayoutsToPayQuery,
  useSearchPayoutsQuery,
  type PayoutRow,
  type PayoutToPay,
} from './affiliatesApi.ts';
import { StatusControls, useStatusFilters, type StatusFilters } from './StatusControls.tsx';
import { PayoutDecisionDialog, type PayoutDecision } from './PayoutDecisionDialog.tsx';
import { PayoutTableRow } from './PayoutTableRow.tsx';

const COLUMNS = ['affiliate', 'amount', 'paypal', 'requested', 'status', 'actions'] as const;

/** What affiliates asked for: approved here, paid at PayPal, and marked as paid here. */
export function Payouts() {
  const { t } = useTranslation('adminAffiliates');
  const filters = useStatusFilters();
  const [decision, setDecision] = useState<PayoutDecision | null>(null);
  const page = useSearchPayoutsQuery(filters.query, { refetchOnMountOrArgChange: true });
  const file = useFile();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <StatusControls
        filters={filters}
        list={page}
        options={PAYOUT_STATUSES.map((value) => ({ value, label: t(`payout.statuses.${value}`) }))}
      >
        <ExportButton label={t('payout.export')} run={file} />
      </StatusControls>
      <p className="text-xs text-t2">{t('payout.exportHint')}</p>
      <Rows page={page} filters={filters} onDecide={setDecision} />
      {decision !== null && <PayoutDecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </div>
  );
}

interface RowsProps {
  page: ListResult<PayoutRow>;
  filters: StatusFilters;
  onDecide: (decision: PayoutDecision) => void;
}

function Rows({ page, filters: { isFiltered, path }, onDecide }: RowsProps) {
  const { t } = useTranslation('adminAffiliates');
  return (
    <ListPanel
      list={page}
      path={path}
      size={PAGE_SIZE}
      by="requested_at"
      empty={{
        title: t('payout.empty'),
        message: t(isFiltered ? 'payout.emptyFiltered' : 'payout.emptyHint'),
      }}
    >
      {(rows) => (
        <Table
          label={t('payout.table')}
          tableClassName="stacked min-w-[56rem]"
          bodyClassName="divide-y divide-line"
          columns={COLUMNS.map((id) => ({
            id,
            text: t(`payout.${id}`),
            className: id === 'amount' ? 'text-right' : undefined,
          }))}
        >
          {rows.map((row) => (
            <PayoutTableRow key={row.id} row={row} onDecide={onDecide} />
          ))}
        </Table>
      )}
    </ListPanel>
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
