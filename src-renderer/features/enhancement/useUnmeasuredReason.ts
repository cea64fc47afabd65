import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectLive, selectMeasuredLive } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';

/** Why nothing is measured now; null while something is. */
export function useUnmeasuredReason(): string | null {
  const { t } = useTranslation('enhancement');
  const isConnected = useSelector(selectIsConnected);
  const isLive = useSelector(selectLive) !== null;
  const isMeasured = useSelector(selectMeasuredLive) !== null;
  if (!isConnected) return t('whyNotConnected');
  if (isLive && !isMeasured) return t('whyRestarting');
  return isMeasured ? null : t('whyOff');
}
