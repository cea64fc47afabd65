import { createSelector, createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { Scene, SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import {
  LAYOUT_SCENE,
  NO_SCENES,
  type SceneCollection,
} from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import {
  keepEdit,
  redo,
  startHistory,
  undo,
  type SceneHistory,
} from '../../../../src-shared/domain/broadcast/sceneHistory.ts';
import type { Transition } from '../../../../src-shared/domain/broadcast/transition.ts';

export const DEFAULT_FADE_MS = 400;

/** A scene that was sent to the programme, as it was then. */
interface SentScene {
  /** Other scenes have other ones. */
  key: string;
  sceneId: string;
  scene: Scene;
  transition: Transition;
}

export interface ScenesSlice {
  history: SceneHistory;
  isLoaded: boolean;
  /** Why the scenes could not be read or saved. */
  failure: RpcFailure | null;
  /** The one that is seen; with two views the one that is prepared. */
  sceneId: string;
  itemId: string | null;
  /** How it follows, where a program chose it so; null: as the collection says. */
  askedTransition: Transition | null;
  /** What viewers see while the next scene is prepared beside it; null: there is one view. */
  sent: SentScene | null;
  showsSafeAreas: boolean;
}

export interface ScenesRoot {
  broadcastScenes: ScenesSlice;
}

export const scenesSlice = createSlice({
  name: 'broadcastScenes',
  initialState: (): ScenesSlice => ({
    history: startHistory(NO_SCENES),
    isLoaded: false,
    failure: null,
    sceneId: LAYOUT_SCENE,
    itemId: null,
    askedTransition: null,
    sent: null,
    showsSafeAreas: false,
  }),
  reducers: {
    /** null: none were saved. */
    scenesLoaded(slice, { payload }: PayloadAction<SceneCollection | null>) {
      if (payload) setHistory(slice, startHistory(payload));
      slice.isLoaded = true;
      slice.failure = null;
    },
    scenesFailed(slice, { payload }: PayloadAction<RpcFailure | null>) {
      slice.failure = payload;
    },
    collectionChanged(
      slice,
      { payload }: PayloadAction<{ collection: SceneCollection; gesture: string | null }>,
    ) {
      const { history } = original(slice) ?? slice;
      setHistory(slice, keepEdit(history, payload.collection, payload.gesture));
    },
    editUndone: (slice) => setHistory(slice, undo((original(slice) ?? slice).history)),
    editRedone: (slice) => setHistory(slice, redo((original(slice) ?? slice).history)),
    sceneChosen(slice, { payload }: PayloadAction<string>) {
      chooseScene(slice, payload, null);
    },
    /** By a program. */
    sceneAsked(slice, { payload }: PayloadAction<{ sceneId: string; transition: Transition | null }>) {
      chooseScene(slice, payload.sceneId, payload.transition);
    },
    itemChosen(slice, { payload }: PayloadAction<string | null>) {
      slice.itemId = payload;
    },
    sceneSent(slice, { payload }: PayloadAction<SentScene | null>) {
      slice.sent = payload;
    },
    safeAreasShown(slice, { payload }: PayloadAction<boolean>) {
      slice.showsSafeAreas = payload;
    },
  },
});

function chooseScene(slice: ScenesSlice, sceneId: string, transition: Transition | null): void {
  slice.sceneId = sceneId;
  slice.itemId = null;
  slice.askedTransition = transition;
}

/** What is chosen may have gone with the edit. */
function setHistory(slice: ScenesSlice, history: SceneHistory): void {
  slice.history = history;
  const chosen = history.present.scenes.find(({ id }) => id === slice.sceneId);
  if (!chosen) slice.sceneId = LAYOUT_SCENE;
  if (!chosen?.scene.items.some(({ id }) => id === slice.itemId)) slice.itemId = null;
}

export const {
  scenesLoaded,
  scenesFailed,
  collectionChanged,
  editUndone,
  editRedone,
  sceneChosen,
  sceneAsked,
  itemChosen,
  sceneSent,
  safeAreasShown,
} = scenesSlice.actions;

export const selectScenes = (root: ScenesRoot) => root.broadcastScenes;
export const selectCollection = (root: ScenesRoot) => root.broadcastScenes.history.present;
export const selectTransition = (root: ScenesRoot) => selectCollection(root).transition;
export const selectIsStudioMode = (root: ScenesRoot) => root.broadcastScenes.sent !== null;
/** null: the layout is chosen. */
export const selectOwnScene = createSelector(
  [selectCollection, (root: ScenesRoot) => root.broadcastScenes.sceneId],
  ({ scenes }, sceneId) => scenes.find(({ id }) => id === sceneId) ?? null,
);
export const selectItem = (root: ScenesRoot): SceneItem | null =>
  selectOwnScene(root)?.scene.items.find(({ id }) => id === root.broadcastScenes.itemId) ?? null;
