import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { INVITATION_DAYS, INVITED_ROLES } from '../../../../src-shared/domain/organization.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { showNotice } from '../../../ui/notice.ts';
import { Select } from '../../../ui/Select.tsx';
import type { Organization } from '../organizationsApi.ts';
import { useInviteUserMutation } from './usersApi.ts';

interface InviteDialogProps {
  organization: Organization;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const schema = z.object({
  email: z.string().trim().max(254).pipe(z.email()),
  role: z.enum(INVITED_ROLES),
});
type Values = z.infer<typeof schema>;

/** Invites somebody by email. */
export function InviteDialog(props: InviteDialogProps) {
  const { t } = useTranslation(['users', 'common']);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={t('users:dialog.title')}
      description={t('users:dialog.description', { days: INVITATION_DAYS })}
      closeLabel={t('common:close')}
    >
      <Form {...props} />
    </Dialog>
  );
}

function Form({ organization, onOpenChange }: InviteDialogProps) {
  const { t } = useTranslation('users');
  const { register, handleSubmit, control, formState } = useForm<Values>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: { email: '', role: 'member' },
  });
  const [invite, { isLoading, error }] = useInviteUserMutation();
  const role = useWatch({ control, name: 'role' });
  const submit = handleSubmit(async (values) => {
    if (isLoading) return;
    const { data } = await invite({ organizationId: organization.id, ...values });
    if (!data) return;
    showNotice({
      tone: 'success',
      title: t('sent', { email: data.email }),
      ...(data.isLocal && { message: t('sentLocal') }),
    });
    onOpenChange(false);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('dialog.email')}
        error={formState.errors.email ? t('emailRequired') : (error as RpcFailure | undefined)?.message}
      >
        {(input) => (
          <Input {...input} {...register('email')} type="email" autoComplete="off" required maxLength={254} />
        )}
      </Field>
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-xs font-medium text-t2">
          {t('dialog.role')}
        </span>
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <Select
              label={t('dialog.role')}
              value={field.value}
              onChange={field.onChange}
              options={INVITED_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
            />
          )}
        />
        <p className="text-xs text-t3">{t(`dialog.roleHint.${role}`)}</p>
      </div>
      <FormButtons submit={t('dialog.submit')} isBusy={isLoading} onCancel={() => onOpenChange(false)} />
    </form>
  );
}
