import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureBox } from './FailureBox.tsx';
import { EmailField, TextButton } from './fields.tsx';
import { requestPassword, requestResetLink } from './resetThunks.ts';
import type { AuthFormProps } from './authMode.ts';
import { useAttempt } from './useAttempt.ts';

/** Asks for a one-time password, or for a link. Neither tells whether there is such an account. */
export function ForgotForm({ email, onEmail, open }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const password = useAttempt();
  const link = useAttempt();
  const isBusy = password.isBusy || link.isBusy;
  const done = (text: string) => open('signin', { tone: 'success', text });
  const submit = (wantsLink: boolean) =>
    wantsLink
      ? link.run<void>(
          () => dispatch(requestResetLink(email)),
          () => done(t('linkSent')),
        )
      : password.run<string>(() => dispatch(requestPassword(email)), done);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent;
        void submit(submitter?.getAttribute('value') === 'link');
      }}
    >
      <FailureBox failure={password.failure ?? link.failure} />
      <EmailField value={email} onChange={onEmail} />
      <Button type="submit" variant="primary" size="lg" isBusy={password.isBusy} disabled={isBusy}>
        {t('sendPassword')}
      </Button>
      <Button type="submit" name="by" value="link" size="lg" isBusy={link.isBusy} disabled={isBusy}>
        {t('sendLink')}
      </Button>
      <p>
        <TextButton onClick={() => open('signin')}>{t('backToSignIn')}</TextButton>
      </p>
    </form>
  );
}
