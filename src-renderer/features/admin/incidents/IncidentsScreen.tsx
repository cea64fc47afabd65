import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListStates } from '../../../ui/list/index.ts';
import { Page } from '../../../ui/Page.tsx';
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
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="slim"
      actions={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to={ROUTES.status}>{t('statusPage')}</Link>
          </Button>
          <Button variant="primary" onClick={() => setWritten('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('report')}
          </Button>
        </div>
      }
    >
      <IncidentList onEdit={setWritten} />
      <IncidentDialog incident={written} onClose={() => setWritten(null)} />
    </Page>
  );
}

function IncidentList({ onEdit }: { onEdit: (incident: IncidentRow) => void }) {
  const { t } = useTranslation('adminIncidents');
  const list = useListIncidentsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <ListStates
      failed={t('failed')}
      list={list}
      height="h-40"
      empty={{ title: t('empty'), message: t('emptyHint') }}
    >
      {(rows) => (
        <ul className="grid gap-3.5">
          {rows.map((incident) => (
            <li key={incident.id}>
              <IncidentCard incident={incident} onEdit={() => onEdit(incident)} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
