import { createHistoryTools, type History } from '../history.ts';
import type { NamedScene, SceneCollection } from './sceneCollection.ts';

/** The scenes that are others now, and the rest where it is another. */
interface ScenePatch {
  scenes: { id: string; scene: NamedScene | null }[];
  frame: CollectionFrame | null;
}

/** A collection without what is in its scenes. */
interface CollectionFrame extends Omit<SceneCollection, 'scenes'> {
  order: string[];
}

export type SceneHistory = History<SceneCollection, ScenePatch>;

export const {
  start: startHistory,
  keepEdit,
  undo,
  redo,
} = createHistoryTools<SceneCollection, ScenePatch>({ between, apply, maxSteps: 200 });

function between(before: SceneCollection, after: SceneCollection): ScenePatch {
  const [old, now] = [byId(before), byId(after)];
  const scenes = [...new Set([...old.keys(), ...now.keys()])]
    .filter((id) => old.get(id) !== now.get(id))
    .map((id) => ({ id, scene: now.get(id) ?? null }));
  const frame = frameOf(after);
  return { scenes, frame: JSON.stringify(frameOf(before)) === JSON.stringify(frame) ? null : frame };
}

function apply(collection: SceneCollection, { scenes: changed, frame }: ScenePatch): SceneCollection {
  const scenes = byId(collection);
  for (const { id, scene } of changed) {
    if (scene) scenes.set(id, scene);
    else scenes.delete(id);
  }
  const { order, ...rest } = frame ?? frameOf(collection);
  return { ...rest, scenes: order.flatMap((id) => scenes.get(id) ?? []) };
}

const byId = ({ scenes }: SceneCollection) => new Map(scenes.map((scene) => [scene.id, scene]));

const frameOf = ({ scenes, ...rest }: SceneCollection): CollectionFrame => ({
  ...rest,
  order: scenes.map(({ id }) => id),
});
