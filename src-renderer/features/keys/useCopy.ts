import { useTranslation } from '../../lib/useTranslation.ts';
import { showNotice } from '../../ui/notice.ts';

/** Copies a text and says so, or says why not. */
export function useCopy(): (text: string, copied: string) => Promise<void> {
  const { t } = useTranslation('keys');
  return async (text, copied) => {
    try {
      await navigator.clipboard.writeText(text);
      showNotice({ tone: 'success', title: copied });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('notCopied') });
    }
  };
}
