import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcut, hasOwnKeys } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectLive, selectLiveAction, startLive, stopLive } from '../engine/index.ts';
import { selectIsConnected, selectLiveCleaning } from '../workspace/index.ts';

interface LiveToggle {
  isLive: boolean;
  isBusy: boolean;
  /** Why it cannot be pressed now; null where it can. */
  obstacle: string | null;
  toggle: () => void;
}

/** Starts and stops noise cancellation, by button and by key. */
export function useLiveToggle(): LiveToggle {
  const { t } = useTranslation('dashboard');
  const dispatch = useAppDispatch();
  const isLive = useSelector(selectLive) !== null;
  const isBusy = useSelector(selectLiveAction) !== null;
  const isConnected = useSelector(selectIsConnected);
  const capability = useSelector(selectLiveCleaning);

  let obstacle: string | null = null;
  if (!isConnected) obstacle = t('power.notConnected');
  else if (capability?.supported === false) obstacle = capability.reason;

  const toggle = () => {
    if (obstacle === null && !isBusy) void dispatch(isLive ? stopLive() : startLive());
  };
  useShortcut('live.toggle', toggle, {
    ignoreWhen: hasOwnKeys,
  });
  return { isLive, isBusy, obstacle, toggle };
}
