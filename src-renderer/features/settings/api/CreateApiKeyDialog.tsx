import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { API_SCOPES, type ApiScope } from '../../../../src-shared/contract/api.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { MakeKeyDialog, validDaysOf, ValidFor, type KEY_DAYS } from '../../keys/index.ts';
import { createApiKey } from './apiSlice.ts';
import { Checkboxes } from './Checkboxes.tsx';

/** Makes a key of this computer, and shows it this once. */
export function CreateApiKeyDialog(dialog: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation('localApi');
  return (
    <MakeKeyDialog
      {...dialog}
      title={t('keys.dialogTitle')}
      onMade={() => undefined}
      form={(onMade, onCancel) => <KeyForm onMade={onMade} onCancel={onCancel} />}
    />
  );
}

interface KeyFormProps {
  onMade: (key: string, name: string) => void;
  onCancel: () => void;
}

function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['localApi', 'keys']);
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiScope[]>(['read']);
  const [days, setDays] = useState<(typeof KEY_DAYS)[number]>('90');
  const [wasSent, setWasSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hasName = name.trim() !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (!hasName || scopes.length === 0) return;
    const made = await dispatch(createApiKey({ name: name.trim(), scopes, validDays: validDaysOf(days) }));
    if ('secret' in made) onMade(made.secret, name);
    else setProblem(made.problem);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {problem !== null && <MessageBox tone="error">{problem}</MessageBox>}
      <Field
        label={t('localApi:keys.name')}
        hint={t('localApi:keys.nameHint')}
        error={wasSent && !hasName ? t('keys:nameRequired') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Checkboxes
        legend={t('localApi:keys.scopes')}
        options={API_SCOPES.map((value) => ({ value, label: t(`localApi:scopes.${value}`) }))}
        chosen={scopes}
        onChange={setScopes}
        error={wasSent && scopes.length === 0 ? t('localApi:keys.scopesRequired') : undefined}
      />
      <ValidFor value={days} onChange={setDays} />
      <FormButtons submit={t('localApi:keys.submit')} isBusy={false} onCancel={onCancel} />
    </form>
  );
}
