import { useTranslation } from '../lib/useTranslation.ts';
import { isLanguage, type Language } from '../../src-shared/domain/languages.ts';

/** The language that is spoken: another one is a new drawing. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'en';
}
