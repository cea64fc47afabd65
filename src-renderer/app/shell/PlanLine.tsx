import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { trialDaysLeft, useReadPlanQuery } from '../../features/auth/index.ts';
import { selectLicence } from '../../features/licence/index.ts';
import { dataOf } from '../../lib/loadable.ts';

/** A trial that ends is seen to end, also where the page stays open for days. */
const HOUR_MS = 3_600_000;

/** The plan of the signed-in user; nothing until it is known, or where the license of this device reports the same trial. */
export function PlanLine({ userId }: { userId: string }) {
  const { t } = useTranslation('shell');
  const { data: plan, fulfilledTimeStamp = 0 } = useReadPlanQuery(userId, { pollingInterval: HOUR_MS });
  const isTrialHere = dataOf(useSelector(selectLicence))?.state.kind === 'trial';
  if (!plan) return null;
  const days = trialDaysLeft(plan, fulfilledTimeStamp);
  if (days !== null) return isTrialHere ? null : t('plan.trial', { count: days });
  return plan.planId === 'free' ? t('plan.free') : null;
}
