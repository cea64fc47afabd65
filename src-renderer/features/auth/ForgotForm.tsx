import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { AuthForm } from './AuthForm.tsx';
import type { AuthFormProps } from './authMode.ts';
import { forgotSchema } from './authSchemas.ts';
import { EmailField, TextButton } from './fields.tsx';
import { requestPassword, requestResetLink } from './resetThunks.ts';
import { useAttempt } from './useAttempt.ts';

/** Asks for a one-time password, or for a link. Neither says whether there is such an account. */
export function ForgotForm({ email, onEmail, open }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const password = useAttempt();
  const link = useAttempt();
  const { register, handleSubmit } = useForm({
    resolver: zodResolver(forgotSchema),
    defaultValues: { email },
  });
  const isBusy = password.isBusy || link.isBusy;
  const done = (text: string) => open('signin', { tone: 'success', text });
  const submit = handleSubmit((form, event) => {
    const { submitter } = event?.nativeEvent as SubmitEvent;
    return submitter?.getAttribute('value') === 'link'
      ? link.run<void>(
          () => dispatch(requestResetLink(form.email)),
          () => done(t('linkSent')),
        )
      : password.run<string>(() => dispatch(requestPassword(form.email)), done);
  });
  return (
    <AuthForm onSubmit={(event) => void submit(event)} failure={password.failure ?? link.failure}>
      <EmailField field={register('email', onEmail)} />
      <Button type="submit" variant="primary" size="lg" isBusy={password.isBusy} disabled={isBusy}>
        {t('sendPassword')}
      </Button>
      <Button type="submit" name="by" value="link" size="lg" isBusy={link.isBusy} disabled={isBusy}>
        {t('sendLink')}
      </Button>
      <p>
        <TextButton onClick={() => open('signin')}>{t('backToSignIn')}</TextButton>
      </p>
    </AuthForm>
  );
}
