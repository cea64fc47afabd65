import { useEffect } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { markAffiliateBrowser } from '../../lib/referral.ts';
import { useNoteBrowserMutation, type AffiliateSummary } from './affiliateApi.ts';
import { LinkCard } from './LinkCard.tsx';
import { MaterialsCard } from './MaterialsCard.tsx';
import { formatUsdCents } from '../../lib/money.ts';
import { PayoutsCard } from './PayoutsCard.tsx';
import { ReferralsCard } from './ReferralsCard.tsx';

/** Figures, link, images, referrals and payouts of one affiliate. */
export function Dashboard({ summary }: { summary: AffiliateSummary }) {
  const [noteBrowser] = useNoteBrowserMutation();
  useEffect(() => {
    const browser = markAffiliateBrowser(localStorage);
    if (browser !== null) void noteBrowser(browser);
  }, [noteBrowser]);
  return (
    <>
      <Figures summary={summary} />
      {summary.status === 'approved' && <LinkCard code={summary.code} />}
      <ReferralsCard programId={summary.id} />
      <PayoutsCard summary={summary} />
      {summary.status === 'approved' && <MaterialsCard code={summary.code} />}
    </>
  );
}

function Figures({ summary }: { summary: AffiliateSummary }) {
  const { t } = useTranslation(['affiliate', 'common']);
  const { totalReferrals, converted, totalEarningsUsd, pendingUsd, commissionRate } = summary;
  const figures = [
    { id: 'referrals', value: formatFigure(totalReferrals), hint: '' },
    { id: 'earnings', value: formatUsdCents(totalEarningsUsd), hint: '' },
    { id: 'pending', value: formatUsdCents(pendingUsd), hint: t('affiliate:stats.pendingHint') },
    {
      id: 'conversion',
      value:
        totalReferrals === 0 ? t('common:unknown') : `${Math.round((100 * converted) / totalReferrals)}%`,
      hint:
        totalReferrals === 0
          ? t('affiliate:stats.noConversion')
          : t('affiliate:stats.conversionHint', { converted, total: totalReferrals }),
    },
    { id: 'rate', value: `${commissionRate}%`, hint: '' },
  ] as const;
  return (
    <dl
      aria-label={t('affiliate:stats.label')}
      className="grid grid-cols-2 gap-3.5 md:grid-cols-3 xl:grid-cols-5"
    >
      {figures.map(({ id, value, hint }) => (
        <div
          key={id}
          className="grid content-start gap-1 rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel"
        >
          <dt className="text-xs text-t2">{t(`affiliate:stats.${id}`)}</dt>
          <dd>
            <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
            {hint !== '' && <span className="mt-0.5 block text-xs text-t2">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
