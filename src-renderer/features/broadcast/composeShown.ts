import { i18n } from '../../i18n/index.ts';
import type { Dispatch } from '../../lib/store.ts';
import type { BroadcastRoot } from './broadcastState.ts';
import { selectDraft, selectSources } from './broadcastSlice.ts';
import { keyOf, withOverlays } from './composeScene.ts';
import { compose } from './liveProgramme.ts';
import { selectScenes, selectTransition, type ScenesRoot } from './scenes/scenesSlice.ts';
import { selectShown } from './scenes/shownScene.ts';
import { sourceChanged } from './sourceThunks.ts';

/** The programme shows the scene that is chosen, or that was sent to it, and what lies over it. `caption`: what is read now. */
export function composeShown(caption: string | null = null) {
  return (dispatch: Dispatch, getState: () => unknown): void => {
    const root = getState() as BroadcastRoot & ScenesRoot;
    const t = i18n.getFixedT(null, 'broadcast');
    const { quality, slate, lowerThird, logo } = selectDraft(root);
    const overlays = { slate, lowerThird, logo };
    const { sent, askedTransition } = selectScenes(root);
    const shown = selectShown(root);
    const seen = sent ?? { ...shown, transition: askedTransition ?? selectTransition(root) };
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
      sources: selectSources(root),
    };
    compose(quality, composition, (id, isLost) => dispatch(sourceChanged({ id, isLost })));
  };
}
