import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectChannels, selectListenFailure, selectSession } from './studioSlice.ts';
import { listen, stopListening } from './studioThunks.ts';

/**
 * While the studio is in sight its devices are open, so that every level is there before anything is recorded.
 * When it is left they are closed again, unless something is being recorded.
 */
export function useListening(): void {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const isRunning = useSelector(selectSession) !== null;
  const hasFailed = useSelector(selectListenFailure) !== null;
  const hasSource = useSelector(selectChannels).some(({ isEnabled, source }) => isEnabled && source !== null);
  const isWanted = isConnected && hasSource && !isRunning && !hasFailed;
  useEffect(() => {
    if (isWanted) void dispatch(listen());
  }, [dispatch, isWanted]);
  useEffect(() => {
    const leave = () => void dispatch(stopListening());
    // A page that is closed says it too; where it cannot any more, the levels simply continue unseen.
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [dispatch]);
}
