import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { showNotice } from '../../ui/notice.ts';

/** Waits for a change, says that it was made, or why it was not; answers whether it was. */
export function useAct(): (change: Promise<{ error?: unknown }>, done: string) => Promise<boolean> {
  const { t } = useTranslation('organization');
  return async (change, done) => {
    const { error } = await change;
    if (error !== undefined) {
      const { message } = error as RpcFailure;
      showNotice({ tone: 'error', title: t('failedAction'), message });
      return false;
    }
    showNotice({ tone: 'success', title: done });
    return true;
  };
}
