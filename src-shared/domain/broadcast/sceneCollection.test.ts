import { describe, expect, it } from 'vitest';
import { readImageSize } from './imageSize.ts';
import { layoutScene, logoItem, slateScene } from './layouts.ts';
import { EMPTY_SCENE, isUsableImage } from './scene.ts';
import {
  addScene,
  changeItem,
  changeScene,
  emptyScene,
  exportCollection,
  importCollection,
  MAX_COLLECTION_BYTES,
  MAX_SCENES,
  moveScene,
  removeItem,
  removeScene,
  renameScene,
  type ImportProblem,
  type SceneCollection,
} from './sceneCollection.ts';
import { keepEdit, redo, startHistory, undo } from './sceneHistory.ts';

const scene = layoutScene('pictureInPicture', { cameras: ['a'], screens: ['s'] });
const show: SceneCollection = {
  name: 'Friday show',
  transition: { kind: 'fade', durationMs: 300 },
  scenes: [
    { id: '1', name: 'Talk', scene },
    { id: '2', name: 'Break', scene: slateScene('Be right back', null) },
  ],
};
const idsOf = ({ scenes }: SceneCollection) => scenes.map(({ id }) => id);
const moveTo = (collection: SceneCollection, x: number) =>
  changeScene(collection, '1', (given) => changeItem(given, 'source-a', (item) => ({ ...item, x })));

const png = (width: number, height: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(33));
  [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, width, height].forEach((word, at) => view.setUint32(at * 4, word));
  return new Uint8Array(view.buffer);
};
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('a collection of scenes', () => {
  it('is edited without a change of what was there', () => {
    const before = structuredClone(show);
    const added = addScene(show, emptyScene('3', 'New'));
    expect(idsOf(added)).toEqual(['1', '2', '3']);
    expect(idsOf(moveScene(added, '3', 0))).toEqual(['3', '1', '2']);
    expect(idsOf(removeScene(added, '1'))).toEqual(['2', '3']);
    expect(renameScene(show, '2', '  Pause ').scenes[1]?.name).toBe('Pause');
    expect(moveTo(show, 0.1).scenes[0]?.scene.items[1]?.x).toBe(0.1);
    const without = changeScene(show, '1', (given) => removeItem(given, 'source-a'));
    expect(without.scenes[0]?.scene.items).toHaveLength(1);
    expect(show).toEqual(before);
  });

  it('stays the same where an edit is none', () => {
    expect(removeScene(show, 'x')).toBe(show);
    expect(moveScene(show, '1', 0)).toBe(show);
    expect(renameScene(show, '1', ' ')).toBe(show);
    expect(renameScene(show, '1', 'Talk')).toBe(show);
    expect(addScene(show, emptyScene('1', 'Again'))).toBe(show);
    expect(moveTo(show, 7)).toBe(show);
    const full = { ...show, scenes: Array.from({ length: MAX_SCENES }, (_, at) => emptyScene(`${at}`, 'n')) };
    expect(addScene(full, emptyScene('x', 'n'))).toBe(full);
  });

  it('is undone and done again, step by step', () => {
    const steps = [
      (given: SceneCollection) => moveTo(given, 0.1),
      (given: SceneCollection) => addScene(given, emptyScene('3', 'New')),
      (given: SceneCollection) => moveScene(given, '3', 0),
      (given: SceneCollection) => renameScene(given, '1', 'Interview'),
      (given: SceneCollection) => removeScene(given, '1'),
      (given: SceneCollection) => ({ ...given, name: 'Saturday' }),
    ];
    let history = startHistory(show);
    const states = [show];
    for (const step of steps) {
      history = keepEdit(history, step(history.present));
      states.push(history.present);
    }
    expect(idsOf(history.present)).toEqual(['3', '2']);
    for (const state of states.slice(0, -1).toReversed()) {
      history = undo(history);
      expect(history.present).toEqual(state);
    }
    expect(undo(history)).toEqual(history);
    for (const state of states.slice(1)) {
      history = redo(history);
      expect(history.present).toEqual(state);
    }
    expect(redo(history)).toEqual(history);
    // An edit after an undo is the new way on.
    history = keepEdit(undo(history), renameScene(undo(history).present, '2', 'Pause'));
    expect(history.future).toEqual([]);
  });

  it('undoes a drag as one step, keeps no image twice and no step without end', () => {
    let history = startHistory(show);
    for (let x = 0.1; x < 0.5; x += 0.1) history = keepEdit(history, moveTo(history.present, x), 'drag 1');
    history = keepEdit(history, moveTo(history.present, 0.6), 'drag 2');
    expect(history.past).toHaveLength(2);
    expect(undo(undo(history)).present).toEqual(show);
    expect(keepEdit(history, history.present)).toBe(history);
    expect(history.past[0]?.patch.scenes.map(({ id }) => id)).toEqual(['1']);
    expect(history.past[0]?.patch.frame).toBeNull();
    for (let step = 0; step < 300; step += 1)
      history = keepEdit(history, moveTo(history.present, step / 500));
    expect(history.past).toHaveLength(200);
  });
});

