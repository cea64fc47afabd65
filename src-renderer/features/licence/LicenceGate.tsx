import './texts.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { FullScreenLoading } from '../../ui/FullScreenLoading.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { readLicence, selectLicence, selectMayWork } from './licenceSlice.ts';

const LicenceScreen = lazy(() => import('./LicenceScreen.tsx'));

/** Opens the workspace to who has a licence, chose the Free tier, or needs none; asks for one else. */
export function LicenceGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['licence', 'common']);
  const dispatch = useAppDispatch();
  const status = useSelector(selectLicence);
  const mayWork = useSelector(selectMayWork);
  const loading = <FullScreenLoading label={t('common:loading', { product: PRODUCT_NAME })} />;
  if (mayWork) return children;
  if (status.status === 'loading') return loading;
  if (status.status === 'failed') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState
          title={t('licence:loadFailed')}
          message={status.error.message}
          action={<Button onClick={() => void dispatch(readLicence())}>{t('common:retry')}</Button>}
        />
      </main>
    );
  }
  return (
    <Suspense fallback={loading}>
      <LicenceScreen report={status.data} />
    </Suspense>
  );
}
