import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { formatIsoDate } from '../../lib/dates.ts';
import { EXPORT_PAGE_SIZE } from '../../lib/readPages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { TableHead } from '../../ui/list/index.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { ExportButton } from '../exports/index.ts';
import {
  INVOICES_A_PAGE,
  useReadInvoicesQuery,
  useReadTaxTotalQuery,
  type BillingSummary,
  type Invoice,
} from './billingApi.ts';
import { formatUsd } from '../../lib/money.ts';
import { useInvoicePdf } from './useInvoicePdf.ts';

const COLUMNS = ['number', 'date', 'what', 'amount', 'status', 'download'] as const;
const TONES = { paid: 'good', pending: 'warning', overdue: 'bad', void: 'neutral' } as const;

interface HistoryCardProps {
  organizationId: string;
  totals: BillingSummary['totals'];
}

/** Every invoice, the newest first, and what they come to. */
export function HistoryCard({ organizationId, totals }: HistoryCardProps) {
  const { t } = useTranslation('billing');
  // Each page begins behind the last invoice of the one before.
  const pdf = useInvoicePdf(organizationId);
  const [pages, setPages] = useState<readonly (Invoice | null)[]>([null]);
  return (
    <Card aria-labelledby="billing-history">
      <CardHeader
        id="billing-history"
        title={t('history.title')}
        actions={
          totals.count > 0 && (
            <ExportButton
              label={t('history.downloadAll')}
              total={totals.count}
              disabled={pdf.busy !== null}
              run={pdf.saveAll}
              isInParts={totals.count > EXPORT_PAGE_SIZE}
            />
          )
        }
      />
      {totals.count === 0 ? (
        <EmptyState title={t('history.empty')} message={t('history.emptyHint')} />
      ) : (
        <>
          <Totals totals={totals} organizationId={organizationId} />
          <div
            role="region"
            aria-label={t('history.table')}
            tabIndex={0}
            className="mt-4 overflow-x-auto rounded-lg border border-line2"
          >
            <table className="stacked w-full min-w-[40rem] text-left">
              <TableHead
                columns={COLUMNS.map((id) => ({
                  id,
                  text: t(`history.columns.${id}`),
                  className: id === 'amount' ? 'text-right' : undefined,
                }))}
              />
              {pages.map((after, index) => (
                <InvoicePage
                  key={after?.id ?? 'first'}
                  organizationId={organizationId}
                  after={after}
                  pdf={pdf}
                  onMore={index === pages.length - 1 ? (last) => setPages((known) => [...known, last]) : null}
                />
              ))}
            </table>
          </div>
        </>
      )}
    </Card>
  );
}

function Totals({ totals, organizationId }: HistoryCardProps) {
  const { t } = useTranslation(['billing', 'common']);
  const tax = useReadTaxTotalQuery(organizationId, { refetchOnMountOrArgChange: true });
  return (
    <dl aria-label={t('billing:history.totals')} className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Total name={t('billing:history.paid')}>{formatUsd(totals.paidUsd)}</Total>
      <Total name={t('billing:history.refundedTotal')}>{formatUsd(totals.refundedUsd)}</Total>
      <Total name={t('billing:history.overdue')}>{formatUsd(totals.overdueUsd)}</Total>
      {tax.data === undefined && <Total name={t('billing:history.tax')}>{t('common:unknown')}</Total>}
      {tax.data === null && (
        <Total name={t('billing:history.tax')} hint={t('billing:history.noTaxHint')}>
          {t('billing:history.noTax')}
        </Total>
      )}
      {typeof tax.data === 'number' && (
        <Total name={t('billing:history.tax')} hint={t('billing:history.taxHint')}>
          {formatUsd(tax.data)}
        </Total>
      )}
    </dl>
  );
}

function Total({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-t2">{name}</dt>
      <dd className="font-semibold tabular-nums">
        {children}
        {hint !== undefined && <span className="block text-xs font-normal text-t2">{hint}</span>}
      </dd>
    </div>
  );
}

interface InvoicePageProps {
  organizationId: string;
  after: Invoice | null;
  pdf: ReturnType<typeof useInvoicePdf>;
  /** null where another page follows already. */
  onMore: ((last: Invoice) => void) | null;
}

