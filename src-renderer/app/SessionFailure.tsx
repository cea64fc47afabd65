import { useEffect } from 'react';
import { useTranslation } from '../lib/useTranslation.ts';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { lookForServer, signOut } from '../features/auth/index.ts';
import { useAppDispatch } from '../lib/store.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState, OfflineState } from '../ui/StateMessage.tsx';

const LOOK_INTERVAL_MS = 3000;

/** Why it is not known who works here, and what to do; starts again on its own where a silent server answers. */
export function SessionFailure({ error }: { error: RpcFailure }) {
  const { t } = useTranslation(['shell', 'common']);
  const dispatch = useAppDispatch();
  const isOffline = error.code === 'SERVER_UNREACHABLE';
  useReloadWhenBack(isOffline);
  const State = isOffline ? OfflineState : ErrorState;
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{PRODUCT_NAME}</h1>
      <State
        title={error.message}
        message={t(isOffline ? 'shell:session.offline' : 'shell:session.hint')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" onClick={() => location.reload()}>
              {t(isOffline ? 'common:retry' : 'common:reload')}
            </Button>
            <Button onClick={() => void dispatch(signOut())}>{t('shell:session.signInAgain')}</Button>
          </div>
        }
      />
    </main>
  );
}

/** A new page, since supabase-js remembers for a minute that a session could not be renewed. */
function useReloadWhenBack(isOffline: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => {
      void dispatch(lookForServer())
        .unwrap()
        .then((isBack) => {
          if (isBack) location.reload();
        });
    }, LOOK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [dispatch, isOffline]);
}
