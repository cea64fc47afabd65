import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pathIn, splitLanguage } from '../../src-shared/domain/languages.ts';
import { isPublicPath } from '../../src-shared/domain/routes.ts';
import { changeLanguage } from '../i18n/index.ts';
import { currentLanguage, noteSiteLanguage } from '../lib/language.ts';

/** A public page speaks the language of its address. One that is entered from the app continues in the app's. */
export function useLanguageOfAddress(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const wasPublic = useRef(true);
  useEffect(() => {
    const { language, path } = splitLanguage(pathname);
    const isFromApp = !wasPublic.current;
    wasPublic.current = isPublicPath(path);
    if (!wasPublic.current) return;
    if (isFromApp && !language && currentLanguage() !== 'en') {
      void navigate(pathIn(currentLanguage(), path) + search + hash, { replace: true });
      return;
    }
    if (language) noteSiteLanguage(language);
    changeLanguage(language ?? 'en').catch((error: unknown) => {
      // The page continues in the language that is here; the next page asks again.
      reportError(error);
    });
  }, [pathname, search, hash, navigate]);
}
