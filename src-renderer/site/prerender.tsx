/** Runs in the build alone (`scripts/lib/prerender.ts`): draws the public pages as HTML. */
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { changeLanguage, loadTexts } from '../i18n/index.ts';
import { LANGUAGES, pathIn, type Language } from '../../src-shared/domain/languages.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { CARDS } from '../articles/cards.ts';
import { loadArticle } from '../articles/oneArticle.ts';
import ApiReferencePage from './api/ApiReferencePage.tsx';
import ContactPage from './contact/ContactPage.tsx';
import ArticlePage from './docs/ArticlePage.tsx';
import DocumentationPage from './docs/DocumentationPage.tsx';
import HelpCenterPage from './docs/HelpCenterPage.tsx';
import GdprPage from './gdpr/GdprPage.tsx';
export { heroWave } from './hero/heroWave.ts';
import LandingPage from './LandingPage.tsx';
import CookiePolicyPage from './legal/CookiePolicyPage.tsx';
import LicenceKeysPage from './licenceKeys/LicenceKeysPage.tsx';
import PrivacyPolicyPage from './legal/PrivacyPolicyPage.tsx';
import TermsOfServicePage from './legal/TermsOfServicePage.tsx';
import { PageMetaContext } from './pageMeta.ts';
import PricingPage from './pricing/PricingPage.tsx';
import SimplePage from './simple/SimplePage.tsx';
import StatusPage from './status/StatusPage.tsx';

const PAGES: Record<string, ComponentType> = {
  [ROUTES.landing]: LandingPage,
  [ROUTES.simple]: SimplePage,
  [ROUTES.pricing]: PricingPage,
  [ROUTES.licenceKeys]: LicenceKeysPage,
  [ROUTES.documentation]: DocumentationPage,
  [ROUTES.helpCenter]: HelpCenterPage,
  [ROUTES.apiReference]: ApiReferencePage,
  [ROUTES.status]: StatusPage,
  [ROUTES.contact]: ContactPage,
  [ROUTES.gdpr]: GdprPage,
  [ROUTES.privacyPolicy]: PrivacyPolicyPage,
  [ROUTES.termsOfService]: TermsOfServicePage,
  [ROUTES.cookiePolicy]: CookiePolicyPage,
};
const ARTICLE_PATHS = CARDS.map(({ id }) => `${ROUTES.documentation}/${id}`);

export interface DrawnPage {
  path: string;
  language: Language;
  title: string;
  description: string;
  html: string;
  /** The address that search engines shall show. */
  canonical: string;
  /** The same page in each language, where it is written in more than one. */
  twins: { language: Language; path: string }[];
}

/** Every page in every language. Articles are written in English: around them the frame alone is translated. */
export async function drawPages(): Promise<DrawnPage[]> {
  const pages: DrawnPage[] = [];
  await loadTexts('site');
  // What is drawn does not wait.
  await Promise.all(CARDS.map(({ id }) => loadArticle(id)));
  for (const language of LANGUAGES) {
    await changeLanguage(language);
    for (const path of Object.keys(PAGES))
      pages.push({
        ...drawPage(language, path),
        canonical: pathIn(language, path),
        twins: LANGUAGES.map((other) => ({ language: other, path: pathIn(other, path) })),
      });
    for (const path of ARTICLE_PATHS) pages.push({ ...drawPage(language, path), canonical: path, twins: [] });
  }
  return pages;
}

function drawPage(language: Language, page: string): Omit<DrawnPage, 'canonical' | 'twins'> {
  const path = pathIn(language, page);
  let named = { title: '', description: '' };
  const html = renderToStaticMarkup(
    <PageMetaContext value={(title, description) => (named = { title, description })}>
      <StaticRouter location={path}>
        <Routes>
          {Object.entries(PAGES).map(([route, Page]) => (
            <Route key={route} path={pathIn(language, route)} element={<Page />} />
          ))}
          <Route path={pathIn(language, `${ROUTES.documentation}/:articleId`)} element={<ArticlePage />} />
        </Routes>
      </StaticRouter>
    </PageMetaContext>,
  );
  return { path, language, ...named, html: withoutWork(withoutStyles(html)) };
}

/** `style-src 'self'` refuses styles in attributes; they are the living page's. */
function withoutStyles(html: string): string {
  return html.replaceAll(/ style="[^"]*"/g, '');
}

/** What needs a script can't be used before there is one: nothing that is clicked or typed is lost. */
function withoutWork(html: string): string {
  return html.replaceAll(/<(button|input|select|textarea)(?=[ >])/g, '<$1 disabled=""');
}
