import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { selectSession, signOut } from '../features/auth/index.ts';
import { selectConnection } from '../features/workspace/index.ts';
import { useAppDispatch } from '../lib/store.ts';
import { Button } from '../ui/Button.tsx';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';
import { ErrorState, OfflineState } from '../ui/StateMessage.tsx';
import { RefusedPage } from './RefusedPage.tsx';

/** Waits until it is known who works here; says what is in the way else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common']);
  const dispatch = useAppDispatch();
  const connection = useSelector(selectConnection);
  const session = useSelector(selectSession);

  if (connection.state === 'refused') return <RefusedPage refusal={connection.refusal} />;
  if (session.status === 'ready') return children;
  if (connection.state === 'lost' || connection.state === 'closed') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">{PRODUCT_NAME}</h1>
        <OfflineState title={t('shell:connection.absent')} message={t('shell:connection.absentMessage')} />
      </main>
    );
  }
  if (session.status === 'failed') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">{PRODUCT_NAME}</h1>
        <ErrorState
          title={session.error.message}
          message={t('shell:session.hint')}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" onClick={() => location.reload()}>
                {t('common:reload')}
              </Button>
              <Button onClick={() => void dispatch(signOut())}>{t('shell:session.signInAgain')}</Button>
            </div>
          }
        />
      </main>
    );
  }
  return <FullScreenLoading label={t('common:loading', { product: PRODUCT_NAME })} />;
}
