import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DEFAULT_SOURCE } from '../../../src-shared/domain/captureSetUp.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectCaptureSupport, selectIsConnected } from '../workspace/index.ts';
import { selectCapture, selectChannels } from './studioSlice.ts';
import { changeSetUp } from './studioThunks.ts';

const KEY = 'sounddesk.studio.begun';

/** A studio of whichever microphone there is begins with it: there is nothing else to choose. Once; what is removed stays so. */
export function useFirstSource(): void {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const support = useSelector(selectCaptureSupport);
  const isConnected = useSelector(selectIsConnected);
  const isKnown = useSelector(selectCapture).status === 'ready';
  const isEmpty = useSelector(selectChannels).length === 0;
  const isWanted =
    isConnected && isKnown && isEmpty && support?.supported === true && support.hasDefaultSource;
  const name = t('channels.anyName');
  useEffect(() => {
    if (!isWanted || !isFirstTime()) return;
    void dispatch(changeSetUp({ kind: 'add', input: { name, source: DEFAULT_SOURCE, deviceChannels: [0] } }));
  }, [dispatch, isWanted, name]);
}

/** True once a browser; without storage never, lest a channel comes back each time. */
function isFirstTime(): boolean {
  try {
    if (localStorage.getItem(KEY) !== null) return false;
    localStorage.setItem(KEY, 'true');
    return true;
  } catch {
    return false;
  }
}
