import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { signIn, type Entry } from './accountThunks.ts';
import { AuthForm } from './AuthForm.tsx';
import type { AuthFormProps } from './authMode.ts';
import { signInSchema } from './authSchemas.ts';
import { EmailField, PasswordField, TextButton } from './fields.tsx';
import { useAttempt } from './useAttempt.ts';

export function SignInForm({ email, onEmail, open, setIsBusy }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const { isBusy, failure, run } = useAttempt(setIsBusy);
  const { register, handleSubmit } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: '' },
  });
  const submit = handleSubmit((credentials) =>
    run<Entry>(
      () => dispatch(signIn(credentials)),
      (entry) => {
        if (entry === 'setNewPassword') open('reset', { tone: 'info', text: t('oneTimeUsed') });
      },
    ),
  );
  return (
    <AuthForm onSubmit={(event) => void submit(event)} failure={failure}>
      <EmailField field={register('email', onEmail)} />
      <PasswordField label={t('password')} autoComplete="current-password" field={register('password')} />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('signIn')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-t2">
        <TextButton onClick={() => open('forgot')}>{t('forgot')}</TextButton>
        <p>
          {t('toSignUp')} <TextButton onClick={() => open('signup')}>{t('toSignUpLink')}</TextButton>
        </p>
      </div>
    </AuthForm>
  );
}
