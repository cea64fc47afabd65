import { useSelector } from 'react-redux';
import { selectBasicRecording, selectIsConnected, selectPicturesSupport } from '../workspace/index.ts';

/** Who records: a host that can be reached, or this page itself; null where neither does, or nobody knows yet. */
export function useRecorderPlace(): 'host' | 'page' | null {
  const pictures = useSelector(selectPicturesSupport);
  const basic = useSelector(selectBasicRecording);
  const isConnected = useSelector(selectIsConnected);
  if (pictures?.supported) return isConnected ? 'host' : null;
  return pictures?.supported === false && basic?.supported ? 'page' : null;
}
