import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { LANGUAGE_NAMES, LANGUAGES, pathIn, splitLanguage } from '../../src-shared/domain/languages.ts';
import { rememberSiteLanguage } from '../lib/language.ts';

/** This page in the other languages, as links: found by search engines, and followed without a script. */
export function LanguageLinks() {
  const { t } = useTranslation('site');
  const { pathname, search } = useLocation();
  const address = splitLanguage(pathname);
  const chosen = address.language ?? 'en';
  return (
    <nav aria-label={t('language.label')} className="mt-4">
      <ul className="flex flex-wrap gap-x-4">
        {LANGUAGES.map((language) => (
          <li key={language}>
            <Link
              to={pathIn(language, address.path) + search}
              hrefLang={language}
              lang={language}
              aria-current={language === chosen ? 'true' : undefined}
              onClick={() => rememberSiteLanguage(language)}
              className="inline-flex min-h-9 items-center text-sm text-t2 transition-colors hover:text-t1 aria-[current]:font-medium aria-[current]:text-t1"
            >
              {LANGUAGE_NAMES[language]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
