import { useSelector } from 'react-redux';
import { selectIsConnected, selectPicturesSupport } from '../workspace/index.ts';

/** Who hears what is recorded: a host that can be reached, or this page itself; null where nothing is recorded, or nobody knows yet. */
export function useRecorderPlace(): 'host' | 'page' | null {
  const pictures = useSelector(selectPicturesSupport);
  const isConnected = useSelector(selectIsConnected);
  return pictures?.supported && isConnected ? pictures.heardBy : null;
}
