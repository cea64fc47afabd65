import { describe, expect, it } from 'vitest';
import { layoutScene, logoItem } from './layouts.ts';
import { EMPTY_SCENE, itemsToDraw, MAX_SCENE_ITEMS, sceneSchema, type Scene } from './scene.ts';
import { addItem, createItem, frontToBack, stepItem, type NewItem } from './sceneItems.ts';

const image = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
} as const;
const NEW: NewItem[] = [
  { kind: 'source', sourceId: 'c', isCamera: true },
  { kind: 'image', image },
  { kind: 'logo', image },
  { kind: 'title', text: 'Title' },
  { kind: 'text', text: '' },
  { kind: 'lowerThird', title: 'Maya', subtitle: '' },
  { kind: 'countdown', endsAtMs: 5, doneText: 'Now' },
  { kind: 'color' },
];
const ids = (scene: Scene) => itemsToDraw(scene).map(({ id }) => id);

describe('the items of a scene', () => {
  it('can all be saved as they are made, the last in front', () => {
    const scene = NEW.reduce((made, item, at) => addItem(made, createItem(`${at}`, item)), EMPTY_SCENE);
    expect(sceneSchema.safeParse(scene).error).toBeUndefined();
    expect(frontToBack(scene)[0]?.id).toBe('7');
  });

  it('lie over those of a layout, whose order stays', () => {
    const layout = layoutScene('pictureInPicture', { cameras: ['c'], screens: ['s'] });
    const with90 = { ...layout, items: [logoItem('logo', image, 'topLeft'), ...layout.items] };
    const scene = addItem(with90, createItem('new', { kind: 'color' }));
    expect(ids(scene)).toEqual(['source-s', 'source-c', 'logo', 'new']);
  });

  it('go one step forward and back, and not beyond', () => {
    const scene = ['a', 'b', 'c'].reduce(
      (made, id) => addItem(made, createItem(id, { kind: 'color' })),
      EMPTY_SCENE,
    );
    expect(ids(stepItem(scene, 'a', 1))).toEqual(['b', 'a', 'c']);
    expect(ids(stepItem(scene, 'c', -1))).toEqual(['a', 'c', 'b']);
    expect(stepItem(scene, 'c', 1)).toBe(scene);
    expect(stepItem(scene, 'a', -1)).toBe(scene);
    expect(stepItem(scene, 'x', 1)).toBe(scene);
  });

  it('are as many as a scene has room for', () => {
    const full = Array.from({ length: MAX_SCENE_ITEMS }, (_, at) => createItem(`${at}`, { kind: 'color' }));
    const scene = { ...EMPTY_SCENE, items: full };
    expect(addItem(scene, createItem('more', { kind: 'color' }))).toBe(scene);
  });
});
