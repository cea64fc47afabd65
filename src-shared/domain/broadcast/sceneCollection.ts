import { z } from 'zod';
import { parseJson } from '../parseJson.ts';
import { EMPTY_SCENE, sceneSchema, type Scene, type SceneItem } from './scene.ts';
import { transitionSchema } from './transition.ts';

/** The scene that a layout makes of the sources: the first of the list, and not one that can be edited. */
export const LAYOUT_SCENE = 'layout';
export const MAX_SCENES = 50;
/** Of an exported file: images are in it. */
export const MAX_COLLECTION_BYTES = 32 * 1024 * 1024;
const VERSION = 1;
const FORMAT = 'sounddesk-scenes';

/** One line that can be read: nothing that hides or turns other text around. */
export const sceneNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // No pattern of the API's document: programs read it by other rules of patterns.
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'A name has no hidden characters.');

const namedSceneSchema = z.strictObject({
  id: z.string().min(1).max(200),
  name: sceneNameSchema,
  scene: sceneSchema,
});
export type NamedScene = z.infer<typeof namedSceneSchema>;

export const sceneCollectionSchema = z.strictObject({
  name: sceneNameSchema,
  scenes: z
    .array(namedSceneSchema)
    .max(MAX_SCENES)
    .refine((scenes) => new Set(scenes.map(({ id }) => id)).size === scenes.length, {
      error: 'Two scenes have the same id.',
    }),
  transition: transitionSchema,
});
/** The scenes of a show, in the order of their keys. */
export type SceneCollection = z.infer<typeof sceneCollectionSchema>;

/** Until some are made. */
export const NO_SCENES: SceneCollection = { name: 'SoundDesk', scenes: [], transition: { kind: 'cut' } };

const fileSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  collection: sceneCollectionSchema,
});

export type ImportProblem =
  | { kind: 'tooLarge' }
  | { kind: 'otherFile' }
  | { kind: 'otherVersion'; version: number }
  /** `path`: where, as `scenes.2.name`. */
  | { kind: 'invalid'; path: string; message: string };

export const exportCollection = (collection: SceneCollection): string =>
  JSON.stringify({ format: FORMAT, version: VERSION, collection });

/** Reads an exported file, of which nothing is believed. */
export function importCollection(
  text: string,
): { collection: SceneCollection; problem: null } | { collection: null; problem: ImportProblem } {
  const refuse = (problem: ImportProblem) => ({ collection: null, problem });
  if (text.length > MAX_COLLECTION_BYTES) return refuse({ kind: 'tooLarge' });
  const given = parseJson(text);
  const head = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(given);
  if (!head.success) return refuse({ kind: 'otherFile' });
  const { version } = head.data;
  if (version !== VERSION) return refuse({ kind: 'otherVersion', version });
  const file = fileSchema.safeParse(given);
  if (file.success) return { collection: file.data.collection, problem: null };
  const [issue] = file.error.issues;
  const path = issue?.path.slice(1).join('.') ?? '';
  return refuse({ kind: 'invalid', path, message: issue?.message ?? '' });
}

/** Edits give a new collection, or the same one where there is nothing to be changed. */

export function addScene(collection: SceneCollection, scene: NamedScene): SceneCollection {
  const { scenes } = collection;
  if (scenes.length >= MAX_SCENES || scenes.some(({ id }) => id === scene.id)) return collection;
  return { ...collection, scenes: [...scenes, scene] };
}

export function removeScene(collection: SceneCollection, sceneId: string): SceneCollection {
  const scenes = collection.scenes.filter(({ id }) => id !== sceneId);
  if (scenes.length === collection.scenes.length) return collection;
  return { ...collection, scenes };
}

export function moveScene(collection: SceneCollection, sceneId: string, toIndex: number): SceneCollection {
  const scene = collection.scenes.find(({ id }) => id === sceneId);
  if (!scene || collection.scenes[toIndex] === scene) return collection;
  const others = collection.scenes.filter((other) => other !== scene);
  return { ...collection, scenes: others.toSpliced(Math.max(0, toIndex), 0, scene) };
}

export function renameScene(collection: SceneCollection, sceneId: string, name: string): SceneCollection {
  const parsed = sceneNameSchema.safeParse(name);
  if (!parsed.success) return collection;
  return changeNamed(collection, sceneId, (named) =>
    named.name === parsed.data ? named : { ...named, name: parsed.data },
  );
}

/** A change that makes no scene, such as an item of no width, is none. */
export function changeScene(
  collection: SceneCollection,
  sceneId: string,
  change: (scene: Scene) => Scene,
): SceneCollection {
  return changeNamed(collection, sceneId, (named) => {
    const scene = change(named.scene);
    return scene === named.scene || !sceneSchema.safeParse(scene).success ? named : { ...named, scene };
  });
}

export const changeItem = (scene: Scene, itemId: string, change: (item: SceneItem) => SceneItem): Scene => ({
  ...scene,
  items: scene.items.map((item) => (item.id === itemId ? change(item) : item)),
});

export const removeItem = (scene: Scene, itemId: string): Scene => ({
  ...scene,
  items: scene.items.filter(({ id }) => id !== itemId),
});

export const emptyScene = (id: string, name: string): NamedScene => ({ id, name, scene: EMPTY_SCENE });

function changeNamed(
  collection: SceneCollection,
  sceneId: string,
  change: (named: NamedScene) => NamedScene,
): SceneCollection {
  const scenes = collection.scenes.map((named) => (named.id === sceneId ? change(named) : named));
  const isSame = scenes.every((named, at) => named === collection.scenes[at]);
  return isSame ? collection : { ...collection, scenes };
}
