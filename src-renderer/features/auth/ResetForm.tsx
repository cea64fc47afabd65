import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { updatePassword } from './accountThunks.ts';
import type { AuthMode } from './authMode.ts';
import { INVALID_RESET_LINK } from './authTexts.ts';
import { FailureBox } from './FailureBox.tsx';
import { PasswordField, TextButton } from './fields.tsx';
import { selectLinkProblem, selectSession } from './sessionSlice.ts';
import { useAttempt } from './useAttempt.ts';

const MIN_LENGTH = 6;

/** Sets a new password, for who came by a link or a one-time password from a mail. */
export function ResetForm({ open, onUpdated }: { open: (mode: AuthMode) => void; onUpdated: () => void }) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const session = useSelector(selectSession);
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [isTooShort, setIsTooShort] = useState(false);
  const { isBusy, failure, run } = useAttempt();
  const isMismatch = confirmed !== '' && confirmed !== password;
  const hasLinkProblem = useSelector(selectLinkProblem) !== null;
  const isAllowed =
    !hasLinkProblem &&
    session.status === 'ready' &&
    session.data.kind === 'signedIn' &&
    session.data.cameByMail;

  if (!isAllowed) {
    return (
      <>
        <MessageBox tone="error">{INVALID_RESET_LINK}</MessageBox>
        <Button size="lg" onClick={() => open('forgot')}>
          {t('requestReset')}
        </Button>
        <p>
          <TextButton onClick={() => open('signin')}>{t('backToSignIn')}</TextButton>
        </p>
      </>
    );
  }
  const submit = () => {
    setIsTooShort(password.length < MIN_LENGTH);
    if (password.length < MIN_LENGTH) return;
    void run<void>(() => dispatch(updatePassword(password)), onUpdated);
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FailureBox failure={failure} />
      <PasswordField
        label={t('newPassword')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(value) => {
          setPassword(value);
          setIsTooShort(false);
        }}
        error={isTooShort ? t('tooShort') : undefined}
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
        {t('setPassword')}
      </Button>
    </form>
  );
}
