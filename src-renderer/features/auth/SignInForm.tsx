import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { signIn, type Entry } from './accountThunks.ts';
import type { AuthFormProps } from './authMode.ts';
import { FailureBox } from './FailureBox.tsx';
import { EmailField, PasswordField, TextButton } from './fields.tsx';
import { useAttempt } from './useAttempt.ts';

export function SignInForm({ email, onEmail, open, setIsBusy }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const { isBusy, failure, run } = useAttempt(setIsBusy);
  const submit = () =>
    run<Entry>(
      () => dispatch(signIn({ email, password })),
      (entry) => {
        if (entry === 'setNewPassword') open('reset', { tone: 'info', text: t('oneTimeUsed') });
      },
    );
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FailureBox failure={failure} />
      <EmailField value={email} onChange={onEmail} />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('signIn')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-t2">
        <TextButton onClick={() => open('forgot')}>{t('forgot')}</TextButton>
        <p>
          {t('toSignUp')} <TextButton onClick={() => open('signup')}>{t('toSignUpLink')}</TextButton>
        </p>
      </div>
    </form>
  );
}
