import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { dataOf, failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { showNotice } from '../../ui/notice.ts';
import { activateSeat, selectLicence } from './licenceSlice.ts';

/** Takes the plan that the account has just paid for to this device; nothing where it has it, or needs no licence. */
export function UsePlanHere({ planId }: { planId: string }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const report = dataOf(useSelector(selectLicence));
  const [isBusy, setIsBusy] = useState(false);
  if (report === null || report.state.kind === 'notNeeded') return null;
  if (report.state.kind === 'active' && report.state.plan === planId) return null;
  const use = async () => {
    setIsBusy(true);
    const outcome = await dispatch(activateSeat());
    setIsBusy(false);
    if (activateSeat.fulfilled.match(outcome) && outcome.payload !== null)
      showNotice({ tone: 'success', title: t('activated', { product: PRODUCT_NAME }) });
    else {
      const message = activateSeat.rejected.match(outcome) ? failureOf(outcome).message : t('usePlan.none');
      showNotice({ tone: 'error', title: t('usePlan.failed'), message });
    }
  };
  return (
    <Button variant="primary" isBusy={isBusy} onClick={() => void use()}>
      {t('account.use')}
    </Button>
  );
}
