import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { selectSession } from '../features/auth/index.ts';
import { LicenceGate } from '../features/licence/index.ts';
import { AppShell } from './shell/AppShell.tsx';

/** The screens with their frame, for anyone who has a workspace here: a license where it needs one, and a session. */
export function SignedInArea() {
  return (
    <LicenceGate>
      <Workspace />
    </LicenceGate>
  );
}

function Workspace() {
  const session = useSelector(selectSession);
  const { pathname, search } = useLocation();
  if (session.status === 'ready' && session.data.kind === 'signedOut')
    return <Navigate to={ROUTES.auth} replace state={{ from: pathname + search }} />;
  return <AppShell />;
}
