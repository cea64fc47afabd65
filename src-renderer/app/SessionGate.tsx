import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { selectSession } from '../features/auth/index.ts';
import { selectConnection } from '../features/workspace/index.ts';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';
import { OfflineState } from '../ui/StateMessage.tsx';
import { RefusedPage } from './RefusedPage.tsx';
import { SessionFailure } from './SessionFailure.tsx';

/** Waits until it is known who works here; says what is in the way else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common']);
  const connection = useSelector(selectConnection);
  const session = useSelector(selectSession);

  if (connection.state === 'refused') return <RefusedPage refusal={connection.refusal} />;
  if (session.status === 'ready') return children;
  if (connection.state === 'lost' || connection.state === 'closed') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">{PRODUCT_NAME}</h1>
        <OfflineState
          title={t(`shell:connection.${connection.isObstructed ? 'obstructed' : 'absent'}`)}
          message={t(`shell:connection.${connection.isObstructed ? 'obstructedMessage' : 'absentMessage'}`)}
        />
      </main>
    );
  }
  if (session.status === 'failed') return <SessionFailure error={session.error} />;
  return <FullScreenLoading label={t('common:loading', { product: PRODUCT_NAME })} />;
}
