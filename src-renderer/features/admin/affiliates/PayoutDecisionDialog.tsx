import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatUsdCents } from '../../../lib/money.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { useDecidePayoutMutation, type PayoutRow } from './affiliatesApi.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

export interface PayoutDecision {
  row: PayoutRow;
  status: 'completed' | 'refused';
}

/** Asks before a payout is final, and for the reason where it is refused. */
export function PayoutDecisionDialog({
  decision,
  onClose,
}: {
  decision: PayoutDecision;
  onClose: () => void;
}) {
  const { t } = useTranslation(['adminAffiliates', 'common']);
  const [decide, { isLoading }] = useDecidePayoutMutation();
  const act = useAct();
  const { row, status } = decision;
  const words = {
    amount: formatUsdCents(row.amount_usd),
    name: row.company_name || row.email || t('adminAffiliates:payout.gone'),
    email: row.paypal_email,
  };
  const change = async (reason: string) => {
    if (await act(decide({ id: row.id, status, reason }), t(`adminAffiliates:payout.${status}`))) onClose();
  };
  if (status === 'refused') {
    return (
      <ReasonDialog
        title={t('adminAffiliates:payout.refuseTitle', words)}
        description={t('adminAffiliates:payout.refuseText', words)}
        confirmLabel={t('adminAffiliates:payout.refuse')}
        isBusy={isLoading}
        onConfirm={(reason) => void change(reason)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('adminAffiliates:payout.paidTitle', words)}
      description={t('adminAffiliates:payout.paidText', words)}
      confirmLabel={t('adminAffiliates:payout.paid')}
      cancelLabel={t('common:cancel')}
      onConfirm={() => void change('')}
    />
  );
}
