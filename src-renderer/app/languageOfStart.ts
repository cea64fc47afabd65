import { pathIn, splitLanguage, type Language } from '../../src-shared/domain/languages.ts';
import { isPublicPath, ROUTES } from '../../src-shared/domain/routes.ts';
import { startingLanguage } from '../lib/language.ts';

const ADDRESSES: readonly string[] = Object.values(ROUTES);

/**
 * The language that a page begins with: the one of its address where it is a public page's, else what was chosen or
 * what the browser asks for. Screens of the app have one address in all languages.
 */
export function languageOfStart(startsInApp: boolean): Language {
  const { language, path } = splitLanguage(location.pathname);
  if (!isPublicPath(path)) {
    if (language && ADDRESSES.includes(path)) showPath(path);
    return language ?? startingLanguage();
  }
  if (language) return language;
  if (path !== '/') return 'en';
  // The front page without its name is drawn for nobody ahead: it can be in any language.
  const starting = startingLanguage();
  if (!startsInApp) showPath(pathIn(starting, path));
  return starting;
}

function showPath(path: string): void {
  history.replaceState(history.state, '', path + location.search + location.hash);
}
