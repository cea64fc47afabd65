import { useSelector } from 'react-redux';
import { selectIsTaking } from './videoSlice.ts';

/** Whether the studio records, with sound or without: what is recorded is fixed then. */
export const useIsTaking = (): boolean => useSelector(selectIsTaking);
