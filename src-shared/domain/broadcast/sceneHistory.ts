import type { NamedScene, SceneCollection } from './sceneCollection.ts';

/** What an edit has changed: the scenes that are others now, and the rest where it is another. */
interface ScenePatch {
  scenes: { id: string; before: NamedScene | null; after: NamedScene | null }[];
  frame: { before: CollectionFrame; after: CollectionFrame } | null;
  gesture: string | null;
}

/** A collection without what is in its scenes. */
interface CollectionFrame extends Omit<SceneCollection, 'scenes'> {
  order: string[];
}

export interface SceneHistory {
  present: SceneCollection;
  /** The newest last. */
  past: readonly ScenePatch[];
  future: readonly ScenePatch[];
}

const MAX_STEPS = 200;

export const startHistory = (present: SceneCollection): SceneHistory => ({ present, past: [], future: [] });

/**
 * Keeps an edit. Edits of one `gesture`, such as all moves of one drag, are undone together; it is named by whoever
 * begins it, and no two have the same name.
 */
export function keepEdit(
  history: SceneHistory,
  next: SceneCollection,
  gesture: string | null = null,
): SceneHistory {
  if (next === history.present) return history;
  const last = history.past.at(-1);
  const isSameGesture = gesture !== null && last?.gesture === gesture;
  const before = isSameGesture ? apply(history.present, last, 'before') : history.present;
  const earlier = isSameGesture ? history.past.slice(0, -1) : history.past;
  const past = [...earlier, compare(before, next, gesture)].slice(-MAX_STEPS);
  return { present: next, past, future: [] };
}

export function undo({ present, past, future }: SceneHistory): SceneHistory {
  const patch = past.at(-1);
  if (!patch) return { present, past, future };
  return { present: apply(present, patch, 'before'), past: past.slice(0, -1), future: [...future, patch] };
}

export function redo({ present, past, future }: SceneHistory): SceneHistory {
  const patch = future.at(-1);
  if (!patch) return { present, past, future };
  return { present: apply(present, patch, 'after'), past: [...past, patch], future: future.slice(0, -1) };
}

function compare(before: SceneCollection, after: SceneCollection, gesture: string | null): ScenePatch {
  const [old, now] = [byId(before), byId(after)];
  const scenes = [...new Set([...old.keys(), ...now.keys()])]
    .map((id) => ({ id, before: old.get(id) ?? null, after: now.get(id) ?? null }))
    .filter((scene) => scene.before !== scene.after);
  const frame = { before: frameOf(before), after: frameOf(after) };
  const isSame = JSON.stringify(frame.before) === JSON.stringify(frame.after);
  return { scenes, frame: isSame ? null : frame, gesture };
}

function apply(collection: SceneCollection, patch: ScenePatch, side: 'before' | 'after'): SceneCollection {
  const scenes = byId(collection);
  for (const change of patch.scenes) {
    const scene = change[side];
    if (scene) scenes.set(change.id, scene);
    else scenes.delete(change.id);
  }
  const { order, ...rest } = patch.frame?.[side] ?? frameOf(collection);
  return { ...rest, scenes: order.flatMap((id) => scenes.get(id) ?? []) };
}

const byId = ({ scenes }: SceneCollection) => new Map(scenes.map((scene) => [scene.id, scene]));

const frameOf = ({ scenes, ...rest }: SceneCollection): CollectionFrame => ({
  ...rest,
  order: scenes.map(({ id }) => id),
});
