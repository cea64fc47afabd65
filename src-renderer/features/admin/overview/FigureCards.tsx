import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { formatUsdCents } from '../../../lib/money.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Business } from './overviewApi.ts';

/** The four figures, each with what it came from. */
export function FigureCards({ business }: { business: Business }) {
  const { t } = useTranslation('adminOverview');
  const { accounts, trials, customers, monthlyUsd } = business;
  const days = business.days.length;
  const sum = (name: 'signUps' | 'keptUsd') => business.days.reduce((total, day) => total + day[name], 0);
  return (
    <section aria-label={t('cards.label')} className="grid grid-cols-1 gap-3.5 sm:grid-cols-2 xl:grid-cols-4">
      <FigureCard
        label={t('cards.accounts')}
        value={formatFigure(accounts)}
        note={t('cards.accountsNote', { count: sum('signUps'), days })}
      />
      <FigureCard
        label={t('cards.trials')}
        value={formatFigure(trials.running)}
        note={trials.ended > 0 ? t('cards.trialsNote', { ...trials, days }) : t('cards.trialsNone', { days })}
      />
      <FigureCard
        label={t('cards.customers')}
        value={formatFigure(customers.now)}
        note={
          customers.before > 0
            ? t('cards.customersNote', { lost: customers.lost, before: customers.before, days })
            : t('cards.customersNone', { days })
        }
      />
      <FigureCard
        label={t('cards.revenue', { days })}
        value={formatUsdCents(sum('keptUsd'))}
        note={t('cards.revenueNote', { amount: formatUsdCents(monthlyUsd) })}
      />
    </section>
  );
}

function FigureCard({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <Card className="flex min-h-28 flex-col" aria-label={label}>
      <h2 className="text-xs text-t2">{label}</h2>
      <p className="mt-0.5 text-figure leading-9 font-semibold tracking-tight whitespace-nowrap tabular-nums">
        {value}
      </p>
      <p className="mt-auto pt-2 text-xs text-t3">{note}</p>
    </Card>
  );
}
