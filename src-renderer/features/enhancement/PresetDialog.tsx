import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ENVIRONMENTS, type Preset } from '../../../src-shared/domain/presets.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { createPreset } from './enhancementThunks.ts';

const MAX_NAME_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 500;
const FORM_ID = 'new-preset';

interface PresetDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Keeps what the sliders say now as a preset. What was typed stays where that fails. */
export function PresetDialog({ isOpen, onOpenChange }: PresetDialogProps) {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [environment, setEnvironment] = useState<Preset['environment']>('Home');
  const [isBusy, setBusy] = useState(false);
  const trimmed = name.trim();

  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '' || isBusy) return;
    setBusy(true);
    const label = t('steps.create', { name: trimmed });
    const values = { name: trimmed, description: description.trim(), environment, label };
    const result = await dispatch(createPreset(values));
    setBusy(false);
    if (!createPreset.fulfilled.match(result)) return;
    setName('');
    setDescription('');
    onOpenChange(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('presets.create')}
      description={t('presets.createMessage')}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button variant="primary" type="submit" form={FORM_ID} disabled={trimmed === ''} isBusy={isBusy}>
            {t('presets.save')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="grid gap-3.5" onSubmit={(event) => void create(event)}>
        <Field label={t('presets.name')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={MAX_NAME_CHARS}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t('presets.description')}>
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_DESCRIPTION_CHARS}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-t2">{t('presets.environment')}</span>
          <Select
            label={t('presets.environment')}
            value={environment}
            options={ENVIRONMENTS.map((value) => ({ value, label: t(`environments.${value}`) }))}
            onChange={(value) => setEnvironment(value as Preset['environment'])}
          />
        </div>
      </form>
    </Dialog>
  );
}
