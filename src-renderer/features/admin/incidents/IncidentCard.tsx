import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { isIncidentOver } from '../../../../src-shared/domain/serviceStatus.ts';
import { formatIsoDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { useRemoveIncidentMutation, useSaveIncidentMutation, type IncidentRow } from './incidentsApi.ts';

/** One incident as visitors read it, and what can be done about it. */
export function IncidentCard({ incident, onEdit }: { incident: IncidentRow; onEdit: () => void }) {
  const { t } = useTranslation('adminIncidents');
  const { title, description, status, impact } = incident;
  return (
    <Card className="grid gap-3 p-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <div className="mt-2 flex flex-wrap items-center gap-2 text-xs text-t2">
          <Badge tone={isIncidentOver(status) ? 'good' : 'warning'}>{t(`states.${status}`)}</Badge>
          <span>{t(`impacts.${impact}`)}</span>
          <span aria-hidden="true">·</span>
          <span>
            {incident.resolved_at === null
              ? t('started', { when: formatIsoDateTime(incident.started_at) })
              : t('lasted', {
                  from: formatIsoDateTime(incident.started_at),
                  until: formatIsoDateTime(incident.resolved_at),
                })}
          </span>
        </div>
        {description !== '' && (
          <p className="mt-3 leading-relaxed break-words whitespace-pre-line text-t2">{description}</p>
        )}
      </div>
      <Actions incident={incident} onEdit={onEdit} />
    </Card>
  );
}

function Actions({ incident, onEdit }: { incident: IncidentRow; onEdit: () => void }) {
  const { t } = useTranslation(['adminIncidents', 'common']);
  const [save, saving] = useSaveIncidentMutation();
  const [remove, removing] = useRemoveIncidentMutation();
  const act = useAct();
  const [asks, setAsks] = useState(false);
  const { id, title } = incident;
  const isBusy = saving.isLoading || removing.isLoading;
  const named = (action: string) => t('adminIncidents:actionOf', { action, title });
  const resolve = () => act(save({ id, incident: { status: 'resolved' } }), t('adminIncidents:resolved'));
  const drop = () => act(remove(id), t('adminIncidents:removed'));
  return (
    <div className="flex flex-wrap content-start gap-1.5">
      {!isIncidentOver(incident.status) && (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={named(t('adminIncidents:resolve'))}
          onClick={() => void resolve()}
        >
          {t('adminIncidents:resolve')}
        </Button>
      )}
      <Button size="sm" disabled={isBusy} aria-label={named(t('adminIncidents:edit'))} onClick={onEdit}>
        {t('adminIncidents:edit')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('adminIncidents:remove'))}
        onClick={() => setAsks(true)}
      >
        {t('adminIncidents:remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('adminIncidents:removeAsk')}
        description={t('adminIncidents:removeMessage', { title })}
        confirmLabel={t('adminIncidents:remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void drop()}
      />
    </div>
  );
}
