import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { AFFILIATE_VERDICTS } from '../../../../src-shared/domain/affiliate.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFail } from '../../../ui/list/index.ts';
import { showNotice } from '../../../ui/notice.ts';
import { useReviewAffiliateMutation, type AffiliateRow } from './affiliatesApi.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

export interface Review {
  row: AffiliateRow;
  verdict: (typeof AFFILIATE_VERDICTS)[number];
}

/** Asks before an application is approved, and for the reason where it is refused or ended. */
export function ReviewDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTranslation(['adminAffiliates', 'common']);
  const { row, verdict } = review;
  const { decide, isLoading } = useDecide(review, onClose);
  const names = { name: row.company_name, email: row.email };
  if (verdict === 'approved') {
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => isOpen || onClose()}
        title={t('adminAffiliates:approveTitle', names)}
        description={t('adminAffiliates:approveText', names)}
        confirmLabel={t('adminAffiliates:approve')}
        cancelLabel={t('common:cancel')}
        onConfirm={() => void decide('')}
      />
    );
  }
  const ends = row.status === 'approved';
  return (
    <ReasonDialog
      title={t(ends ? 'adminAffiliates:endTitle' : 'adminAffiliates:refuseTitle', names)}
      description={t(ends ? 'adminAffiliates:endText' : 'adminAffiliates:refuseText', names)}
      confirmLabel={t(ends ? 'adminAffiliates:end' : 'adminAffiliates:refuse')}
      isBusy={isLoading}
      onConfirm={(reason) => void decide(reason)}
      onClose={onClose}
    />
  );
}

function useDecide({ row, verdict }: Review, onClose: () => void) {
  const { t } = useTranslation('adminAffiliates');
  const fail = useFail();
  const [review, { isLoading }] = useReviewAffiliateMutation();
  const [mailId] = useState(() => crypto.randomUUID());
  const decide = async (reason: string) => {
    const { data, error } = await review({ programId: row.id, verdict, reason, mailId });
    if (data === undefined) {
      fail(error);
      return;
    }
    if (data.mail === 'sent') showNotice({ tone: 'success', title: t(verdict) });
    else {
      const title = t('decidedQueued');
      showNotice({ tone: 'warning', title, ...(data.problem === null ? {} : { message: data.problem }) });
    }
    onClose();
  };
  return { decide, isLoading };
}
