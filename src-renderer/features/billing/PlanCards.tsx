import { Check, Hammer, Minus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  BILLING_CYCLES,
  FEATURES_IN_THE_MAKING,
  PLAN_LIMITS,
  PLANS,
  VOLUME_DISCOUNT_SEATS,
  YEARLY_SAVING_LABEL_PERCENT,
  yearlySavingUsd,
  type BillingCycle,
  type Plan,
  type PlanLimits,
} from '../../../src-shared/domain/plans.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { BillingSummary } from './billingApi.ts';
import type { PlanChange } from './ChangeDialog.tsx';

interface PlanCardsProps {
  summary: BillingSummary;
  onChoose: (change: PlanChange) => void;
}

/** The three plans of the one price list with their limits, and what one can change to. */
export function PlanCards({ summary, onChoose }: PlanCardsProps) {
  const { t } = useTranslation('billing');
  const [cycle, setCycle] = useState<BillingCycle>(summary.next?.cycle ?? summary.cycle ?? 'monthly');
  return (
    <Card aria-labelledby="billing-plans">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="billing-plans" className="text-body font-semibold">
          {t('cards.title')}
        </h2>
        <div className="flex flex-wrap items-center gap-2.5">
          <Badge tone="accent">{t('save', { percent: YEARLY_SAVING_LABEL_PERCENT })}</Badge>
          <SegmentedControl
            label={t('cycleLabel')}
            value={cycle}
            onChange={setCycle}
            segments={BILLING_CYCLES.map((value) => ({ value, label: t(`cycles.${value}`) }))}
          />
        </div>
      </header>
      <ul className="grid gap-3.5 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} cycle={cycle} summary={summary} onChoose={onChoose} />
        ))}
      </ul>
      <p className="mt-4 text-xs text-t2">{t('cards.volume', { seats: VOLUME_DISCOUNT_SEATS })}</p>
    </Card>
  );
}

interface PlanCardProps extends PlanCardsProps {
  plan: Plan;
  cycle: BillingCycle;
}

function PlanCard({ plan, cycle, summary, onChoose }: PlanCardProps) {
  const { t } = useTranslation('billing');
  const held = heldOf(summary);
  const isCurrent = held?.planId === plan.id && held.cycle === cycle;
  const name = t(`plans.${plan.id}`);
  const action = actionFor(plan, cycle, held);
  const label = action.kind === 'switch' ? t(`cards.switchTo.${cycle}`) : t(`cards.${action.kind}`);
  return (
    <li
      className={classNames(
        'flex flex-col rounded-xl border p-5',
        isCurrent ? 'border-accent' : 'border-line2',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{name}</h3>
        {isCurrent ? (
          <Badge tone="accent">{t('cards.currentPlan')}</Badge>
        ) : (
          plan.isPopular && <Badge>{t('cards.popular')}</Badge>
        )}
      </div>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums">
          ${cycle === 'yearly' ? plan.yearlyUsd : plan.monthlyUsd}
        </span>
        <span className="text-xs text-t2">
          {t(cycle === 'yearly' ? 'cards.perUserYear' : 'cards.perUserMonth')}
        </span>
      </p>
      <p className="mt-1 min-h-5 text-xs text-accent">
        {cycle === 'yearly' && t('cards.saving', { saved: yearlySavingUsd(plan) })}
      </p>
      <Button
        className="mt-3"
        variant={plan.isPopular && action.kind === 'subscribe' ? 'primary' : 'secondary'}
        disabled={isCurrent}
        aria-label={t('cards.actionOf', { action: label, plan: name })}
        onClick={() => onChoose({ kind: action.change, planId: plan.id, cycle, seats: held?.seats ?? null })}
      >
        {label}
      </Button>
      <Limits limits={PLAN_LIMITS[plan.id]} />
    </li>
  );
}

/** What the next payment is for, else what is paid; null where nothing is: what was not paid is nobody's plan. */
function heldOf({ next, planId, cycle, seats }: BillingSummary) {
  if (planId === 'free' || cycle === null) return null;
  return next ?? { planId, cycle, seats };
}

function actionFor(plan: Plan, cycle: BillingCycle, held: ReturnType<typeof heldOf>) {
  if (!held) return { kind: 'subscribe', change: 'plan' } as const;
  if (held.planId === plan.id)
    return held.cycle === cycle
      ? ({ kind: 'currentPlan', change: 'plan' } as const)
      : ({ kind: 'switch', change: 'cycle' } as const);
  const order = PLANS.findIndex(({ id }) => id === held.planId);
  return PLANS.indexOf(plan) > order
    ? ({ kind: 'upgrade', change: 'plan' } as const)
    : ({ kind: 'downgrade', change: 'downgrade' } as const);
}

/** What the plan allows, so that nobody learns of a limit by meeting it. */
function Limits({ limits }: { limits: PlanLimits }) {
  const { t } = useTranslation('billing');
  const value = (limit: number | 'unlimited') =>
    limit === 'unlimited' ? t('cards.unlimited') : formatFigure(limit);
  const making = (feature: 'broadcasting' | 'voiceAi' | 'apiAccess') => FEATURES_IN_THE_MAKING.has(feature);
  return (
    <ul className="mt-5 grid gap-2 border-t border-line pt-4">
      <Limit>{t('cards.audioTracks', { value: value(limits.audioTracks) })}</Limit>
      <Limit>{t('cards.videoSources', { value: value(limits.videoSources) })}</Limit>
      <Limit isThere={limits.broadcasting} isMaking={making('broadcasting')}>
        {t('cards.broadcasting')}
      </Limit>
      <Limit isThere={limits.voiceAi} isMaking={making('voiceAi')}>
        {t('cards.voiceAi')}
      </Limit>
      <Limit isThere={limits.apiAccess} isMaking={making('apiAccess')}>
        {t('cards.apiAccess')}
      </Limit>
      <Limit isThere={limits.teams !== 'none'}>{t(`cards.teams.${limits.teams}`)}</Limit>
      <Limit>{t(`cards.support.${limits.support}`)}</Limit>
    </ul>
  );
}

function Limit(props: { isThere?: boolean; isMaking?: boolean; children: ReactNode }) {
  const { t } = useTranslation('billing');
  const { isThere = true, isMaking = false, children } = props;
  const Icon = !isThere ? Minus : isMaking ? Hammer : Check;
  return (
    <li className={classNames('flex items-start gap-2', !isThere && 'text-t3')}>
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-4 shrink-0', isThere && !isMaking ? 'text-accent' : 'text-t3')}
      />
      <span>
        {isThere ? children : <NotThere>{children}</NotThere>}
        {isThere && isMaking && <span className="block text-xs text-t2">{t('cards.making')}</span>}
      </span>
    </li>
  );
}

function NotThere({ children }: { children: ReactNode }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <span className="sr-only">{t('cards.notThere')}</span>
      {children}
    </>
  );
}
