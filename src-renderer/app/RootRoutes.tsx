import { Suspense, lazy, type ComponentType } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { LANGUAGES, pathIn } from '../../src-shared/domain/languages.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { ARTICLE_KEY_PREFIX, ROUTES, UNKNOWN_PATH_TARGET } from '../../src-shared/domain/routes.ts';
import { loadTexts } from '../i18n/index.ts';
import { ScreenGuardContext } from '../lib/screenGuard.ts';
import type { UnknownPathState } from '../site/UnknownPathNotice.tsx';
import { useAddress } from '../site/useAddress.ts';
import { FullScreenLoading } from '../ui/FullScreenLoading.tsx';
import { AppIsland, AppRoot, SignedInArea } from './chunks.ts';
import { PixelsAfterConsent } from './PixelsAfterConsent.tsx';
import { SCREENS, type ScreenRow } from './screens.ts';
import { useLanguageOfAddress } from './useLanguageOfAddress.ts';

/** A public page with its texts in the language that is spoken. */
const page = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), loadTexts('site')]);
    return loaded;
  });

const LandingPage = page(() => import('../site/LandingPage.tsx'));
const Testimonials = page(() => import('../site/testimonials/Testimonials.tsx'));
/** The public pages beside the front page; each a chunk of its own, without the store. */
const PUBLIC_PAGES = [
  { path: ROUTES.simple, Page: page(() => import('../site/simple/SimplePage.tsx')) },
  { path: ROUTES.pricing, Page: page(() => import('../site/pricing/PricingPage.tsx')) },
  { path: ROUTES.licenceKeys, Page: page(() => import('../site/licenceKeys/LicenceKeysPage.tsx')) },
  { path: ROUTES.apiReference, Page: page(() => import('../site/api/ApiReferencePage.tsx')) },
  { path: ROUTES.privacyPolicy, Page: page(() => import('../site/legal/PrivacyPolicyPage.tsx')) },
  { path: ROUTES.termsOfService, Page: page(() => import('../site/legal/TermsOfServicePage.tsx')) },
  { path: ROUTES.cookiePolicy, Page: page(() => import('../site/legal/CookiePolicyPage.tsx')) },
];
/** Public pages with a part that needs the server: the part comes later, in the place that the page leaves for it. */
const PAGES_WITH_ISLANDS = [
  {
    path: ROUTES.gdpr,
    Page: page(() => import('../site/gdpr/GdprPage.tsx')),
    Island: page(() => import('../site/gdpr/OwnData.tsx')),
  },
  {
    path: ROUTES.contact,
    Page: page(() => import('../site/contact/ContactPage.tsx')),
    Island: page(() => import('../site/contact/Message.tsx')),
  },
  {
    path: ROUTES.status,
    Page: page(() => import('../site/status/StatusPage.tsx')),
    Island: page(() => import('../site/status/ServiceList.tsx')),
  },
];
/** The same without a word until it has something to show: these pages are whole without a server. */
const PAGES_WITH_QUIET_ISLANDS = [
  { path: ROUTES.landing, Page: LandingPage, Island: Testimonials },
  {
    path: ROUTES.documentation,
    Page: page(() => import('../site/docs/DocumentationPage.tsx')),
    Island: page(() => import('../site/docs/PublishedArticles.tsx')),
  },
  {
    path: ROUTES.helpCenter,
    Page: page(() => import('../site/docs/HelpCenterPage.tsx')),
    Island: page(() => import('../site/docs/HelpFromServer.tsx')),
  },
];
const ArticlePage = page(() => import('../site/docs/ArticlePage.tsx'));
const PublishedArticle = page(() => import('../site/docs/PublishedArticle.tsx'));
const CountedArticle = page(() => import('../site/docs/CountedArticle.tsx'));
/** What admins add to a page: by its path, which is its key. */
const PublishedContent = lazy(() => import('../features/content/PublishedContent.tsx'));
/** Development alone: the condition is known to the build, which leaves the gallery out. */
const Gallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? lazy(() => import('./gallery/GalleryScreen.tsx'))
    : null;