function InvoicePage({ organizationId, after, pdf, onMore }: InvoicePageProps) {
  const { t } = useTranslation(['billing', 'common']);
  const { data, error, refetch } = useReadInvoicesQuery({
    organizationId,
    after: after && { issuedAt: after.issued_at, id: after.id },
  });
  const whole = (content: ReactNode) => (
    <tbody>
      <tr>
        <td colSpan={COLUMNS.length} className="px-4 py-2.5 text-center">
          {content}
        </td>
      </tr>
    </tbody>
  );
  if (error !== undefined) {
    return whole(
      <ErrorState
        title={t('billing:history.failed')}
        message={(error as Partial<RpcFailure>).message}
        action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
      />,
    );
  }
  if (data === undefined) return whole(<Skeleton className="h-24 w-full" />);
  const last = data.length === INVOICES_A_PAGE ? data.at(-1) : undefined;
  return (
    <>
      <tbody className="divide-y divide-line border-b border-line last:border-b-0">
        {data.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} pdf={pdf} />
        ))}
      </tbody>
      {last &&
        onMore &&
        whole(
          <Button size="sm" onClick={() => onMore(last)}>
            {t('billing:history.more')}
          </Button>,
        )}
    </>
  );
}

function InvoiceRow({ invoice, pdf }: { invoice: Invoice; pdf: InvoicePageProps['pdf'] }) {
  const { t } = useTranslation('billing');
  const { number, status, amount_usd: amount, refunded_usd: refunded, period_from, period_until } = invoice;
  return (
    <tr>
      <th scope="row" className="px-4 py-2.5 font-medium whitespace-nowrap">
        {number}
      </th>
      <td data-label={t('history.columns.date')} className="px-4 py-2.5 whitespace-nowrap">
        {formatIsoDate(invoice.issued_at)}
      </td>
      <td data-label={t('history.columns.what')} className="px-4 py-2.5">
        <What invoice={invoice} />
        {period_from !== null && period_until !== null && (
          <span className="block text-xs text-t2">
            {t('history.period', { from: formatIsoDate(period_from), until: formatIsoDate(period_until) })}
          </span>
        )}
      </td>
      <td data-label={t('history.columns.amount')} className="px-4 py-2.5 text-right tabular-nums">
        {formatUsd(amount)}
        {invoice.tax_usd !== null && (
          <span className="block text-xs text-t2">
            {invoice.is_reverse_charge
              ? t('history.reverseCharge')
              : t('history.withTax', { tax: formatUsd(invoice.tax_usd), name: invoice.tax_name ?? '' })}
          </span>
        )}
        {refunded > 0 && refunded < amount && (
          <span className="block text-xs text-t2">
            {t('history.refunded', { amount: formatUsd(refunded) })}
          </span>
        )}
      </td>
      <td data-label={t('history.columns.status')} className="px-4 py-2.5">
        {refunded > 0 && refunded >= amount ? (
          <Badge>{t('history.refundedAll')}</Badge>
        ) : (
          <Badge tone={TONES[status]}>{t(`history.status.${status}`)}</Badge>
        )}
      </td>
      <td className="px-4 py-2.5">
        <Button
          size="sm"
          aria-label={t('history.downloadOne', { number })}
          isBusy={pdf.busy === invoice.id}
          disabled={pdf.busy !== null}
          onClick={() => void pdf.saveOne(invoice)}
        >
          <Download aria-hidden="true" className="size-4" />
          {t('history.download')}
        </Button>
      </td>
    </tr>
  );
}

function What({ invoice: { plan_id: planId, cycle, seats, is_setup: isSetup } }: { invoice: Invoice }) {
  const { t } = useTranslation(['billing', 'common']);
  if (planId === null || cycle === null || seats === null) return t('common:unknown');
  const what = t('billing:history.what', {
    plan: t(`billing:plans.${planId}`),
    cycle: t(`billing:cycles.${cycle}`).toLowerCase(),
    count: seats,
  });
  return isSetup ? t('billing:history.difference', { what }) : what;
}
