import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { OnceShown } from './OnceShown.tsx';
import { useGenerateGatewayKeyMutation } from './gatewayApi.ts';

const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
/** '0': until it is revoked. */
const DAYS = ['0', '30', '90', '365'] as const;

const schema = z.object({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  description: z.string().trim().max(MAX_DESCRIPTION_LENGTH),
  days: z.enum(DAYS),
});
type KeyForm = z.infer<typeof schema>;

interface GenerateKeyDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMade: (name: string) => void;
}

/** Makes a key, and shows the whole of it this once. */
export function GenerateKeyDialog({ isOpen, onOpenChange, onMade }: GenerateKeyDialogProps) {
  const { t } = useTranslation(['adminGateway', 'common']);
  const [key, setKey] = useState<string | null>(null);
  const open = (next: boolean) => {
    onOpenChange(next);
    if (!next) setKey(null);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open}
      title={key === null ? t('adminGateway:dialog.title') : t('adminGateway:dialog.madeTitle')}
      closeLabel={t('common:close')}
    >
      {key === null ? (
        <KeyForm
          onMade={(made, name) => {
            setKey(made);
            onMade(name);
          }}
          onCancel={() => open(false)}
        />
      ) : (
        <OnceShown
          secret={key}
          notice={t('adminGateway:dialog.once')}
          copied={t('adminGateway:copied')}
          onDone={() => open(false)}
        />
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  onMade: (key: string, name: string) => void;
  onCancel: () => void;
}

function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['adminGateway', 'common']);
  const { register, handleSubmit, control, formState } = useForm<KeyForm>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: { name: '', description: '', days: '0' },
  });
  const [generate, { isLoading, error }] = useGenerateGatewayKeyMutation();
  const isMissing = useWatch({ control, name: 'name' }).trim() === '';
  const failure = error as RpcFailure | undefined;
  const submit = handleSubmit(async ({ name, description, days }) => {
    if (isLoading) return;
    const { data } = await generate({ name, description, validDays: days === '0' ? null : Number(days) });
    if (data !== undefined) onMade(data, name);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('adminGateway:dialog.name')}
        error={formState.errors.name ? t('adminGateway:dialog.nameRequired') : failure?.message}
      >
        {(input) => (
          <Input {...input} {...register('name')} autoComplete="off" required maxLength={MAX_NAME_LENGTH} />
        )}
      </Field>
      <Field label={t('adminGateway:dialog.description')}>
        {(input) => (
          <Textarea {...input} {...register('description')} rows={2} maxLength={MAX_DESCRIPTION_LENGTH} />
        )}
      </Field>
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-xs font-medium text-t2">
          {t('adminGateway:dialog.valid')}
        </span>
        <Controller
          control={control}
          name="days"
          render={({ field }) => (
            <Select
              label={t('adminGateway:dialog.valid')}
              value={field.value}
              onChange={field.onChange}
              options={DAYS.map((value) => ({ value, label: t(`adminGateway:dialog.days.${value}`) }))}
            />
          )}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isLoading} disabled={isMissing}>
          {t('adminGateway:dialog.submit')}
        </Button>
      </div>
    </form>
  );
}
