import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  INCIDENT_TITLE_MAX,
} from '../../../../src-shared/domain/serviceStatus.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { EditDialog, FormButtons, SelectField } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { showNotice } from '../../../ui/notice.ts';
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
  const { t } = useTranslation('adminIncidents');
  return (
    <EditDialog row={incident} title={{ new: t('dialog.new'), change: t('dialog.change') }} onClose={onClose}>
      {(row) => <IncidentForm incident={row} onClose={onClose} />}
    </EditDialog>
  );
}

function IncidentForm({ incident, onClose }: { incident: IncidentRow | null; onClose: () => void }) {
  const { t } = useTranslation('adminIncidents');
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
    showNotice({ tone: 'success', title: t('saved') });
    onClose();
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      <Field label={t('dialog.title')} error={formState.errors.title ? t('dialog.titleRequired') : undefined}>
        {(input) => <Input {...input} {...register('title')} required maxLength={INCIDENT_TITLE_MAX} />}
      </Field>
      <Field label={t('dialog.description')} hint={t('dialog.descriptionHint')}>
        {(input) => (
          <Textarea {...input} {...register('description')} rows={5} maxLength={INCIDENT_TEXT_MAX} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="status"
          label={t('dialog.state')}
          options={INCIDENT_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <SelectField
          control={control}
          name="impact"
          label={t('dialog.impact')}
          options={INCIDENT_IMPACTS.map((value) => ({ value, label: t(`impacts.${value}`) }))}
        />
      </div>
      <FormButtons
        submit={t(incident ? 'dialog.save' : 'dialog.publish')}
        isBusy={isLoading}
        onCancel={onClose}
      />
    </form>
  );
}
