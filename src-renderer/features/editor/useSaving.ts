import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectIsUnsaved, selectOpened } from './editorSlice.ts';
import { followTakeOver, saveAll, saveEdits } from './projectThunks.ts';

/** What is edited within this time is sent together. */
const SAVE_MS = 150;
const AGAIN_MS = 4000;

/** Each edit is soon on the host's disk; one that could not be saved is tried again. */
export function useSaving(): void {
  const dispatch = useAppDispatch();
  const opened = useSelector(selectOpened);
  const isUnsaved = useSelector(selectIsUnsaved);
  const isConnected = useSelector(selectIsConnected);
  const save = opened?.save;
  const project = opened?.history.present;
  const isTakenOver = opened?.isTakenOver === true;
  useEffect(() => {
    if (!isUnsaved || !isConnected || isTakenOver || save === 'saving') return undefined;
    const timer = setTimeout(() => void dispatch(saveEdits()), save === 'failed' ? AGAIN_MS : SAVE_MS);
    return () => clearTimeout(timer);
  }, [dispatch, isUnsaved, isConnected, isTakenOver, save, project]);
  useEffect(() => dispatch(followTakeOver()), [dispatch]);
  // Another screen is shown: what was edited last is not left behind. A failure is said by its notice.
  useEffect(() => () => void dispatch(saveAll()).catch(() => undefined), [dispatch]);
}