describe('a file of scenes', () => {
  const file = (change: (given: Record<string, unknown>) => void): string => {
    const given = JSON.parse(exportCollection(show)) as Record<string, unknown>;
    change(given);
    return JSON.stringify(given);
  };
  const withItem = (more: object): string =>
    exportCollection({
      ...show,
      scenes: [{ id: '1', name: 'n', scene: { ...scene, items: [{ ...scene.items[0]!, ...more }] } }],
    });

  it('gives back what was exported', () => {
    expect(importCollection(exportCollection(show))).toEqual({ collection: show, problem: null });
  });

  it.each<[string, string, ImportProblem['kind']]>([
    ['no JSON', '{', 'otherFile'],
    ['another JSON', '{"scenes":[]}', 'otherFile'],
    ['an array', '[]', 'otherFile'],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), 'otherFile'],
    ['a later version', file((given) => (given.version = 2)), 'otherVersion'],
    ['too much', 'x'.repeat(MAX_COLLECTION_BYTES + 1), 'tooLarge'],
    ['an unknown field', file((given) => (given.more = 1)), 'invalid'],
    ['a prototype', exportCollection(show).replace('"name"', '"__proto__":{"a":1},"name"'), 'invalid'],
    ['a name that turns text around', exportCollection({ ...show, name: 'a\u202eb' }), 'invalid'],
    [
      'two scenes of one id',
      exportCollection({ ...show, scenes: [show.scenes[0]!, show.scenes[0]!] }),
      'invalid',
    ],
    ['a box of no width', withItem({ width: 0 }), 'invalid'],
    ['an infinite box', withItem({ x: 1 }).replace('"x":1', '"x":1e999'), 'invalid'],
    ['an address', withItem({ url: 'https://evil.example/x.png' }), 'invalid'],
  ])('is refused with %s', (_, text, kind) => {
    const { collection, problem } = importCollection(text);
    expect(collection).toBeNull();
    expect(problem?.kind).toBe(kind);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('says where it is wrong', () => {
    const { problem } = importCollection(withItem({ width: 0 }));
    expect(problem).toMatchObject({ kind: 'invalid', path: 'scenes.0.scene.items.0.width' });
  });

  it('has no images that are none, or of too many pixels', () => {
    const withImage = (bytes: Uint8Array) => {
      const image = { type: 'image/png', base64: base64(bytes) } as const;
      const items = [logoItem('logo', image, 'topLeft')];
      return importCollection(
        exportCollection({ ...show, scenes: [{ id: '1', name: 'n', scene: { ...EMPTY_SCENE, items } }] }),
      ).problem;
    };
    expect(withImage(png(100, 100))).toBeNull();
    expect(withImage(png(60_000, 60_000))).toMatchObject({ kind: 'invalid' });
    expect(withImage(new TextEncoder().encode('<svg onload="x()"/>'))).toMatchObject({ kind: 'invalid' });
    expect(isUsableImage({ type: 'image/jpeg', base64: base64(png(1, 1)) })).toBe(false);
  });
});

describe('the size of an image', () => {
  const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
  const riff = (...rest: number[]) =>
    Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...rest]);

  it('is read from PNG, JPEG and WebP', () => {
    expect(readImageSize('image/png', png(300, 200))).toEqual({ width: 300, height: 200 });
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1, 0, 0, 0];
    expect(readImageSize('image/jpeg', Uint8Array.from(jpeg))).toEqual({ width: 300, height: 200 });
    const lossy = riff(...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 44, 1, 200, 0);
    expect(readImageSize('image/webp', lossy)).toEqual({ width: 300, height: 200 });
    // 14 bits of width less one, then 14 of height less one.
    const bits = 299 | (199 << 14);
    const lossless = riff(
      ...ascii('VP8L'),
      0,
      0,
      0,
      0,
      0x2f,
      ...[0, 8, 16, 24].map((by) => (bits >> by) & 255),
    );
    expect(readImageSize('image/webp', lossless)).toEqual({ width: 300, height: 200 });
    const extended = riff(...ascii('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0);
    expect(readImageSize('image/webp', extended)).toEqual({ width: 300, height: 200 });
  });

  it('is none where there is no such image', () => {
    for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
      expect(readImageSize(type, new Uint8Array(0))).toBeNull();
      expect(
        readImageSize(type, Uint8Array.from(ascii('GIF89a and more of it, which is no image.'))),
      ).toBeNull();
    }
    expect(readImageSize('image/png', png(0, 10))).toBeNull();
    expect(readImageSize('image/png', png(10, 10).subarray(0, 20))).toBeNull();
    expect(readImageSize('image/jpeg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff]))).toBeNull();
  });
});
