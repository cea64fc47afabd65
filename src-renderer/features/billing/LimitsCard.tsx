import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FEATURES_IN_THE_MAKING } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Badge } from '../../ui/Badge.tsx';
import { rememberOrganization, useReadPlanUsageQuery, type PlanUsage } from '../organization/index.ts';
import { ReadCard } from './ReadCard.tsx';

/** What the plan allows, limit by limit, and what is used of each. */
export function LimitsCard({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('billing');
  const query = useReadPlanUsageQuery(organizationId, { refetchOnMountOrArgChange: true });
  return (
    <ReadCard id="billing-limits" title={t('limits.title')} query={query}>
      {(usage) => <Limits usage={usage} organizationId={organizationId} />}
    </ReadCard>
  );
}

function Limits({ usage, organizationId }: { usage: PlanUsage; organizationId: string }) {
  const { t } = useTranslation('billing');
  const inATake = (limit: number | null) =>
    limit === null ? t('limits.anyInATake') : t('limits.inATake', { count: limit });
  const remember = () => rememberOrganization(organizationId);
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      <Limit name={t('limits.audioTracks')} note={t('limits.perTake')}>
        {inATake(usage.audioTracks)}
      </Limit>
      <Limit name={t('limits.videoSources')} note={t('limits.perTake')}>
        {inATake(usage.videoSources)}
      </Limit>
      <Limit
        name={t('limits.seats')}
        note={
          usage.seatsPromised > 0
            ? t('limits.promised', { count: usage.seatsPromised })
            : t('limits.seatsHint')
        }
        used={usage.seatsTaken / usage.seats}
      >
        {t('current.seatsUsed', { taken: usage.seatsTaken, seats: usage.seats })}
      </Limit>
      <Limit
        name={t('limits.teams')}
        isThere={usage.teams !== 'none'}
        note={usage.teamCount > 0 ? t('limits.teamCount', { count: usage.teamCount }) : t('limits.noTeams')}
      >
        {usage.teams !== 'none' && t(`limits.teamsOf.${usage.teams}`)}
      </Limit>
      <Limit
        name={t('limits.api')}
        isThere={usage.apiAccess}
        isMaking={FEATURES_IN_THE_MAKING.has('apiAccess')}
        used={
          !usage.apiAccess || usage.apiCallsPerMonth === null ? null : usage.apiCalls / usage.apiCallsPerMonth
        }
        note={
          <>
            {t('limits.keys', { count: usage.apiKeys })}{' '}
            <Link
              to={`${ROUTES.users}?part=keys`}
              onClick={remember}
              className="whitespace-nowrap text-t1 underline underline-offset-3"
            >
              {t('limits.toKeys')}
            </Link>
          </>
        }
      >
        {usage.apiAccess && <ApiCalls usage={usage} />}
      </Limit>
      <Limit
        name={t('limits.broadcasting')}
        isThere={usage.broadcasting}
        isMaking={FEATURES_IN_THE_MAKING.has('broadcasting')}
      >
        {usage.broadcasting && t('limits.inPlan')}
      </Limit>
      <Limit
        name={t('limits.voiceAi')}
        isThere={usage.voiceAi}
        isMaking={FEATURES_IN_THE_MAKING.has('voiceAi')}
      >
        {usage.voiceAi && t('limits.inPlan')}
      </Limit>
    </dl>
  );
}

function ApiCalls({ usage: { apiCalls, apiCallsPerMonth } }: { usage: PlanUsage }) {
  const { t } = useTranslation('billing');
  const calls = formatFigure(apiCalls);
  return apiCallsPerMonth === null
    ? t('limits.callsUnlimited', { calls })
    : t('limits.calls', { calls, limit: formatFigure(apiCallsPerMonth) });
}

interface LimitProps {
  name: string;
  isThere?: boolean;
  /** No version has it yet, whatever the plan. */
  isMaking?: boolean;
  /** 0-1 of what the plan allows; null or absent where there is nothing to fill. */
  used?: number | null;
  note?: ReactNode;
  children: ReactNode;
}

function Limit({ name, isThere = true, isMaking = false, used = null, note, children }: LimitProps) {
  const { t } = useTranslation('billing');
  return (
    <div className="grid content-start gap-0.5 border-b border-line py-3">
      <dt className="flex flex-wrap items-center gap-2 text-xs text-t2">
        {name}
        {isMaking && <Badge tone="warning">{t('cards.making')}</Badge>}
      </dt>
      <dd className="text-sm font-medium tabular-nums">
        {isThere ? children : <span className="font-normal text-t2">{t('limits.notInPlan')}</span>}
      </dd>
      {used !== null && (
        <dd aria-hidden="true" className="my-1 h-1.5 max-w-56 overflow-hidden rounded-full bg-track">
          <div className="h-full bg-accent" style={{ width: `${Math.min(100, used * 100)}%` }} />
        </dd>
      )}
      {note !== undefined && <dd className="text-xs text-t2">{note}</dd>}
      {isMaking && <dd className="text-xs text-t2">{t('limits.notThereYet')}</dd>}
    </div>
  );
}
