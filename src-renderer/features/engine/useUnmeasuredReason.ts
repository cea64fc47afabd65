import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectLive, selectMeasuredLive } from './engineSlice.ts';

/** Why nothing is measured now; null while something is. */
export function useUnmeasuredReason(): string | null {
  const { t } = useTranslation('effects');
  const isConnected = useSelector(selectIsConnected);
  const isLive = useSelector(selectLive) !== null;
  const isMeasured = useSelector(selectMeasuredLive) !== null;
  if (!isConnected) return t('unmeasured.notConnected');
  if (isLive && !isMeasured) return t('unmeasured.restarting');
  return isMeasured ? null : t('unmeasured.off');
}
