import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { IncidentCard } from './IncidentCard.tsx';
import { IncidentDialog } from './IncidentDialog.tsx';
import { useListIncidentsQuery, type IncidentRow } from './incidentsApi.ts';

/** Incidents of the status page, for super admins. */
export default function IncidentsScreen() {
  const { t } = useTranslation('adminIncidents');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Incidents />
    </AdminOnly>
  );
}

function Incidents() {
  const { t } = useTranslation('adminIncidents');
  const [written, setWritten] = useState<IncidentRow | 'new' | null>(null);
  return (
    <div className="mx-auto grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="text-t2">{t('subtitle')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to={ROUTES.status}>{t('statusPage')}</Link>
          </Button>
          <Button variant="primary" onClick={() => setWritten('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('report')}
          </Button>
        </div>
      </header>
      <IncidentList onEdit={setWritten} />
      <IncidentDialog incident={written} onClose={() => setWritten(null)} />
    </div>
  );
}

function IncidentList({ onEdit }: { onEdit: (incident: IncidentRow) => void }) {
  const { t } = useTranslation(['adminIncidents', 'common']);
  const { data, error, refetch } = useListIncidentsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) {
    return (
      <Card>
        <ErrorState
          title={t('adminIncidents:failed')}
          message={(error as Partial<RpcFailure>).message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      </Card>
    );
  }
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" />;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState title={t('adminIncidents:empty')} message={t('adminIncidents:emptyHint')} />
      </Card>
    );
  }
  return (
    <ul className="grid gap-3.5">
      {data.map((incident) => (
        <li key={incident.id}>
          <IncidentCard incident={incident} onEdit={() => onEdit(incident)} />
        </li>
      ))}
    </ul>
  );
}
