import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { useNewestCaption } from '../captions/index.ts';
import { selectDraft, selectSources } from './broadcastSlice.ts';
import { keyOf, withOverlays } from './composeScene.ts';
import { compose } from './liveProgramme.ts';
import { sourceChanged } from './sourceThunks.ts';
import { selectShown } from './scenes/shownScene.ts';
import { selectScenes, selectTransition } from './scenes/scenesSlice.ts';

/** The programme shows the scene that is chosen, or that was sent to it, and what lies over it. */
export function useComposition(): void {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const { quality, slate, lowerThird, logo, showsCaptions } = useSelector(selectDraft);
  const caption = useNewestCaption(showsCaptions);
  const { sent } = useSelector(selectScenes);
  const shown = useSelector(selectShown);
  const transition = useSelector(selectTransition);
  const show = useEffectEvent(() => {
    const overlays = { slate, lowerThird, logo };
    const seen = sent ?? { ...shown, transition };
    const words = {
      startingSoon: t('overlays.startingSoon'),
      beRightBack: t('overlays.beRightBack'),
      done: t('overlays.done'),
    };
    const composition = {
      key: keyOf(seen.key, overlays),
      scene: withOverlays(seen.scene, { ...overlays, caption }, words),
      transition: seen.transition,
      preview: shown.scene,
      sources,
    };
    compose(quality, composition, (id, isLost) => dispatch(sourceChanged({ id, isLost })));
  });
  useEffect(() => show(), [sources, slate, lowerThird, logo, caption, sent, shown]);
}
