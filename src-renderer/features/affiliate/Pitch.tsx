import { CalendarClock, HandCoins, Percent } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  ATTRIBUTION_DAYS,
  COMMISSION_HOLD_DAYS,
  COMMISSION_RATE,
} from '../../../src-shared/domain/affiliate.ts';
import { PLANS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { formatUsdCents } from '../../lib/money.ts';

const FACTS = [
  { id: 'rate', Icon: Percent },
  { id: 'days', Icon: CalendarClock },
  { id: 'paid', Icon: HandCoins },
] as const;
const VALUES = { rate: COMMISSION_RATE, days: ATTRIBUTION_DAYS, holdDays: COMMISSION_HOLD_DAYS };
const NAMES = { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' } as const;
const STEPS = ['apply', 'share', 'earn'] as const;

/** What the programme is, for anyone who has no part in it. */
export function Pitch() {
  const { t } = useTranslation('affiliate');
  return (
    <>
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card className="grid content-center justify-items-start gap-4 p-6 md:p-8">
          <h2 className="text-2xl font-semibold tracking-tight">{t('pitch.title')}</h2>
          <p className="max-w-2xl text-base leading-relaxed text-pretty text-t2">
            {t('pitch.lead', { rate: COMMISSION_RATE })}
          </p>
          <Button asChild variant="primary" size="lg">
            <Link to={ROUTES.affiliateSignUp}>{t('pitch.apply')}</Link>
          </Button>
          <p className="text-xs text-t2">{t('pitch.review')}</p>
        </Card>
        <Earnings />
      </div>
      <ul className="grid gap-3.5 md:grid-cols-3">
        {FACTS.map(({ id, Icon }) => (
          <li key={id} className="rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel">
            <Icon aria-hidden="true" className="size-5 text-accent" />
            <h3 className="mt-3 font-semibold">{t(`pitch.facts.${id}.title`, VALUES)}</h3>
            <p className="mt-1 text-t2">{t(`pitch.facts.${id}.text`, VALUES)}</p>
          </li>
        ))}
      </ul>
      <Card aria-labelledby="affiliate-steps">
        <CardHeader id="affiliate-steps" title={t('pitch.steps')} />
        <ol className="grid gap-3 md:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-6 shrink-0 place-items-center rounded-full bg-accbg text-xs font-semibold text-accent"
              >
                {index + 1}
              </span>
              <span className="pt-0.5">{t(`pitch.stepList.${step}`)}</span>
            </li>
          ))}
        </ol>
        <p className="mt-4 border-t border-line2 pt-4 text-xs leading-relaxed text-t2">{t('pitch.fair')}</p>
      </Card>
    </>
  );
}

function Earnings() {
  const { t } = useTranslation('affiliate');
  const share = (usd: number) => formatUsdCents((usd * COMMISSION_RATE) / 100);
  return (
    <Card aria-labelledby="affiliate-earn">
      <CardHeader id="affiliate-earn" title={t('pitch.earn')} />
      <table className="w-full text-left">
        <thead className="border-b border-line2 text-xs text-t2">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('pitch.plan')}
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-medium">
              {t('pitch.month')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('pitch.year')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {PLANS.map(({ id, monthlyUsd, yearlyUsd }) => (
            <tr key={id}>
              <th scope="row" className="py-2.5 pr-4 font-medium">
                {NAMES[id]}
              </th>
              <td className="py-2.5 pr-4 text-right tabular-nums">{share(monthlyUsd)}</td>
              <td className="py-2.5 text-right tabular-nums">{share(yearlyUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-t2">{t('pitch.earnHint')}</p>
    </Card>
  );
}
