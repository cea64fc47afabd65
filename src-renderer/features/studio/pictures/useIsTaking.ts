import { useSelector } from 'react-redux';
import { selectOwnTake, selectTake } from './picturesSlice.ts';

/** Whether the studio records, with sound or without: what is recorded is fixed then. */
export function useIsTaking(): boolean {
  const take = useSelector(selectTake);
  const ownTake = useSelector(selectOwnTake);
  return take !== null || ownTake !== null;
}
