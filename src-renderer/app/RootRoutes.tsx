import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes } from 'react-router-dom';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { ROUTES, UNKNOWN_PATH_TARGET } from '../../src-shared/domain/routes.ts';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';
import { AppIsland, AppRoot, OPEN_SCREENS, SCREENS, SignedInArea } from './screens.ts';

const LandingPage = lazy(() => import('../site/LandingPage.tsx'));
/** The public pages beside the front page; each a chunk of its own, without the store. */
const PUBLIC_PAGES = [
  { path: ROUTES.simple, Page: lazy(() => import('../site/simple/SimplePage.tsx')) },
  { path: ROUTES.pricing, Page: lazy(() => import('../site/pricing/PricingPage.tsx')) },
  { path: ROUTES.documentation, Page: lazy(() => import('../site/docs/DocumentationPage.tsx')) },
  { path: `${ROUTES.documentation}/:articleId`, Page: lazy(() => import('../site/docs/ArticlePage.tsx')) },
  { path: ROUTES.helpCenter, Page: lazy(() => import('../site/docs/HelpCenterPage.tsx')) },
  { path: ROUTES.apiReference, Page: lazy(() => import('../site/api/ApiReferencePage.tsx')) },
  { path: ROUTES.privacyPolicy, Page: lazy(() => import('../site/legal/PrivacyPolicyPage.tsx')) },
  { path: ROUTES.termsOfService, Page: lazy(() => import('../site/legal/TermsOfServicePage.tsx')) },
  { path: ROUTES.cookiePolicy, Page: lazy(() => import('../site/legal/CookiePolicyPage.tsx')) },
];
/** Public pages with a part that needs the server: the part comes later, in the place that the page leaves for it. */
const PAGES_WITH_ISLANDS = [
  {
    path: ROUTES.gdpr,
    Page: lazy(() => import('../site/gdpr/GdprPage.tsx')),
    Island: lazy(() => import('../site/gdpr/OwnData.tsx')),
  },
  {
    path: ROUTES.contact,
    Page: lazy(() => import('../site/contact/ContactPage.tsx')),
    Island: lazy(() => import('../site/contact/Message.tsx')),
  },
  {
    path: ROUTES.status,
    Page: lazy(() => import('../site/status/StatusPage.tsx')),
    Island: lazy(() => import('../site/status/ServiceList.tsx')),
  },
];
/** Development alone: the condition is known to the build, which leaves the gallery out. */
const Gallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? lazy(() => import('./gallery/GalleryScreen.tsx'))
    : null;

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
        {PUBLIC_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        {PAGES_WITH_ISLANDS.map(({ path, Page, Island }) => (
          <Route key={path} path={path} element={<Page />}>
            <Route element={<AppIsland />}>
              <Route index element={<Island />} />
            </Route>
          </Route>
        ))}
        <Route element={<AppRoot />}>
          {OPEN_SCREENS.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route element={<SignedInArea />}>
            {SCREENS.map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Route>
        </Route>
        {Gallery && <Route path={ROUTES.gallery} element={<Gallery />} />}
        <Route path="*" element={<Navigate to={UNKNOWN_PATH_TARGET} replace />} />
      </Routes>
    </Suspense>
  );
}
