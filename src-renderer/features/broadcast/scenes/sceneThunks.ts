import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { Scene, SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import {
  addScene,
  changeItem,
  changeScene,
  exportCollection,
  importCollection,
  type ImportProblem,
  type SceneCollection,
} from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { applySceneEdit } from '../../../../src-shared/domain/broadcast/sceneEdits.ts';
import { addItem, createItem, type NewItem } from '../../../../src-shared/domain/broadcast/sceneItems.ts';
import { readBlob } from '../../../lib/readBlob.ts';
import type { Dispatch } from '../../../lib/store.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import {
  collectionChanged,
  editRedone,
  editUndone,
  itemChosen,
  sceneChosen,
  sceneSent,
  scenesFailed,
  scenesLoaded,
  selectCollection,
  selectScenes,
  type ScenesRoot,
} from './scenesSlice.ts';

const SAVE_AFTER_MS = 500;

type Get = () => unknown;
const root = (getState: Get) => getState() as ScenesRoot;

/** Once in this page: what it has is its own from then on. */
export function readScenes() {
  return async (dispatch: Dispatch, getState: Get, { client }: ThunkExtra): Promise<void> => {
    if (selectScenes(root(getState)).isLoaded) return;
    try {
      const blob = await readBlob((onChunk) => client.open('broadcast.readScenes', {}, onChunk));
      const { collection } = importCollection(await blob.text());
      dispatch(scenesLoaded(blob.size === 0 ? null : collection));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      dispatch(scenesFailed(error.toFailure()));
    }
  };
}

/** What a program changes in the file of the host is changed here as well: what is not saved yet is kept. */
export function followSceneEdits() {
  return (dispatch: Dispatch, getState: Get, { client }: ThunkExtra): (() => void) =>
    client.subscribe('broadcast.onScenesEdited', ({ edit: change }) => {
      if (selectScenes(root(getState)).isLoaded)
        dispatch(edit((collection) => applySceneEdit(collection, change)));
    });
}

let saving: ReturnType<typeof setTimeout> | null = null;

function saveSoon(dispatch: Dispatch, getState: Get, { client }: ThunkExtra): void {
  if (saving) clearTimeout(saving);
  saving = setTimeout(() => {
    saving = null;
    void save();
  }, SAVE_AFTER_MS);

  async function save(): Promise<void> {
    const bytes = new TextEncoder().encode(exportCollection(selectCollection(root(getState))));
    const answer = await client.upload('broadcast.saveScenes', { sizeBytes: bytes.length }, [bytes]);
    if (!answer.success) dispatch(scenesFailed(answer.error));
    else if (selectScenes(root(getState)).failure) dispatch(scenesFailed(null));
  }
}

/** Shows viewers this scene; what was prepared beside it is put away. */
export function showScene(sceneId: string) {
  return (dispatch: Dispatch): void => {
    dispatch(sceneSent(null));
    dispatch(sceneChosen(sceneId));
  };
}

/** Changes the scenes, and keeps them. Edits of one `gesture` are undone together. */
export function edit(
  change: (collection: SceneCollection) => SceneCollection,
  gesture: string | null = null,
) {
  return (dispatch: Dispatch, getState: Get, extra: ThunkExtra): boolean => {
    const before = selectCollection(root(getState));
    const collection = change(before);
    if (collection === before) return false;
    dispatch(collectionChanged({ collection, gesture }));
    saveSoon(dispatch, getState, extra);
    return true;
  };
}

const step =
  (action: typeof editUndone | typeof editRedone) =>
  () =>
  (dispatch: Dispatch, getState: Get, extra: ThunkExtra): void => {
    dispatch(action());
    saveSoon(dispatch, getState, extra);
  };
export const undoEdit = step(editUndone);
export const redoEdit = step(editRedone);

const newId = () => crypto.randomUUID();

/** A new scene, which is chosen at once. */
export function addNewScene(name: string, scene: Scene) {
  return (dispatch: Dispatch): void => {
    const id = newId();
    if (dispatch(edit((collection) => addScene(collection, { id, name, scene })))) dispatch(sceneChosen(id));
  };
}

/** In the scene that is chosen. */
export function editScene(change: (scene: Scene) => Scene, gesture: string | null = null) {
  return (dispatch: Dispatch, getState: Get): boolean => {
    const { sceneId } = selectScenes(root(getState));
    return dispatch(edit((collection) => changeScene(collection, sceneId, change), gesture));
  };
}

export function addNewItem(given: NewItem) {
  return (dispatch: Dispatch): void => {
    const id = newId();
    if (dispatch(editScene((scene) => addItem(scene, createItem(id, given))))) dispatch(itemChosen(id));
  };
}

export const editItem = (
  itemId: string,
  change: (item: SceneItem) => SceneItem,
  gesture: string | null = null,
) => editScene((scene) => changeItem(scene, itemId, change), gesture);

/** In place of the scenes that are there; it can be undone. Answers what is wrong with the file; null: nothing. */
export function importScenes(file: Blob) {
  return async (dispatch: Dispatch): Promise<ImportProblem | null> => {
    const { collection, problem } = importCollection(await file.text());
    if (collection) dispatch(edit(() => collection));
    return problem;
  };
}