/** In English without a prefix, in the other languages with theirs. */
const inEachLanguage = (path: string) => LANGUAGES.map((language) => pathIn(language, path));

/** Of an article that admins published: its text. Of each: that it was read. */
function ArticleIsland() {
  const { articleId = '' } = useParams();
  const isPublished = articleId.startsWith(ARTICLE_KEY_PREFIX);
  return (
    <AppIsland isQuiet={!isPublished}>
      {isPublished && <PublishedArticle />}
      <CountedArticle />
    </AppIsland>
  );
}

/** Every path of the product. Each area is a chunk of its own: a page loads what it shows. */
export function RootRoutes({ startsInApp }: { startsInApp: boolean }) {
  const { t } = useTranslation();
  useLanguageOfAddress();
  return (
    <Suspense fallback={<FullScreenLoading label={t('loading', { product: PRODUCT_NAME })} />}>
      <Routes>
        {startsInApp && <Route path="/" element={<Navigate to={ROUTES.dashboard} replace />} />}
        {inEachLanguage('/')
          .slice(startsInApp ? 1 : 0)
          .map((address) => (
            <Route key={address} path={address} element={<LandingPage />}>
              <Route element={<AppIsland isQuiet />}>
                <Route index element={<Testimonials />} />
              </Route>
            </Route>
          ))}
        {PAGES_WITH_QUIET_ISLANDS.flatMap(({ path, Page, Island }) =>
          inEachLanguage(path).map((address) => (
            <Route key={address} path={address} element={<Page />}>
              <Route element={<AppIsland isQuiet />}>
                <Route index element={<Island />} />
              </Route>
            </Route>
          )),
        )}
        {inEachLanguage(`${ROUTES.documentation}/:articleId`).map((address) => (
          <Route key={address} path={address} element={<ArticlePage />}>
            <Route index element={<ArticleIsland />} />
          </Route>
        ))}
        {PUBLIC_PAGES.flatMap(({ path, Page }) =>
          inEachLanguage(path).map((address) => <Route key={address} path={address} element={<Page />} />),
        )}
        {PAGES_WITH_ISLANDS.flatMap(({ path, Page, Island }) =>
          inEachLanguage(path).map((address) => (
            <Route key={address} path={address} element={<Page />}>
              <Route element={<AppIsland />}>
                <Route
                  index
                  element={
                    <>
                      <Island />
                      <PublishedContent pageKey={path.slice(1)} />
                    </>
                  }
                />
              </Route>
            </Route>
          )),
        )}
        <Route element={<AppRoot />}>
          {drawScreens(({ guard }) => guard === 'open')}
          <Route element={<SignedInArea />}>{drawScreens(({ guard }) => guard !== 'open')}</Route>
        </Route>
        {Gallery && <Route path={ROUTES.gallery} element={<Gallery />} />}
        <Route path={BILLING_ALIAS} element={<BillingAlias />} />
        <Route path="*" element={<UnknownPath />} />
      </Routes>
      <PixelsAfterConsent />
    </Suspense>
  );
}

const drawScreens = (isWanted: (row: ScreenRow) => boolean) =>
  SCREENS.filter(isWanted).map(({ path, guard, Screen }) => (
    <Route
      key={path}
      path={path}
      element={
        <ScreenGuardContext value={guard}>
          <Screen />
        </ScreenGuardContext>
      }
    />
  ));

/** The return address for PayPal of document 3, section 2.1. */
const BILLING_ALIAS = '/billing';

function BillingAlias() {
  const { search } = useLocation();
  return <Navigate to={`${ROUTES.billing}${search}`} replace />;
}

/** Leads to the front page, in the language of the address, which says what was not found. */
function UnknownPath() {
  const { pathname } = useLocation();
  const addressOf = useAddress();
  const state = { unknownPath: pathname } satisfies UnknownPathState;
  return <Navigate to={addressOf(UNKNOWN_PATH_TARGET)} replace state={state} />;
}
