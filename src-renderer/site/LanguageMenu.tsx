import { ChevronDown, Globe } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import {
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  pathIn,
  splitLanguage,
} from '../../src-shared/domain/languages.ts';
import { rememberSiteLanguage } from '../lib/language.ts';
import { isDesktop } from '../platform/isDesktop.ts';
import { useLanguage } from './useLanguage.ts';

const TranslatorDialog = lazy(() => import('./translator/TranslatorDialog.tsx'));
/** Chosen in the list, for all that is not ours. */
const OTHER = 'other';
const never = () => () => undefined;

/**
 * The languages of the public pages. The list is the browser's own, invisible over what it looks like: keys, screen
 * readers and small screens know it. In a browser it ends with the way to a translator of others.
 */
export function LanguageMenu() {
  const { t } = useTranslation('site');
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const spoken = useLanguage();
  const address = splitLanguage(pathname);
  const chosen = address.language ?? 'en';
  const hasOthers = useSyncExternalStore(
    never,
    () => !isDesktop(),
    () => false,
  );
  const [isAsked, setIsAsked] = useState(false);
  const choose = (language: string) => {
    if (language === OTHER) setIsAsked(true);
    if (!isLanguage(language)) return;
    rememberSiteLanguage(language);
    void navigate(pathIn(language, address.path) + search + hash, { replace: true });
  };
  return (
    <>
      <span className="relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-2 text-sm text-t2 transition-colors hover:bg-raise hover:text-t1 has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <Globe size={18} aria-hidden="true" />
        <span aria-hidden="true" className="hidden lg:inline">
          {chosen === spoken ? LANGUAGE_NAMES[chosen] : t('language.loading')}
        </span>
        <ChevronDown size={14} aria-hidden="true" className="hidden text-t3 lg:inline" />
        <select
          aria-label={t('language.label')}
          title={t('language.label')}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          className="absolute inset-0 size-full cursor-pointer bg-panel text-t1 opacity-0"
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
          {hasOthers && <option value={OTHER}>{t('language.other')}</option>}
        </select>
        {chosen !== spoken && (
          <span role="status" className="sr-only">
            {t('language.loading')}
          </span>
        )}
      </span>
      {isAsked && (
        <Suspense fallback={null}>
          <TranslatorDialog onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
