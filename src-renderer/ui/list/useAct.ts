import { useTranslation } from '../../lib/useTranslation.ts';
import { showNotice } from '../notice.ts';

/** Waits for a change, says that it was made, or why it was not; answers whether it was. */
export function useAct(): (change: Promise<{ error?: unknown }>, done: string) => Promise<boolean> {
  const fail = useFail();
  return async (change, done) => {
    const { error } = await change;
    if (error !== undefined) {
      fail(error);
      return false;
    }
    showNotice({ tone: 'success', title: done });
    return true;
  };
}

/** Says why a change was not made. */
export function useFail(): (error: unknown) => void {
  const { t } = useTranslation('list');
  return (error) =>
    showNotice({ tone: 'error', title: t('failedAction'), message: (error as { message: string }).message });
}
