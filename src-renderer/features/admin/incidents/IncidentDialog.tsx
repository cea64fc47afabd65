import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  INCIDENT_TITLE_MAX,
} from '../../../../src-shared/domain/serviceStatus.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import {
  incidentInputSchema,
  useSaveIncidentMutation,
  type IncidentInput,
  type IncidentRow,
} from './incidentsApi.ts';

interface IncidentDialogProps {
  /** `new` for one that is reported, null while nothing is written. */
  incident: IncidentRow | 'new' | null;
  onClose: () => void;
}

const START: IncidentInput = { title: '', description: '', status: 'investigating', impact: 'low' };

/** Reports an incident, or changes one. */
export function IncidentDialog({ incident, onClose }: IncidentDialogProps) {
  const { t } = useTranslation(['adminIncidents', 'common']);
  return (
    <Dialog
      isOpen={incident !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(incident === 'new' ? 'adminIncidents:dialog.new' : 'adminIncidents:dialog.change')}
      closeLabel={t('common:close')}
    >
      {incident !== null && (
        <IncidentForm incident={incident === 'new' ? null : incident} onClose={onClose} />
      )}
    </Dialog>
  );
}

function IncidentForm({ incident, onClose }: { incident: IncidentRow | null; onClose: () => void }) {
  const { t } = useTranslation(['adminIncidents', 'common']);
  const { register, handleSubmit, control, formState } = useForm<IncidentInput>({
    mode: 'onTouched',
    resolver: zodResolver(incidentInputSchema),
    defaultValues: incident ?? START,
  });
  const [save, { isLoading, error }] = useSaveIncidentMutation();
  const submit = handleSubmit(async (input) => {
    if (isLoading) return;
    const saved = await save({ id: incident?.id ?? null, incident: input });
    if (saved.error) return;
    showNotice({ tone: 'success', title: t('adminIncidents:saved') });
    onClose();
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      <Field
        label={t('adminIncidents:dialog.title')}
        error={formState.errors.title ? t('adminIncidents:dialog.titleRequired') : undefined}
      >
        {(input) => <Input {...input} {...register('title')} required maxLength={INCIDENT_TITLE_MAX} />}
      </Field>
      <Field label={t('adminIncidents:dialog.description')} hint={t('adminIncidents:dialog.descriptionHint')}>
        {(input) => (
          <Textarea {...input} {...register('description')} rows={5} maxLength={INCIDENT_TEXT_MAX} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Labelled label={t('adminIncidents:dialog.state')}>
          <Controller
            control={control}
            name="status"
            render={({ field }) => (
              <Select
                label={t('adminIncidents:dialog.state')}
                value={field.value}
                onChange={field.onChange}
                options={INCIDENT_STATES.map((value) => ({
                  value,
                  label: t(`adminIncidents:states.${value}`),
                }))}
              />
            )}
          />
        </Labelled>
        <Labelled label={t('adminIncidents:dialog.impact')}>
          <Controller
            control={control}
            name="impact"
            render={({ field }) => (
              <Select
                label={t('adminIncidents:dialog.impact')}
                value={field.value}
                onChange={field.onChange}
                options={INCIDENT_IMPACTS.map((value) => ({
                  value,
                  label: t(`adminIncidents:impacts.${value}`),
                }))}
              />
            )}
          />
        </Labelled>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isLoading}>
          {t(incident ? 'adminIncidents:dialog.save' : 'adminIncidents:dialog.publish')}
        </Button>
      </div>
    </form>
  );
}

/** The select names itself to screen readers; this is its name for the eye. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-xs font-medium text-t2">
        {label}
      </span>
      {children}
    </div>
  );
}
