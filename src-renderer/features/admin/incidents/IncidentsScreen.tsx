import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { CardList } from '../CardList.tsx';
import { IncidentCard } from './IncidentCard.tsx';
import { IncidentDialog } from './IncidentDialog.tsx';
import { useListIncidentsQuery } from './incidentsApi.ts';

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
  const list = useListIncidentsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <CardList
      title={t('title')}
      subtitle={t('subtitle')}
      shownOn={{ path: ROUTES.status, text: t('statusPage') }}
      add={t('report')}
      list={list}
      failed={t('failed')}
      empty={{ title: t('empty'), message: t('emptyHint') }}
      card={(incident, onEdit) => <IncidentCard incident={incident} onEdit={onEdit} />}
      dialog={(incident, onClose) => <IncidentDialog incident={incident} onClose={onClose} />}
    />
  );
}
