import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatIsoDate } from '../../../lib/dates.ts';
import { formatUsdCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { useDecidePayoutMutation, type PayoutRow } from './affiliatesApi.ts';
import type { PayoutDecision } from './PayoutDecisionDialog.tsx';

const TONES = { requested: 'accent', processing: 'warning', completed: 'good', refused: 'neutral' } as const;

interface PayoutTableRowProps {
  row: PayoutRow;
  onDecide: (decision: PayoutDecision) => void;
}

export function PayoutTableRow({ row, onDecide }: PayoutTableRowProps) {
  const { t } = useTranslation('adminAffiliates');
  const { status, payable_usd: payable, processed_at: processedAt } = row;
  return (
    <tr>
      <th scope="row" className="px-4 py-2.5 font-medium">
        <bdi>{row.company_name || row.email || t('payout.gone')}</bdi>
        <bdi className="block text-xs font-normal text-t2">{row.email}</bdi>
      </th>
      <td data-label={t('payout.amount')} className="px-4 py-2.5 text-right tabular-nums">
        {formatUsdCents(row.amount_usd)}
        {payable < 0 && status === 'requested' && (
          <span className="block text-xs text-amb-text">
            {t('payout.short', { amount: formatUsdCents(-payable) })}
          </span>
        )}
      </td>
      <td data-label={t('payout.paypal')} className="px-4 py-2.5">
        <bdi className="select-text">{row.paypal_email}</bdi>
      </td>
      <td data-label={t('payout.requested')} className="px-4 py-2.5 whitespace-nowrap">
        {formatIsoDate(row.requested_at)}
      </td>
      <td data-label={t('payout.status')} className="px-4 py-2.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={TONES[status]}>{t(`payout.statuses.${status}`)}</Badge>
          {processedAt !== null && (
            <span className="text-xs text-t2">
              {t('payout.processed', { date: formatIsoDate(processedAt) })}
            </span>
          )}
        </span>
        {row.review_reason !== '' && (
          <bdi className="mt-1 block max-w-xs text-xs whitespace-pre-wrap text-t2 wrap-anywhere">
            {row.review_reason}
          </bdi>
        )}
      </td>
      <td className="px-4 py-2.5">
        <Actions row={row} onDecide={onDecide} />
      </td>
    </tr>
  );
}

function Actions({ row, onDecide }: PayoutTableRowProps) {
  const { t } = useTranslation('adminAffiliates');
  const [decide, { isLoading }] = useDecidePayoutMutation();
  const act = useAct();
  const name = row.company_name || row.email || t('payout.gone');
  const words = { amount: formatUsdCents(row.amount_usd), name };
  if (row.status !== 'requested' && row.status !== 'processing') return null;
  return (
    <span className="flex gap-2">
      {row.status === 'requested' ? (
        <Button
          size="sm"
          variant="primary"
          isBusy={isLoading}
          disabled={row.payable_usd < 0}
          aria-label={t('payout.approveOf', words)}
          onClick={() =>
            void act(decide({ id: row.id, status: 'processing', reason: '' }), t('payout.approved'))
          }
        >
          {t('payout.approve')}
        </Button>
      ) : (
        <Button
          size="sm"
          aria-label={t('payout.paidOf', words)}
          onClick={() => onDecide({ row, status: 'completed' })}
        >
          {t('payout.paid')}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={t('payout.refuseOf', words)}
        onClick={() => onDecide({ row, status: 'refused' })}
      >
        {t('payout.refuse')}
      </Button>
    </span>
  );
}
