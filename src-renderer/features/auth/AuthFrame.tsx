import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Logo } from '../../ui/Logo.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { FirstRun } from '../firstRun/index.ts';
import { searchOf, type AuthMessage, type AuthMode } from './authMode.ts';
import { TrialBenefits } from './TrialBenefits.tsx';

/** The page around a form: mark, title, what was said before. */
export function AuthFrame({
  mode,
  message,
  children,
}: {
  mode: AuthMode;
  message: AuthMessage | null;
  children: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const isEntrance = mode === 'signin' || mode === 'signup';
  const form = (
    <div className="grid w-full max-w-[25rem] content-start gap-5 rounded-2xl border border-line bg-panel p-6 shadow-panel sm:p-8">
      <header className="grid gap-1.5">
        <h1 className="text-xl font-semibold tracking-tight">{t(`titles.${mode}.title`)}</h1>
        <p className="text-t2">{t(`titles.${mode}.subtitle`)}</p>
      </header>
      {mode === 'signup' && <TrialBenefits />}
      {message && <MessageBox tone={message.tone}>{message.text}</MessageBox>}
      {children}
    </div>
  );
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-6 px-4 py-10">
      <Link to={ROUTES.landing} className="rounded-lg px-2 py-1">
        <Logo />
      </Link>
      {isEntrance ? <Entrance>{form}</Entrance> : form}
    </main>
  );
}

/** The form beside what a newcomer can hear before they have an account. */
function Entrance({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const goOn = (address: string) =>
    void navigate({ pathname: ROUTES.auth, search: searchOf('signup') }, { state: { from: address } });
  return (
    <div className="grid w-full grid-cols-[minmax(0,25rem)] items-start justify-center gap-6 lg:grid-cols-[25rem_minmax(0,30rem)]">
      {children}
      <FirstRun onNext={goOn} />
    </div>
  );
}
