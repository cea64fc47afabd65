import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { ListFailure, ListPanel, usePath } from '../../../ui/list/index.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Organization } from '../organizationsApi.ts';
import { PlanNote } from '../PlanNote.tsx';
import { useReadPlanUsageQuery } from '../planUsageApi.ts';
import { PAGE_SIZE, useListTrailQuery, type TrailEntry } from './trailApi.ts';
import { trailText } from './trailText.ts';

/** Every text gets all; those that it does not use do nothing. */
const NO_VALUES = { name: '', role: '', from: '', to: '', team: '', table: '' };

/** The audit trail, where the plan has it; for owners. */
export function Trail({ organization }: { organization: Organization }) {
  const { t } = useTranslation('trail');
  const { data, error, refetch } = useReadPlanUsageQuery(organization.id, {
    refetchOnMountOrArgChange: true,
  });
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.teams !== 'advanced') return <PlanNote organizationId={organization.id} text={t('plan')} />;
  return <Entries organization={organization} />;
}

/** Who changed what in an organisation, newest first. */
function Entries({ organization }: { organization: Organization }) {
  const { t } = useTranslation('trail');
  const path = usePath();
  const list = useListTrailQuery(
    { organization: organization.id, before: path.after === null ? null : Number(path.after.id) },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <ListPanel
      list={list}
      path={path}
      size={PAGE_SIZE}
      by="occurred_at"
      label={t('title')}
      empty={{ title: t('empty'), message: t('emptyHint') }}
    >
      {(rows) => (
        <>
          <p className="border-b border-line2 px-4 py-2.5 text-xs text-t2">{t('hint')}</p>
          <ol>
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </ListPanel>
  );
}

function Entry({ entry }: { entry: TrailEntry }) {
  const { t } = useTranslation('trail');
  const { key, values } = trailText(entry);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0">
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
}
