import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { signUp, type Entry } from './accountThunks.ts';
import { AuthForm } from './AuthForm.tsx';
import type { AuthFormProps } from './authMode.ts';
import { signUpSchema } from './authSchemas.ts';
import { EmailField, NewPasswordFields, TextButton } from './fields.tsx';
import { ReferralNote } from './ReferralNote.tsx';
import { useAttempt } from './useAttempt.ts';

export function SignUpForm({ email, onEmail, open, setIsBusy }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const { isBusy, failure, run } = useAttempt(setIsBusy);
  const { register, handleSubmit, formState } = useForm({
    mode: 'onChange',
    resolver: zodResolver(signUpSchema),
    defaultValues: { name: '', email, password: '', confirm: '' },
  });
  const submit = handleSubmit(({ confirm: _, ...account }) =>
    run<Entry>(
      () => dispatch(signUp(account)),
      (entry) => {
        if (entry === 'confirmEmail') open('signin', { tone: 'success', text: t('confirmEmail') });
      },
    ),
  );
  return (
    <AuthForm onSubmit={(event) => void submit(event)} failure={failure}>
      <Field label={t('name')}>
        {(control) => (
          <Input {...control} {...register('name')} autoComplete="name" required maxLength={120} />
        )}
      </Field>
      <EmailField field={register('email', onEmail)} />
      <NewPasswordFields register={register} errors={formState.errors} label={t('password')} />
      <ReferralNote />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isBusy}
        disabled={formState.errors.confirm !== undefined}
      >
        {t('signUp')}
      </Button>
      <p className="text-t2">
        {t('toSignIn')} <TextButton onClick={() => open('signin')}>{t('toSignInLink')}</TextButton>
      </p>
    </AuthForm>
  );
}
