import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectLive } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';

/** Why nothing is measured now; null while something is. */
export function useUnmeasuredReason(): string | null {
  const { t } = useTranslation('dashboard');
  const isConnected = useSelector(selectIsConnected);
  const isLive = useSelector(selectLive) !== null;
  if (!isConnected) return t('monitor.whyNotConnected');
  return isLive ? null : t('monitor.whyOff');
}
