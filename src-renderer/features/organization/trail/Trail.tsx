import './texts.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../ListFailure.tsx';
import { Pages } from '../Pages.tsx';
import type { Organization } from '../organizationsApi.ts';
import { usePath } from '../usePath.ts';
import { PAGE_SIZE, useListTrailQuery } from './trailApi.ts';
import { trailText } from './trailText.ts';

/** Every text gets all; those that it does not use do nothing. */
const NO_VALUES = { name: '', role: '', from: '', to: '', team: '', table: '' };

/** Who changed what in an organisation, newest first; for its owners. */
export function Trail({ organization }: { organization: Organization }) {
  const { t } = useTranslation('trail');
  const path = usePath();
  const { data, error, refetch, isFetching } = useListTrailQuery(
    { organization: organization.id, before: path.after === null ? null : Number(path.after.id) },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.length === 0 && path.pageNumber === 1) {
    return (
      <Card>
        <EmptyState title={t('empty')} message={t('emptyHint')} />
      </Card>
    );
  }
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined;
  return (
    <section
      aria-label={t('title')}
      aria-busy={isFetching}
      className="overflow-hidden rounded-xl border border-line bg-panel shadow-panel"
    >
      <p className="border-b border-line2 px-4 py-2.5 text-xs text-t2">{t('hint')}</p>
      <ol>
        {data.map((entry) => {
          const { key, values } = trailText(entry);
          return (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0"
            >
              <time
                dateTime={entry.occurred_at}
                className="w-44 shrink-0 text-xs whitespace-nowrap text-t2 tabular-nums"
              >
                {formatDateTime(Date.parse(entry.occurred_at))}
              </time>
              <p className="min-w-0 grow basis-60 break-words">
                <b className="font-medium">{entry.actor ?? t('server')}</b>{' '}
                {t(`did.${key}`, { ...NO_VALUES, ...values })}
              </p>
            </li>
          );
        })}
      </ol>
      <Pages path={path} last={last ? { at: '', id: String(last.id) } : null} />
    </section>
  );
}
