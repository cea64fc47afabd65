import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { signUp, type Entry } from './accountThunks.ts';
import { FailureBox } from './FailureBox.tsx';
import { EmailField, PasswordField, TextButton } from './fields.tsx';
import type { AuthFormProps } from './authMode.ts';
import { useAttempt } from './useAttempt.ts';

export function SignUpForm({ email, onEmail, open, setIsBusy }: AuthFormProps) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const { isBusy, failure, run } = useAttempt(setIsBusy);
  const isMismatch = confirmed !== '' && confirmed !== password;
  const submit = () =>
    run<Entry>(
      () => dispatch(signUp({ name, email, password })),
      (entry) => {
        if (entry === 'confirmEmail') open('signin', { tone: 'success', text: t('confirmEmail') });
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
      <Field label={t('name')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <EmailField value={email} onChange={onEmail} />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label={t('confirmPassword')}
        name="confirm"
        autoComplete="new-password"
        value={confirmed}
        onChange={setConfirmed}
        error={isMismatch ? t('mismatch') : undefined}
      />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy} disabled={isMismatch}>
        {t('signUp')}
      </Button>
      <p className="text-t2">
        {t('toSignIn')} <TextButton onClick={() => open('signin')}>{t('toSignInLink')}</TextButton>
      </p>
    </form>
  );
}
