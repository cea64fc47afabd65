import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { updatePassword } from './accountThunks.ts';
import { AuthForm } from './AuthForm.tsx';
import type { AuthMode } from './authMode.ts';
import { resetSchema } from './authSchemas.ts';
import { INVALID_RESET_LINK } from './authTexts.ts';
import { NewPasswordFields, TextButton } from './fields.tsx';
import { selectLinkProblem, selectSession } from './sessionSlice.ts';
import { useAttempt } from './useAttempt.ts';

interface ResetFormProps {
  open: (mode: AuthMode) => void;
  onUpdated: () => void;
}

/** Sets a new password, for who came by a link or a one-time password from a mail. */
export function ResetForm({ open, onUpdated }: ResetFormProps) {
  const session = useSelector(selectSession);
  const hasLinkProblem = useSelector(selectLinkProblem) !== null;
  const isAllowed =
    !hasLinkProblem &&
    session.status === 'ready' &&
    session.data.kind === 'signedIn' &&
    session.data.cameByMail;
  return isAllowed ? <NewPasswordForm onUpdated={onUpdated} /> : <NotAllowed open={open} />;
}

function NotAllowed({ open }: Pick<ResetFormProps, 'open'>) {
  const { t } = useTranslation('auth');
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

function NewPasswordForm({ onUpdated }: Pick<ResetFormProps, 'onUpdated'>) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const { isBusy, failure, run } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onChange',
    resolver: zodResolver(resetSchema),
    defaultValues: { password: '', confirm: '' },
  });
  const { errors, isSubmitted } = formState;
  const submit = handleSubmit(({ password }) =>
    run<void>(() => dispatch(updatePassword(password)), onUpdated),
  );
  return (
    <AuthForm onSubmit={(event) => void submit(event)} failure={failure}>
      <NewPasswordFields
        register={register}
        // A password is not called short while it is still being typed.
        errors={{ ...errors, password: isSubmitted ? errors.password : undefined }}
        label={t('newPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isBusy}
        disabled={errors.confirm !== undefined}
      >
        {t('setPassword')}
      </Button>
    </AuthForm>
  );
}
