import './texts.en.ts';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import { type BillingCycle, type PlanId, PLANS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { SitePage } from '../SitePage.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { CycleSwitch } from './CycleSwitch.tsx';
import { PlanCard } from './PlanCard.tsx';
import { Questions } from './Questions.tsx';
import { SubscribeDialog } from './SubscribeDialog.tsx';

/** Document 3, section 2.4: what SoundDesk costs, from the one price list. */
export default function PricingPage() {
  const { t } = useTranslation('pricing');
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const [chosen, setChosen] = useState<PlanId | null>(null);
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto max-w-[72.5rem] px-4 py-16 sm:px-6 lg:py-24">
        <header className="mx-auto grid max-w-[46rem] justify-items-center gap-5 text-center">
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">{t('title')}</h1>
          <p className="text-lg leading-relaxed text-balance text-t2">{t('lead')}</p>
          <CycleSwitch cycle={cycle} onChange={setCycle} />
        </header>
        <CancelledNote />
        <ul className="mt-12 grid gap-5 lg:grid-cols-3">
          {PLANS.map((plan, index) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              before={PLANS[index - 1]?.id ?? null}
              cycle={cycle}
              onSubscribe={setChosen}
            />
          ))}
        </ul>
        <p className="mx-auto mt-8 max-w-[68ch] text-center text-sm leading-relaxed text-t3">
          {t('makingNote', { minutes: FREE_TIER_MINUTES_A_DAY })}
        </p>
        <ComparisonTable />
        <Questions />
        <section
          aria-labelledby="pricing-cta"
          className="mt-20 grid justify-items-center gap-6 rounded-2xl border border-line2 bg-side px-6 py-14 text-center"
        >
          <h2 id="pricing-cta" className="text-3xl font-semibold tracking-tight">
            {t('cta.title')}
          </h2>
          <ActionLink target={ROUTES.auth} look="primary" size="lg">
            {t('cta.action')}
          </ActionLink>
        </section>
      </div>
      {chosen !== null && <SubscribeDialog plan={chosen} cycle={cycle} onClose={() => setChosen(null)} />}
    </SitePage>
  );
}

/** For who comes back from PayPal without having agreed. */
function CancelledNote() {
  const { t } = useTranslation('pricing');
  // The page is drawn before it is asked for, without a query: that is read when it lives.
  const wasCancelled = useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(location.search).get('cancelled') === 'true',
    () => false,
  );
  if (!wasCancelled) return null;
  return (
    <p
      role="status"
      className="mx-auto mt-10 max-w-[46rem] rounded-xl border border-line2 bg-raise px-5 py-4 text-center"
    >
      {t('cancelled')}
    </p>
  );
}
