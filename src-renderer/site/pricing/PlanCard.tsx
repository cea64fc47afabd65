import { Check, Hammer } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  type BillingCycle,
  FEATURES_IN_THE_MAKING,
  type Plan,
  PLAN_FEATURES,
  type PlanFeature,
  type PlanId,
  yearlySavingUsd,
} from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { classNames } from '../../lib/classNames.ts';
import { ActionLink } from '../ActionLink.tsx';

/** Where supabase-js keeps the session of a project. */
const SESSION_KEY = /^sb-.+-auth-token$/;

interface PlanCardProps {
  plan: Plan;
  /** The plan whose features this one has, too. */
  before: PlanId | null;
  cycle: BillingCycle;
  onSubscribe: (plan: PlanId) => void;
}

/** One plan: its price in the chosen cycle, what it saves, what it adds, and the way to it. */
export function PlanCard({ plan, before, cycle, onSubscribe }: PlanCardProps) {
  const { t } = useTranslation('pricing');
  const name = t(`names.${plan.id}`);
  const price = cycle === 'monthly' ? plan.monthlyUsd : plan.yearlyUsd;
  return (
    <li
      className={classNames(
        'flex flex-col rounded-2xl border bg-panel p-7',
        plan.isPopular ? 'border-accent shadow-panel' : 'border-line2',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="text-xl font-semibold tracking-tight">{name}</h2>
        {plan.isPopular && (
          <span className="rounded-full bg-accbg px-2.5 py-1 text-xs font-medium text-accent">
            {t('plan.popular')}
          </span>
        )}
      </div>
      <p className="mt-2 min-h-12 text-title text-t2">{t(`descriptions.${plan.id}`)}</p>
      <p className="mt-6 flex items-baseline gap-2">
        <span className="text-5xl font-semibold tracking-tight tabular-nums">${price}</span>
        <span className="text-sm text-t3">{t(cycle === 'monthly' ? 'plan.perMonth' : 'plan.perYear')}</span>
      </p>
      <p className="mt-2 min-h-5 text-sm text-accent">
        {cycle === 'yearly' && t('plan.saving', { saved: yearlySavingUsd(plan) })}
      </p>
      <SubscribeAction plan={plan} onSubscribe={onSubscribe} />
      {before && (
        <p className="mt-7 text-sm font-medium">{t('plan.everythingIn', { plan: t(`names.${before}`) })}</p>
      )}
      <ul className={classNames('grid gap-2.5 text-title', before ? 'mt-3' : 'mt-7')}>
        {PLAN_FEATURES[plan.id].map((feature) => (
          <Feature key={feature} feature={feature} />
        ))}
      </ul>
    </li>
  );
}

/** The dialog for who is signed in here; the way to sign in for everybody else. */
function SubscribeAction({ plan, onSubscribe }: Pick<PlanCardProps, 'plan' | 'onSubscribe'>) {
  const { t } = useTranslation('pricing');
  const label = t('plan.subscribeTo', { plan: t(`names.${plan.id}`) });
  const look = plan.isPopular ? 'primary' : 'secondary';
  const content = (
    <>
      <span aria-hidden="true">{t('plan.subscribe')}</span>
      <span className="sr-only">{label}</span>
    </>
  );
  return isSignedInHere(localStorage) ? (
    <ActionLink look={look} size="lg" className="mt-6" onPress={() => onSubscribe(plan.id)}>
      {content}
    </ActionLink>
  ) : (
    <ActionLink target={ROUTES.auth} look={look} size="lg" className="mt-6">
      {content}
    </ActionLink>
  );
}

function Feature({ feature }: { feature: PlanFeature }) {
  const { t } = useTranslation('pricing');
  const isInTheMaking = FEATURES_IN_THE_MAKING.has(feature);
  const Icon = isInTheMaking ? Hammer : Check;
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        size={18}
        strokeWidth={2}
        className={classNames('mt-0.5 shrink-0', isInTheMaking ? 'text-t3' : 'text-accent')}
        aria-hidden="true"
      />
      <span className={isInTheMaking ? 'text-t2' : undefined}>
        {t(`features.${feature}`)}
        {isInTheMaking && <span className="block text-xs text-t3">{t('plan.making')}</span>}
      </span>
    </li>
  );
}

/**
 * Whether somebody has signed in here in this browser. The public pages load neither the store nor supabase-js; whether
 * the session still holds is found out by what needs it.
 */
function isSignedInHere(storage: Storage): boolean {
  return Object.keys(storage).some((key) => SESSION_KEY.test(key));
}
