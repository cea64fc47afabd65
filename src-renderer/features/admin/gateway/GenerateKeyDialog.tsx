import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import { KEY_DAYS, MakeKeyDialog, validDaysOf, ValidFor } from '../../keys/index.ts';
import { useGenerateGatewayKeyMutation } from './gatewayApi.ts';

const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;

const schema = z.object({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  description: z.string().trim().max(MAX_DESCRIPTION_LENGTH),
  days: z.enum(KEY_DAYS),
});
type KeyForm = z.infer<typeof schema>;

interface GenerateKeyDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMade: (name: string) => void;
}

/** Makes a key of the gateway. */
export function GenerateKeyDialog(props: GenerateKeyDialogProps) {
  const { t } = useTranslation('adminGateway');
  return (
    <MakeKeyDialog
      {...props}
      title={t('dialog.title')}
      form={(onMade, onCancel) => <KeyForm onMade={onMade} onCancel={onCancel} />}
    />
  );
}

interface KeyFormProps {
  onMade: (key: string, name: string) => void;
  onCancel: () => void;
}

function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['adminGateway', 'keys']);
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
    const { data } = await generate({ name, description, validDays: validDaysOf(days) });
    if (data !== undefined) onMade(data, name);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('adminGateway:dialog.name')}
        error={formState.errors.name ? t('keys:nameRequired') : failure?.message}
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
      <Controller
        control={control}
        name="days"
        render={({ field }) => <ValidFor value={field.value} onChange={field.onChange} />}
      />
      <FormButtons
        submit={t('adminGateway:dialog.submit')}
        isBusy={isLoading}
        disabled={isMissing}
        onCancel={onCancel}
      />
    </form>
  );
}
