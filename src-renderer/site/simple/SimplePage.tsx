import './texts.en.ts';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import { PLANS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { Comparison } from '../compare/Comparison.tsx';
import { LiveDemo } from '../demo/LiveDemo.tsx';
import { LeadForm } from '../LeadForm.tsx';
import { SitePage } from '../SitePage.tsx';
import { PricingDialog } from './PricingDialog.tsx';

const STEPS = ['open', 'start', 'use'] as const;

/** Document 3, section 2.2: the demonstration first, three steps, the prices, other products. */
export default function SimplePage() {
  const { t } = useTranslation('simple');
  const [isPricing, setPricing] = useState(false);
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <div className="mx-auto max-w-[60rem] px-4 py-14 sm:px-6 lg:py-20">
        <header className="grid justify-items-center gap-5 text-center">
          <h1 className="site-title">{t('title')}</h1>
          <p className="max-w-[52ch] text-lg leading-relaxed text-balance text-t2">{t('lead')}</p>
        </header>
        <div className="mt-10">
          <LiveDemo />
        </div>
        <p className="mt-10 text-center">
          <ActionLink target={ROUTES.auth} look="primary" size="lg">
            {t('try')}
          </ActionLink>
        </p>
        <div className="mt-6 grid justify-center">
          <LeadForm />
        </div>
        <section aria-labelledby="how-title" className="mt-20">
          <h2 id="how-title" className="text-3xl font-semibold tracking-tight">
            {t('how.title')}
          </h2>
          <ol className="mt-8 grid gap-8 sm:grid-cols-3">
            {STEPS.map((step, index) => (
              <li key={step} className="border-t border-line2 pt-5">
                <span aria-hidden="true" className="font-mono text-sm text-accent">
                  {index + 1}
                </span>
                <h3 className="mt-2 text-lg font-semibold">{t(`how.steps.${step}.title`)}</h3>
                <p className="mt-2 leading-relaxed text-t2">{t(`how.steps.${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section
          aria-labelledby="price-title"
          className="mt-20 rounded-2xl border border-line2 bg-side p-8 sm:p-10"
        >
          <h2 id="price-title" className="text-3xl font-semibold tracking-tight">
            {t('price.title')}
          </h2>
          <ul className="mt-6 grid gap-2 text-lg leading-relaxed text-t2">
            <li>{t('price.free', { minutes: FREE_TIER_MINUTES_A_DAY })}</li>
            {PLANS.map(({ id, monthlyUsd, yearlyUsd }) => (
              <li key={id}>
                {t('price.plan', {
                  plan: t(`price.names.${id}`),
                  monthly: monthlyUsd,
                  yearly: yearlyUsd,
                })}
              </li>
            ))}
          </ul>
          <p className="mt-7 flex flex-wrap gap-2">
            <ActionLink look="secondary" onPress={() => setPricing(true)}>
              {t('price.open')}
            </ActionLink>
            <ActionLink target={ROUTES.pricing} look="secondary">
              {t('price.all')}
            </ActionLink>
          </p>
        </section>
      </div>
      <Comparison />
      {isPricing && <PricingDialog onClose={() => setPricing(false)} />}
    </SitePage>
  );
}
