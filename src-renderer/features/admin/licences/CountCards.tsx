import { useTranslation } from 'react-i18next';
import { formatFigure } from '../../../lib/figures.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { LicenceCounts } from './licencesApi.ts';

const CARDS = ['total', 'active', 'trial', 'expired', 'revoked'] as const;

/** How many licences there are, by status. */
export function CountCards({ counts }: { counts: LicenceCounts | null }) {
  const { t } = useTranslation('adminLicences');
  return (
    <dl aria-label={t('cards.label')} className="grid grid-cols-2 gap-3.5 md:grid-cols-5">
      {CARDS.map((name) => (
        <div
          key={name}
          className="grid gap-1 rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel first:col-span-2 md:first:col-span-1"
        >
          <dt className="text-xs text-t2">{t(`cards.${name}`)}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {counts === null ? <Skeleton className="h-8 w-16" /> : formatFigure(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
