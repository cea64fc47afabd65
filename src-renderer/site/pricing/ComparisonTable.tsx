import { Check, Minus } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { PLAN_LIMITS, PLANS, type PlanLimits } from '../../../src-shared/domain/plans.ts';

const ROWS = [
  'audioTracks',
  'videoSources',
  'broadcasting',
  'voiceAi',
  'apiAccess',
  'apiCallsPerMonth',
  'teams',
  'support',
] as const satisfies readonly (keyof PlanLimits)[];

/** The limits of the plans side by side. */
export function ComparisonTable() {
  const { t } = useTranslation('pricing');
  return (
    <section aria-labelledby="compare-title" className="mt-24">
      <h2 id="compare-title" className="text-center text-3xl font-semibold tracking-tight">
        {t('compare.title')}
      </h2>
      {/* Focusable, so that a narrow window scrolls it by keys, too. */}
      <div
        role="group"
        aria-labelledby="compare-title"
        tabIndex={0}
        className="relative mt-8 overflow-x-auto rounded-xl border border-line2"
      >
        <table className="w-full min-w-[34rem] text-left text-title">
          <thead className="bg-side text-sm">
            <tr>
              <th scope="col" className="px-5 py-3.5 font-medium text-t2">
                {t('compare.feature')}
              </th>
              {PLANS.map(({ id }) => (
                <th key={id} scope="col" className="px-5 py-3.5 font-semibold">
                  {t(`names.${id}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line bg-panel">
            {ROWS.map((row) => (
              <tr key={row}>
                <th scope="row" className="px-5 py-3.5 font-normal text-t2">
                  {t(`compare.rows.${row}`)}
                </th>
                {PLANS.map(({ id }) => (
                  <td key={id} className="px-5 py-3.5">
                    <Limit row={row} limits={PLAN_LIMITS[id]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Limit({ row, limits }: { row: keyof PlanLimits; limits: PlanLimits }) {
  const { t } = useTranslation('pricing');
  const value = limits[row];
  if (typeof value === 'boolean') {
    const Icon = value ? Check : Minus;
    return (
      <>
        <Icon size={18} aria-hidden="true" className={value ? 'text-accent' : 'text-t3'} />
        <span className="sr-only">{t(value ? 'compare.yes' : 'compare.no')}</span>
      </>
    );
  }
  if (value === 'unlimited') return t('compare.unlimited');
  if (typeof value === 'number') return formatFigure(value);
  if (row === 'teams') return t(`compare.teams.${limits.teams}`);
  return t(`compare.support.${limits.support}`);
}
