import { z } from 'zod';
import { EMPTY_SCENE } from './scene.ts';
import {
  addScene,
  MAX_SCENES,
  moveScene,
  removeScene,
  renameScene,
  sceneNameSchema,
  type SceneCollection,
} from './sceneCollection.ts';

const sceneId = z.string().min(1).max(200);

/** A change of the list of scenes that is the same wherever it is applied: in the file of the host, and in each page. */
export const sceneEditSchema = z.discriminatedUnion('kind', [
  /** `copyOf` null: an empty one. */
  z.strictObject({ kind: z.literal('add'), sceneId, name: sceneNameSchema, copyOf: sceneId.nullable() }),
  z.strictObject({ kind: z.literal('rename'), sceneId, name: sceneNameSchema }),
  z.strictObject({
    kind: z.literal('move'),
    sceneId,
    toIndex: z
      .int()
      .min(0)
      .max(MAX_SCENES - 1),
  }),
  z.strictObject({ kind: z.literal('remove'), sceneId }),
]);
export type SceneEdit = z.infer<typeof sceneEditSchema>;

/** The same collection where it has nothing to change. */
export function applySceneEdit(collection: SceneCollection, change: SceneEdit): SceneCollection {
  switch (change.kind) {
    case 'add': {
      const copied = collection.scenes.find(({ id }) => id === change.copyOf);
      if (change.copyOf !== null && !copied) return collection;
      const scene = { id: change.sceneId, name: change.name, scene: copied?.scene ?? EMPTY_SCENE };
      return addScene(collection, scene);
    }
    case 'rename':
      return renameScene(collection, change.sceneId, change.name);
    case 'move':
      return moveScene(collection, change.sceneId, change.toIndex);
    case 'remove':
      return removeScene(collection, change.sceneId);
  }
}
