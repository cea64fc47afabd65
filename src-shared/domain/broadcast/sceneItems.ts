import { corner, logoItem, lowerThirdItem } from './layouts.ts';
import { MAX_SCENE_ITEMS, NO_CROP, type ImageData64, type Scene, type SceneItem } from './scene.ts';

/** What a new item is made of; words are in the user's language. */
export type NewItem =
  | { kind: 'source'; sourceId: string; isCamera: boolean }
  | { kind: 'image' | 'logo'; image: ImageData64 }
  | { kind: 'text' | 'title'; text: string }
  | { kind: 'lowerThird'; title: string; subtitle: string }
  | { kind: 'countdown'; endsAtMs: number; doneText: string }
  | { kind: 'color' };

const SHOWN = { isVisible: true, opacity: 1, z: 0 };
const LETTERS = { color: '#ffffff', background: null };
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const MIDDLE = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

/** A new item, where its kind is mostly wanted. */
export function createItem(id: string, given: NewItem): SceneItem {
  switch (given.kind) {
    case 'source': {
      const fit = given.isCamera ? 'cover' : 'contain';
      return { kind: 'source', id, sourceId: given.sourceId, fit, crop: NO_CROP, ...WHOLE, ...SHOWN };
    }
    case 'image':
      return {
        kind: 'image',
        id,
        image: given.image,
        fit: 'contain',
        crop: NO_CROP,
        ...MIDDLE,
        ...SHOWN,
      };
    case 'logo':
      return logoItem(id, given.image, 'topRight');
    case 'text':
    case 'title': {
      const box =
        given.kind === 'title'
          ? { x: 0.1, y: 0.4, width: 0.8, height: 0.2 }
          : { x: 0.3, y: 0.45, width: 0.4, height: 0.08 };
      return { kind: 'text', id, text: given.text, align: 'center', ...LETTERS, ...box, ...SHOWN };
    }
    case 'lowerThird':
      return lowerThirdItem(id, given.title, given.subtitle);
    case 'countdown':
      return { ...given, id, ...LETTERS, x: 0.3, y: 0.4, width: 0.4, height: 0.2, ...SHOWN };
    case 'color':
      return { kind: 'color', id, color: '#1e3a5f', ...corner('topLeft', 0.3, 0.3), ...SHOWN };
  }
}

/** In front of all others; the same scene where it is full. */
export function addItem(scene: Scene, item: SceneItem): Scene {
  if (scene.items.length >= MAX_SCENE_ITEMS) return scene;
  return { ...scene, items: inOrder([...frontToBack(scene).toReversed(), item]) };
}

/** The nearest first, as lists show them. */
export const frontToBack = ({ items }: Scene): SceneItem[] =>
  items.toSorted((lower, upper) => lower.z - upper.z).toReversed();

/** One step nearer to the viewer, or away. */
export function stepItem(scene: Scene, itemId: string, step: 1 | -1): Scene {
  const order = frontToBack(scene).toReversed();
  const at = order.findIndex(({ id }) => id === itemId);
  const other = order[at + step];
  const item = order[at];
  if (!item || !other) return scene;
  return { ...scene, items: inOrder(order.with(at, other).with(at + step, item)) };
}

const inOrder = (items: readonly SceneItem[]): SceneItem[] => items.map((item, z) => ({ ...item, z }));
