import { useTranslation } from '../../../lib/useTranslation.ts';
import { showNotice } from '../../../ui/notice.ts';

/** Copies a key and says so, or says why not. */
export function useCopyKey(): (key: string) => Promise<void> {
  const { t } = useTranslation('adminLicences');
  return async (key) => {
    try {
      await navigator.clipboard.writeText(key);
      showNotice({ tone: 'success', title: t('copied') });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('notCopied') });
    }
  };
}
