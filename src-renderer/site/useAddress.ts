import { useLocation } from 'react-router-dom';
import { pathIn, splitLanguage } from '../../src-shared/domain/languages.ts';
import { isPublicPath } from '../../src-shared/domain/routes.ts';

/** What a target is called in the language of this page: public pages have an address in each, the app has one. */
export function useAddress(): (target: string) => string {
  const { pathname } = useLocation();
  const language = splitLanguage(pathname).language ?? 'en';
  return (target) => {
    const [path = ''] = target.split(/[?#]/);
    return isPublicPath(path) ? pathIn(language, target) : target;
  };
}
