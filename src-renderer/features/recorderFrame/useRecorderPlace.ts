import { useSelector } from 'react-redux';
import { selectIsConnected, selectVideoSupport } from '../workspace/index.ts';

/** Who hears what is recorded: a host that can be reached, or this page itself; null where nothing is recorded, or nobody knows yet. */
export function useRecorderPlace(): 'host' | 'page' | null {
  const video = useSelector(selectVideoSupport);
  const isConnected = useSelector(selectIsConnected);
  return video?.supported && isConnected ? video.heardBy : null;
}
