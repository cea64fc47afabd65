import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { MAX_ORGANIZATION_NAME_LENGTH } from '../../../src-shared/domain/organization.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { FormButtons } from '../../ui/list/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { useCreateOrganizationMutation } from './organizationsApi.ts';

interface CreateOrganizationDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  description: string;
  onCreated: (id: string) => void;
}

export function CreateOrganizationDialog(props: CreateOrganizationDialogProps) {
  const { t } = useTranslation(['organization', 'common']);
  const { isOpen, onOpenChange, description } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('organization:createTitle')}
      description={description}
      closeLabel={t('common:close')}
    >
      <Form {...props} />
    </Dialog>
  );
}

function Form({ onOpenChange, onCreated }: CreateOrganizationDialogProps) {
  const { t } = useTranslation('organization');
  const [name, setName] = useState('');
  const [isTouched, setIsTouched] = useState(false);
  const [create, { isLoading, error }] = useCreateOrganizationMutation();
  const isMissing = name.trim() === '';
  const submit = async () => {
    setIsTouched(true);
    if (isMissing || isLoading) return;
    const { data } = await create(name.trim());
    if (data === undefined) return;
    showNotice({ tone: 'success', title: t('created', { name: name.trim() }) });
    onOpenChange(false);
    onCreated(data);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={t('name')}
        error={isTouched && isMissing ? t('nameRequired') : (error as RpcFailure | undefined)?.message}
      >
        {(input) => (
          <Input
            {...input}
            value={name}
            maxLength={MAX_ORGANIZATION_NAME_LENGTH}
            autoComplete="organization"
            required
            onChange={({ target }) => setName(target.value)}
            onBlur={() => setIsTouched(true)}
          />
        )}
      </Field>
      <FormButtons
        submit={t('create')}
        isBusy={isLoading}
        disabled={isMissing}
        onCancel={() => onOpenChange(false)}
      />
    </form>
  );
}
