import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Panel } from '../../../ui/Card.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure, Table } from '../../../ui/list/index.ts';
import type { Organization } from '../organizationsApi.ts';
import { useReadPlanUsageQuery, type PlanUsage } from '../planUsageApi.ts';
import { ApiKeyRow } from './ApiKeyRow.tsx';
import { useListApiKeysQuery, type ApiKey } from './keysApi.ts';
import { MakeApiKeyDialog } from './MakeApiKeyDialog.tsx';

/** Keys of an organisation for the public API; for its owners and admins. */
export function ApiKeys({ organization }: { organization: Organization }) {
  const { t } = useTranslation(['apiKeys', 'keys', 'organization']);
  const usage = useReadPlanUsageQuery(organization.id, { refetchOnMountOrArgChange: true });
  const keys = useListApiKeysQuery(organization.id, { refetchOnMountOrArgChange: true });
  const [isMaking, setIsMaking] = useState(false);
  const error = usage.error ?? keys.error;
  if (error !== undefined)
    return (
      <ListFailure
        error={error}
        onRetry={() => {
          void usage.refetch();
          void keys.refetch();
        }}
      />
    );
  if (usage.data === undefined || keys.data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  const name = organization.is_personal ? t('organization:personal') : organization.name;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-[70ch] text-t2">
          {t('apiKeys:hint', { name })}{' '}
          <Link to={ROUTES.apiReference} className="whitespace-nowrap text-t1 underline underline-offset-3">
            {t('apiKeys:reference')}
          </Link>
        </p>
        {usage.data.apiAccess && (
          <Button variant="primary" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('apiKeys:make')}
          </Button>
        )}
      </div>
      {usage.data.apiAccess && <p className="max-w-[70ch] text-xs text-t3">{t('apiKeys:where')}</p>}
      {usage.data.apiAccess ? (
        <Calls usage={usage.data} />
      ) : (
        <NoAccess usage={usage.data} organizationId={organization.id} />
      )}
      {(usage.data.apiAccess || keys.data.length > 0) && <KeyTable keys={keys.data} />}
      <MakeApiKeyDialog
        organization={organization.id}
        isOpen={isMaking}
        onOpenChange={setIsMaking}
        onMade={(made) => showNotice({ tone: 'success', title: t('keys:made', { name: made }) })}
      />
    </div>
  );
}

function Calls({ usage: { apiCalls, apiCallsPerMonth } }: { usage: PlanUsage }) {
  const { t } = useTranslation('apiKeys');
  const calls = formatFigure(apiCalls);
  return (
    <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-xl border border-line bg-panel px-4 py-2.5 shadow-panel">
      <dt className="text-t2">{t('calls')}</dt>
      <dd className="font-medium tabular-nums">
        {apiCallsPerMonth === null
          ? t('callsUnlimited', { calls })
          : t('callsOf', { calls, limit: formatFigure(apiCallsPerMonth) })}
      </dd>
      <dd className="text-xs text-t3">{t('callsHint')}</dd>
    </dl>
  );
}

function NoAccess({ usage, organizationId }: { usage: PlanUsage; organizationId: string }) {
  const { t } = useTranslation('apiKeys');
  return (
    <Card>
      <EmptyState
        title={t('noAccessTitle')}
        message={t('noAccess', { plan: t(`plans.${usage.planId}`) })}
        action={
          <Button asChild variant="primary">
            <Link to={`${ROUTES.billing}?workspace=${organizationId}`}>{t('toBilling')}</Link>
          </Button>
        }
      />
    </Card>
  );
}

const COLUMNS = ['name', 'key', 'scopes', 'status', 'usage', 'used', 'created', 'actions'] as const;

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const { t } = useTranslation('apiKeys');
  if (keys.length === 0) {
    return (
      <Card>
        <EmptyState title={t('empty')} message={t('emptyHint')} />
      </Card>
    );
  }
  return (
    <Panel>
      <Table
        label={t('table')}
        tableClassName="stacked min-w-[64rem]"
        columns={COLUMNS.map((id) => ({ id, text: t(`columns.${id}`) }))}
      >
        {keys.map((key) => (
          <ApiKeyRow key={key.id} row={key} />
        ))}
      </Table>
    </Panel>
  );
}
