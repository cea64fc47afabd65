import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { useNewestCaption } from '../captions/index.ts';
import { selectDraft, selectSources } from './broadcastSlice.ts';
import { composeShown } from './composeShown.ts';
import { selectScenes } from './scenes/scenesSlice.ts';
import { selectShown } from './scenes/shownScene.ts';

/** The programme follows what is chosen on the screen. */
export function useComposition(): void {
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const { slate, lowerThird, logo, showsCaptions } = useSelector(selectDraft);
  const caption = useNewestCaption(showsCaptions);
  const { sent } = useSelector(selectScenes);
  const shown = useSelector(selectShown);
  useEffect(
    () => dispatch(composeShown(caption)),
    [dispatch, sources, slate, lowerThird, logo, caption, sent, shown],
  );
}
