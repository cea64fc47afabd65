import { createSelector } from '@reduxjs/toolkit';
import { selectDraft, selectSources } from '../broadcastSlice.ts';
import { composeLayout } from '../composeScene.ts';
import { LAYOUT_SCENE, selectOwnScene } from './scenesSlice.ts';

/** The scene that is chosen: one's own, or the sources in their layout. */
export const selectShown = createSelector(
  [selectOwnScene, selectSources, (root: Parameters<typeof selectDraft>[0]) => selectDraft(root).layout],
  (own, sources, layout) =>
    own
      ? { key: own.id, sceneId: own.id, scene: own.scene }
      : { key: `${LAYOUT_SCENE} ${layout}`, sceneId: LAYOUT_SCENE, scene: composeLayout(layout, sources) },
);
