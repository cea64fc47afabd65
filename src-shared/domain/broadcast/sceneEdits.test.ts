import { describe, expect, it } from 'vitest';
import { EMPTY_SCENE } from './scene.ts';
import { MAX_SCENES, type SceneCollection } from './sceneCollection.ts';
import { applySceneEdit, type SceneEdit } from './sceneEdits.ts';

const collection: SceneCollection = {
  name: 'Show',
  scenes: ['a', 'b'].map((id) => ({ id, name: id, scene: EMPTY_SCENE })),
  transition: { kind: 'cut' },
};
const namesAfter = (...edits: SceneEdit[]) =>
  edits.reduce(applySceneEdit, collection).scenes.map(({ name }) => name);

describe('edits of the list of scenes', () => {
  it('add, rename, move and remove one', () => {
    expect(
      namesAfter(
        { kind: 'add', sceneId: 'c', name: 'Copy', copyOf: 'a' },
        { kind: 'move', sceneId: 'c', toIndex: 0 },
        { kind: 'rename', sceneId: 'b', name: 'Guests' },
        { kind: 'remove', sceneId: 'a' },
      ),
    ).toEqual(['Copy', 'Guests']);
  });

  it('change nothing where there is no such scene, one too many, or one of that id already', () => {
    const full = {
      ...collection,
      scenes: Array.from({ length: MAX_SCENES }, (_, at) => ({
        id: String(at),
        name: 'x',
        scene: EMPTY_SCENE,
      })),
    };
    const add = { kind: 'add', sceneId: 'a', name: 'A', copyOf: null } as const;
    expect(applySceneEdit(full, add)).toBe(full);
    for (const edit of [
      add,
      { kind: 'add', sceneId: 'c', name: 'C', copyOf: 'none' },
      { kind: 'rename', sceneId: 'none', name: 'C' },
      { kind: 'move', sceneId: 'none', toIndex: 0 },
      { kind: 'remove', sceneId: 'none' },
    ] as const)
      expect(applySceneEdit(collection, edit)).toBe(collection);
  });
});
