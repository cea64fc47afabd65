import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { toCsv } from '../../lib/csv.ts';
import { formatIsoDate } from '../../lib/dates.ts';
import { readPages } from '../../lib/readPages.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardHeader, Panel } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { ExportButton, type ExportJob } from '../exports/index.ts';
import {
  PAGE_SIZE,
  useLazyReadPayoutsForFileQuery,
  useReadPayoutsQuery,
  type AffiliateSummary,
  type Payout,
} from './affiliateApi.ts';
import { formatUsdCents } from '../../lib/money.ts';
import { ListFailure, Pages, Table, usePath } from '../../ui/list/index.ts';
import { PayoutDialog } from './PayoutDialog.tsx';

const COLUMNS = ['date', 'amount', 'method', 'status'] as const;
const TONES = { requested: 'accent', processing: 'warning', completed: 'good', refused: 'bad' } as const;

/** What is payable, and every payout there was. */
export function PayoutsCard({ summary }: { summary: AffiliateSummary }) {
  const { t } = useTranslation('affiliate');
  const [isAsking, setIsAsking] = useState(false);
  const path = usePath();
  const { data, error, isFetching, refetch } = useReadPayoutsQuery(
    { programId: summary.id, after: path.after },
    { refetchOnMountOrArgChange: true },
  );
  const csv = useCsv(summary.id);
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  const isEmpty = data?.length === 0 && path.pageNumber === 1;
  return (
    <Panel aria-labelledby="affiliate-payouts">
      <div className="px-[1.125rem] pt-[1.125rem] pb-4">
        <CardHeader
          id="affiliate-payouts"
          title={t('payouts.title')}
          actions={
            <span className="flex flex-wrap justify-end gap-2">
              {data && !isEmpty && <ExportButton label={t('payouts.export')} run={csv} />}
              <Button
                size="sm"
                variant="primary"
                disabled={summary.payableUsd <= 0 || summary.openUsd > 0}
                onClick={() => setIsAsking(true)}
              >
                {t('payouts.request')}
              </Button>
            </span>
          }
        />
        <Balance summary={summary} />
      </div>
      {data === undefined && <Skeleton className="mx-4 mb-4 h-32" />}
      {isEmpty && (
        <div className="border-t border-line2">
          <EmptyState title={t('payouts.empty')} message={t('payouts.emptyHint')} />
        </div>
      )}
      {data && !isEmpty && (
        <Table
          label={t('payouts.table')}
          className="border-t border-line2"
          tableClassName="stacked min-w-[36rem]"
          cell="px-[1.125rem] py-2.5"
          bodyClassName="divide-y divide-line"
          columns={COLUMNS.map((id) => ({
            id,
            text: t(`payouts.${id}`),
            className: id === 'amount' ? 'text-right' : undefined,
          }))}
          isBusy={isFetching}
        >
          {data.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </Table>
      )}
      <Pages path={path} rows={data} size={PAGE_SIZE} by="requested_at" />
      {isAsking && <PayoutDialog amountUsd={summary.payableUsd} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

function Balance({ summary: { payableUsd, openUsd, paidOutUsd } }: { summary: AffiliateSummary }) {
  const { t } = useTranslation('affiliate');
  const parts = [
    { id: 'payable', usd: payableUsd },
    { id: 'open', usd: openUsd },
    { id: 'paidOut', usd: paidOutUsd },
  ] as const;
  return (
    <div className="grid gap-3">
      <dl aria-label={t('payouts.balance')} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {parts.map(({ id, usd }) => (
          <div key={id}>
            <dt className="text-xs text-t2">{t(`payouts.${id}`)}</dt>
            <dd className="font-semibold tabular-nums">{formatUsdCents(usd)}</dd>
          </div>
        ))}
      </dl>
      {payableUsd < 0 && <MessageBox tone="info">{t('payouts.negative')}</MessageBox>}
    </div>
  );
}

function Row({ payout }: { payout: Payout }) {
  const { t } = useTranslation('affiliate');
  const { amount_usd: amount, status, method, paypal_email: email, processed_at: at } = payout;
  return (
    <tr>
      <th scope="row" className="px-[1.125rem] py-2.5 font-medium whitespace-nowrap">
        {formatIsoDate(payout.requested_at)}
      </th>
      <td data-label={t('payouts.amount')} className="px-[1.125rem] py-2.5 text-right tabular-nums">
        {formatUsdCents(amount)}
      </td>
      <td data-label={t('payouts.method')} className="px-[1.125rem] py-2.5">
        {t(`payouts.methods.${method}`)}
        {email !== '' && <bdi className="block text-xs text-t2">{email}</bdi>}
      </td>
      <td data-label={t('payouts.status')} className="px-[1.125rem] py-2.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={TONES[status]}>{t(`payouts.statuses.${status}`)}</Badge>
          {at !== null && (
            <span className="text-xs text-t2">{t('payouts.processed', { date: formatIsoDate(at) })}</span>
          )}
        </span>
        {payout.review_reason !== '' && (
          <bdi className="mt-1 block max-w-md text-xs whitespace-pre-wrap text-t2 wrap-anywhere">
            {payout.review_reason}
          </bdi>
        )}
      </td>
    </tr>
  );
}

function useCsv(programId: string) {
  const { t } = useTranslation('affiliate');
  const [readPage] = useLazyReadPayoutsForFileQuery();
  return async ({ signal, onRows }: ExportJob) => {
    const head = ['requested', 'amount USD', 'status', 'method', 'PayPal address', 'processed', 'reason'];
    // What the browser may keep outside its memory, page by page.
    const parts = [new Blob([toCsv([head])])];
    let count = 0;
    const read = (last: Payout | null) =>
      readPage({ programId, after: last && { at: last.requested_at, id: last.id } }).unwrap();
    for await (const page of readPages(read, signal)) {
      const rows = page.map((payout) => [
        ...[payout.requested_at, payout.amount_usd, payout.status, payout.method, payout.paypal_email],
        ...[payout.processed_at, payout.review_reason],
      ]);
      parts.push(new Blob([toCsv(rows)]));
      onRows((count += page.length));
    }
    saveBlob(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${t('payouts.fileName')}.csv`);
  };
}
