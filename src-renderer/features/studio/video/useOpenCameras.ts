import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/store.ts';
import { liveSource } from '../../../media/recorder/index.ts';
import { openSource } from './videoActions.ts';
import { selectVideoChannels } from './videoSlice.ts';

/**
 * While the studio is in sight its enabled cameras are open, so that their video is there before anything is
 * recorded. A screen is never opened unasked: the browser wants a click for it.
 */
export function useOpenCameras(): void {
  const dispatch = useAppDispatch();
  const wanted = useSelector(selectVideoChannels)
    .filter(({ kind, isEnabled }) => kind === 'video' && isEnabled)
    .map(({ id, deviceId }) => `${id} ${deviceId ?? ''}`)
    .join('\n');
  useEffect(() => {
    let isOver = false;
    // One after the other, so that each takes a camera that is free.
    const open = async () => {
      for (const [id = ''] of wanted.split('\n').map((line) => line.split(' ')))
        if (!isOver && id !== '' && !liveSource(id)) await dispatch(openSource(id));
    };
    void open();
    return () => {
      isOver = true;
    };
  }, [dispatch, wanted]);
}
