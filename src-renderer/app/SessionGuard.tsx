import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { UNKNOWN_PATH_TARGET } from '../../src-shared/domain/routes.ts';
import { selectConnection, selectSession } from '../features/workspace/index.ts';
import { Button } from '../ui/Button.tsx';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';
import { ErrorState, OfflineState } from '../ui/StateMessage.tsx';
import { RefusedPage } from './RefusedPage.tsx';

/** Lets in whoever has a workspace here; says what is in the way else. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common']);
  const connection = useSelector(selectConnection);
  const session = useSelector(selectSession);

  if (connection.state === 'refused') return <RefusedPage refusal={connection.refusal} />;
  if (session.status === 'ready') {
    return session.data.kind === 'signedOut' ? <Navigate to={UNKNOWN_PATH_TARGET} replace /> : children;
  }
  if (connection.state === 'lost' || connection.state === 'closed') {
    return (
      <div className="grid min-h-dvh place-items-center">
        <OfflineState title={t('shell:connection.absent')} message={t('shell:connection.absentMessage')} />
      </div>
    );
  }
  if (session.status === 'failed') {
    return (
      <div className="grid min-h-dvh place-items-center">
        <ErrorState
          title={t('shell:session.failed')}
          message={session.error.message}
          action={<Button onClick={() => location.reload()}>{t('common:reload')}</Button>}
        />
      </div>
    );
  }
  return <FullScreenLoading label={t('common:loading', { product: PRODUCT_NAME })} />;
}
