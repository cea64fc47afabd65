import { Suspense, lazy, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes } from 'react-router-dom';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { ROUTES, UNKNOWN_PATH_TARGET } from '../../src-shared/domain/routes.ts';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';

const pages = import.meta.glob<{ default: ComponentType }>('../site/LandingPage.tsx');
const LandingPage = lazy(pages['../site/LandingPage.tsx'] ?? (async () => ({ default: () => null })));

/** Every path of the product. Each area is a chunk of its own: a page loads what it shows. */
export function RootRoutes({ startsInApp }: { startsInApp: boolean }) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<FullScreenLoading label={t('loading', { product: PRODUCT_NAME })} />}>
      <Routes>
        <Route
          path="/"
          element={startsInApp ? <Navigate to={ROUTES.dashboard} replace /> : <LandingPage />}
        />
        <Route path={ROUTES.landing} element={<LandingPage />} />
        <Route path="*" element={<Navigate to={UNKNOWN_PATH_TARGET} replace />} />
      </Routes>
    </Suspense>
  );
}
