import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectComposition, selectDraft } from './broadcastSlice.ts';
import { sourceChanged } from './broadcastThunks.ts';
import { composeScene } from './composeScene.ts';
import { compose } from './liveProgramme.ts';

const FADE_MS = 400;

/** The programme shows the sources that are open, as they are laid out, and what lies over them. */
export function useComposition(): void {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const composition = useSelector(selectComposition);
  const { quality, transition } = useSelector(selectDraft);
  const show = useEffectEvent(({ sources, ...draft }: typeof composition) => {
    const scene = composeScene(draft, sources, {
      startingSoon: t('overlays.startingSoon'),
      beRightBack: t('overlays.beRightBack'),
      done: t('overlays.done'),
    });
    compose(quality, { scene, sources }, transition === 'fade' ? FADE_MS : 0, (id, isLost) =>
      dispatch(sourceChanged({ id, isLost })),
    );
  });
  useEffect(() => show(composition), [composition]);
}
