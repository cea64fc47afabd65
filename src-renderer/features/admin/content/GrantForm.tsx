import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ADMIN_ROLES } from '../../../../src-shared/domain/content.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useSetAdminRoleMutation } from './adminsApi.ts';
import { ChoiceField } from './EntryFields.tsx';
import type { Notify } from '../useBanner.ts';

const grantSchema = z.object({ email: z.string().trim().pipe(z.email()), role: z.enum(ADMIN_ROLES) });
type Grant = z.infer<typeof grantSchema>;

/** Gives a role to an account by its address. What was typed stays where that failed. */
export function GrantForm({ notify }: { notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const { register, handleSubmit, control, reset, formState } = useForm<Grant>({
    resolver: zodResolver(grantSchema),
    defaultValues: { email: '', role: 'admin' },
  });
  const role = useWatch({ control, name: 'role' });
  const [setRole, { isLoading }] = useSetAdminRoleMutation();
  const submit = handleSubmit(async (grant) => {
    if (isLoading) return;
    const { error } = await setRole(grant);
    if (error !== undefined) return notify.fail(error);
    notify.succeed(t(`admins.granted.${grant.role}`, { email: grant.email }));
    reset();
  });
  return (
    <Card>
      <CardHeader title={t('admins.grantTitle')} />
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('admins.email')}
          hint={t('admins.emailHint')}
          error={formState.errors.email ? t('admins.emailWrong') : undefined}
        >
          {(input) => <Input {...input} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        <ChoiceField
          control={control}
          name="role"
          label={t('admins.role')}
          options={ADMIN_ROLES.map((value) => ({ value, label: t(`admins.roles.${value}`) }))}
        />
        <p className="text-xs text-t2">{t(`admins.may.${role}`)}</p>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={isLoading}>
            {t('admins.grant')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
