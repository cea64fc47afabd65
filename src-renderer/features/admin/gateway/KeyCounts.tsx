import { useTranslation } from 'react-i18next';
import { formatFigure } from '../../../lib/figures.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useListGatewayKeysQuery } from './gatewayApi.ts';

const CARDS = ['total', 'active', 'revoked', 'usage'] as const;

/** How many keys there are, and how often they were used. */
export function KeyCounts() {
  const { t } = useTranslation('adminGateway');
  const { data } = useListGatewayKeysQuery();
  const counts = data && {
    total: data.length,
    active: data.filter(({ status }) => status === 'active').length,
    revoked: data.filter(({ status }) => status === 'revoked').length,
    usage: data.reduce((sum, key) => sum + key.usage_count, 0),
  };
  return (
    <dl aria-label={t('cards.label')} className="grid grid-cols-2 gap-3.5 md:grid-cols-4">
      {CARDS.map((name) => (
        <div
          key={name}
          className="grid gap-1 rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel"
        >
          <dt className="text-xs text-t2">{t(`cards.${name}`)}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {counts === undefined ? <Skeleton className="h-8 w-16" /> : formatFigure(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
