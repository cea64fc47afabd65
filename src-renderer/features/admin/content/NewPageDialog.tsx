import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { CONTENT_TITLE_MAX } from '../../../../src-shared/domain/content.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { newPageSchema, useAddContentPageMutation, type NewPage } from './contentApi.ts';

interface NewPageDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** Adds a page, as a draft without content. */
export function NewPageDialog({ isOpen, onClose, onAdded }: NewPageDialogProps) {
  const { t } = useTranslation(['adminContent', 'common']);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => next || onClose()}
      title={t('adminContent:dialog.title')}
      closeLabel={t('common:close')}
    >
      <NewPageForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function NewPageForm({ onClose, onAdded }: Omit<NewPageDialogProps, 'isOpen'>) {
  const { t } = useTranslation('adminContent');
  const { register, handleSubmit, formState } = useForm<NewPage>({
    resolver: zodResolver(newPageSchema),
    defaultValues: { page_key: '', title: '' },
  });
  const [add, { isLoading, error }] = useAddContentPageMutation();
  const submit = handleSubmit(async (page) => {
    if (isLoading) return;
    const { data } = await add(page);
    if (data !== undefined) onAdded(data.id);
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      <Field
        label={t('dialog.key')}
        hint={t('dialog.keyHint')}
        error={errors.page_key ? t('dialog.keyWrong') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            {...register('page_key')}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('dialog.pageTitle')} error={errors.title ? t('dialog.titleRequired') : undefined}>
        {(input) => <Input {...input} {...register('title')} maxLength={CONTENT_TITLE_MAX} />}
      </Field>
      <FormButtons submit={t('dialog.create')} isBusy={isLoading} onCancel={onClose} />
    </form>
  );
}
