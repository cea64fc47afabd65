import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { API_SCOPES, MAX_API_KEY_NAME_LENGTH } from '../../../../src-shared/domain/apiKeys.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { KEY_DAYS, MakeKeyDialog, validDaysOf, ValidFor } from '../../keys/index.ts';
import { useMakeApiKeyMutation } from './keysApi.ts';
import { SCOPE_TEXTS } from './texts.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(MAX_API_KEY_NAME_LENGTH),
  scopes: z.array(z.enum(API_SCOPES)).min(1),
  days: z.enum(KEY_DAYS),
});
type KeyForm = z.infer<typeof schema>;

interface MakeApiKeyDialogProps {
  organization: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMade: (name: string) => void;
}

/** Makes a key of an organisation: what it is for, what it may call, and for how long. */
export function MakeApiKeyDialog({ organization, ...dialog }: MakeApiKeyDialogProps) {
  const { t } = useTranslation('apiKeys');
  return (
    <MakeKeyDialog
      {...dialog}
      title={t('dialog.title')}
      form={(onMade, onCancel) => <KeyForm organization={organization} onMade={onMade} onCancel={onCancel} />}
    />
  );
}

interface KeyFormProps {
  organization: string;
  onMade: (key: string, name: string) => void;
  onCancel: () => void;
}

function KeyForm({ organization, onMade, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['apiKeys', 'keys']);
  const { register, handleSubmit, control, formState } = useForm<KeyForm>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: { name: '', scopes: [], days: '90' },
  });
  const [make, { isLoading, error }] = useMakeApiKeyMutation();
  const { errors } = formState;
  const submit = handleSubmit(async ({ name, scopes, days }) => {
    if (isLoading) return;
    const { data } = await make({ organization, name, scopes, validDays: validDaysOf(days) });
    if (data !== undefined) onMade(data, name);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && <MessageBox tone="error">{(error as RpcFailure).message}</MessageBox>}
      <Field
        label={t('apiKeys:dialog.name')}
        hint={t('apiKeys:dialog.nameHint')}
        error={errors.name && t('keys:nameRequired')}
      >
        {(input) => (
          <Input {...input} {...register('name')} autoComplete="off" maxLength={MAX_API_KEY_NAME_LENGTH} />
        )}
      </Field>
      <Scopes field={register('scopes')} isMissing={errors.scopes !== undefined} />
      <Controller
        control={control}
        name="days"
        render={({ field }) => <ValidFor value={field.value} onChange={field.onChange} />}
      />
      <FormButtons submit={t('apiKeys:dialog.submit')} isBusy={isLoading} onCancel={onCancel} />
    </form>
  );
}

function Scopes({ field, isMissing }: { field: UseFormRegisterReturn; isMissing: boolean }) {
  const { t } = useTranslation('apiKeys');
  const noteId = useId();
  return (
    <fieldset aria-describedby={noteId} aria-invalid={isMissing} className="grid gap-1">
      <legend className="mb-1 text-xs font-medium text-t2">{t('dialog.scopes')}</legend>
      {API_SCOPES.map((scope) => (
        <label
          key={scope}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 hover:bg-raise"
        >
          <input type="checkbox" {...field} value={scope} className="size-4 shrink-0 accent-accent" />
          {t(`scopes.${SCOPE_TEXTS[scope]}`)}
        </label>
      ))}
      <p
        id={noteId}
        role={isMissing ? 'alert' : undefined}
        className={isMissing ? 'text-xs text-red-text' : 'text-xs text-t3'}
      >
        {t(isMissing ? 'dialog.scopesRequired' : 'dialog.scopesHint')}
      </p>
    </fieldset>
  );
}
