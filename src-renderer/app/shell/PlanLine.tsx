import { useTranslation } from 'react-i18next';
import { trialDaysLeft, useReadPlanQuery } from '../../features/auth/index.ts';

/** A trial that ends is seen to end, also where the page stays open for days. */
const HOUR_MS = 3_600_000;

/** The plan of whoever is signed in; nothing until it is known. */
export function PlanLine({ userId }: { userId: string }) {
  const { t } = useTranslation('shell');
  const { data: plan, fulfilledTimeStamp = 0 } = useReadPlanQuery(userId, { pollingInterval: HOUR_MS });
  if (!plan) return null;
  const days = trialDaysLeft(plan, fulfilledTimeStamp);
  if (days !== null) return t('plan.trial', { count: days });
  return plan.planId === 'free' ? t('plan.free') : null;
}
