import './texts.ts';
import { useState, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { followReferral } from '../../lib/referral.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { showNotice } from '../../ui/notice.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { modeOf, searchOf, type AuthFormProps, type AuthMessage, type AuthMode } from './authMode.ts';
import { ForgotForm } from './ForgotForm.tsx';
import { NoAccounts } from './NoAccounts.tsx';
import { ResetForm } from './ResetForm.tsx';
import { linkProblemSeen, selectLinkProblem, selectSession } from './sessionSlice.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { forgetLeadEmail, readLeadEmail } from '../../lib/leadEmail.ts';

/** Sign-in, sign-up, forgotten and new password. */
export default function AuthScreen() {
  const { t } = useTranslation('auth');
  const session = useSelector(selectSession);
  const location = useLocation();
  const mode = modeOf(location);
  useFollowedLink(location.search);
  useDocumentTitle(t(`titles.${mode}.title`));
  const data = session.status === 'ready' ? session.data : null;
  if (data?.kind === 'local') return <NoAccounts reason={data.reason} />;
  return <AuthModes mode={mode} isSignedIn={data?.kind === 'signedIn'} />;
}

/** Before anything is drawn: the form reports it. */
function useFollowedLink(search: string): void {
  useState(() => followReferral(new URLSearchParams(search).get('ref'), localStorage, Date.now()));
}

function AuthModes({ mode, isSignedIn }: { mode: AuthMode; isSignedIn: boolean }) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const linkProblem = useSelector(selectLinkProblem);
  const [email, setEmail] = useLeadEmail();
  const [message, setMessage] = useState<AuthMessage | null>(null);
  // A form that is at work says itself where to go when it is done.
  const [isBusy, setIsBusy] = useState(false);
  // Known before the address follows: anyone who must set a password is not led away in between.
  const [opening, setOpening] = useState<AuthMode | null>(null);

  const open = (next: AuthMode, reported: AuthMessage | null = null) => {
    setMessage(reported);
    setOpening(next);
    dispatch(linkProblemSeen());
    void navigate({ pathname: ROUTES.auth, search: searchOf(next) }, { state });
  };
  if (isSignedIn && mode !== 'reset' && opening !== 'reset' && !isBusy)
    return <Navigate to={state?.from ?? ROUTES.dashboard} replace />;

  const onEmail: AuthFormProps['onEmail'] = { onChange: ({ target }) => setEmail(target.value) };
  const common = { email, onEmail, open, setIsBusy };
  const shown = message ?? (linkProblem !== null ? ({ tone: 'error', text: linkProblem } as const) : null);
  return (
    <AuthFrame mode={mode} message={mode === 'reset' && linkProblem !== null ? message : shown}>
      {mode === 'signin' && <SignInForm {...common} />}
      {mode === 'signup' && <SignUpForm {...common} />}
      {mode === 'forgot' && <ForgotForm {...common} />}
      {mode === 'reset' && (
        <ResetForm
          open={open}
          onUpdated={() => {
            showNotice({ tone: 'success', title: t('updated') });
            open('signin');
          }}
        />
      )}
    </AuthFrame>
  );
}

/** The e-mail field, filled once with what a public page kept. */
function useLeadEmail(): [string, (email: string) => void] {
  const [email, setEmail] = useState(readLeadEmail);
  useEffect(forgetLeadEmail, []);
  return [email, setEmail];
}
