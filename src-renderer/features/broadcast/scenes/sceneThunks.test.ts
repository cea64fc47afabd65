import { configureStore } from '@reduxjs/toolkit';
import { expect, it, vi } from 'vitest';
import type { SceneEdit } from '../../../../src-shared/domain/broadcast/sceneEdits.ts';
import { EMPTY_SCENE } from '../../../../src-shared/domain/broadcast/scene.ts';
import type { ThunkExtra } from '../../../platform/index.ts';
import { addNewScene, followSceneEdits, undoEdit } from './sceneThunks.ts';
import { scenesLoaded, scenesSlice, selectCollection } from './scenesSlice.ts';

function openStore() {
  let report: (payload: { edit: SceneEdit }) => void = () => undefined;
  const client = {
    subscribe: (_name: string, listener: typeof report) => {
      report = listener;
      return () => undefined;
    },
    upload: vi.fn(() => Promise.resolve({ success: true })),
  };
  const extra = { client } as unknown as ThunkExtra;
  const store = configureStore({
    reducer: { broadcastScenes: scenesSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }),
  });
  store.dispatch(followSceneEdits());
  const names = () => selectCollection(store.getState()).scenes.map(({ name }) => name);
  return { store, client, names, report: (edit: SceneEdit) => report({ edit }) };
}

const added = { kind: 'add', sceneId: 'p', name: 'By a program', copyOf: null } as const;

it('has scenes that a program adds beside its own, which are not saved yet, and can undo it', () => {
  vi.useFakeTimers();
  const { store, client, names, report } = openStore();
  store.dispatch(scenesLoaded(null));
  store.dispatch(addNewScene('Mine', EMPTY_SCENE));
  report(added);
  expect(names()).toEqual(['Mine', 'By a program']);
  vi.runAllTimers();
  expect(client.upload).toHaveBeenCalledTimes(1);
  store.dispatch(undoEdit());
  expect(names()).toEqual(['Mine']);
  vi.useRealTimers();
});

it('leaves them to the file while its own are not read yet', () => {
  const { names, report } = openStore();
  report(added);
  expect(names()).toEqual([]);
});
