import { createSelector } from '@reduxjs/toolkit';
import { LAYOUT_SCENE, type NamedScene } from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { selectDraft, selectSources } from '../broadcastSlice.ts';
import type { BroadcastRoot } from '../broadcastState.ts';
import { composeLayout } from '../composeScene.ts';
import { selectOwnScene } from './scenesSlice.ts';

/** A scene of one's own, or the sources in their layout. */
export const shownOf = (root: BroadcastRoot, own: NamedScene | null) =>
  shownAs(own, selectSources(root), selectDraft(root).layout);

/** The scene that is chosen. */
export const selectShown = createSelector(
  [selectOwnScene, selectSources, (root: BroadcastRoot) => selectDraft(root).layout],
  shownAs,
);

function shownAs(
  own: NamedScene | null,
  sources: ReturnType<typeof selectSources>,
  layout: ReturnType<typeof selectDraft>['layout'],
) {
  return own
    ? { key: own.id, sceneId: own.id, scene: own.scene }
    : { key: `${LAYOUT_SCENE} ${layout}`, sceneId: LAYOUT_SCENE, scene: composeLayout(layout, sources) };
}
