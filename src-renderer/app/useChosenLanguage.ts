import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { selectSettings, selectSettingsStatus } from '../features/workspace/index.ts';
import { changeLanguage, i18n } from '../i18n/index.ts';
import { rememberAppLanguage, resolveLanguage } from '../lib/language.ts';
import { showNotice } from '../ui/notice.ts';

/** The screens of the app speak the language of the settings, from the moment that these are known or changed. */
export function useChosenLanguage(): void {
  const { language } = useSelector(selectSettings);
  const isKnown = useSelector(selectSettingsStatus) === 'ready';
  useEffect(() => {
    if (!isKnown) return;
    rememberAppLanguage(language);
    changeLanguage(resolveLanguage(language)).catch(() => {
      // In the language that stays: the chosen one is not here to say it.
      const t = i18n.getFixedT(null, 'shell', 'notices');
      showNotice({
        id: 'language',
        tone: 'error',
        title: t('languageFailed'),
        message: t('languageFailedMessage'),
      });
    });
  }, [language, isKnown]);
}
