import { describe, expect, it } from 'vitest';
import { createItem } from '../../../src-shared/domain/broadcast/sceneItems.ts';
import { EMPTY_SCENE, itemsToDraw } from '../../../src-shared/domain/broadcast/scene.ts';
import { composeLayout, keyOf, withOverlays, type OverlayDraft } from './composeScene.ts';

const WORDS = { startingSoon: 'Starting soon', beRightBack: 'Be right back', done: 'Now' };
const SOURCES = [
  { id: 'c', kind: 'camera' },
  { id: 's', kind: 'screen' },
] as const;
const NONE: OverlayDraft = {
  slate: { kind: null, endsAtMs: null },
  lowerThird: { isOn: false, title: 'Maya', subtitle: 'Host' },
  logo: { isOn: false, corner: 'topRight', image: { type: 'image/png', base64: 'AAAA' } },
};

const layout = composeLayout('sideBySide', SOURCES);
const compose = (changes: Partial<OverlayDraft>, scene = layout, caption: string | null = null) =>
  withOverlays(scene, { ...NONE, ...changes, caption }, WORDS);
const kinds = (changes: Partial<OverlayDraft>) => compose(changes).items.map(({ kind }) => kind);

describe('what viewers see', () => {
  it('is the sources, and over them what is switched on', () => {
    expect(kinds({})).toEqual(['source', 'source']);
    expect(
      kinds({ lowerThird: { ...NONE.lowerThird, isOn: true }, logo: { ...NONE.logo, isOn: true } }),
    ).toEqual([...['source', 'source', 'lowerThird', 'image']]);
    // A name without letters, and a logo without an image.
    expect(kinds({ lowerThird: { isOn: true, title: ' ', subtitle: 'Host' } })).toEqual(['source', 'source']);
    expect(kinds({ logo: { ...NONE.logo, isOn: true, image: null } })).toEqual(['source', 'source']);
  });

  it('is a slate alone while one is chosen, with a countdown before the start', () => {
    expect(compose({ slate: { kind: 'startingSoon', endsAtMs: 5000 } }).items).toMatchObject([
      { kind: 'text', text: 'Starting soon' },
      { kind: 'countdown', endsAtMs: 5000, doneText: 'Now' },
    ]);
    expect(kinds({ slate: { kind: 'startingSoon', endsAtMs: null } })).toEqual(['text']);
    expect(kinds({ slate: { kind: 'beRightBack', endsAtMs: 5000 } })).toEqual(['text']);
  });

  it('has a media file where a screen is, and a lower third over all of a scene of one’s own', () => {
    const media = composeLayout('sideBySide', [SOURCES[0], { id: 'm', kind: 'media' }]);
    expect(media.items).toMatchObject([{ sourceId: 'c' }, { sourceId: 'm', fit: 'contain' }]);
    const front = { ...createItem('front', { kind: 'color' }), z: 1000 };
    const own = { ...EMPTY_SCENE, items: [front] };
    const shown = compose({ lowerThird: { ...NONE.lowerThird, isOn: true } }, own);
    expect(itemsToDraw(shown).map(({ kind }) => kind)).toEqual(['color', 'lowerThird']);
  });

  it('has captions at the lower edge, in lines that can be read, and none behind a slate', () => {
    const long = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const item = compose({}, layout, `Maya: ${long}`).items.at(-1);
    if (item?.kind !== 'text') throw new Error('there is no text');
    const lines = item.text.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.every((line) => line.length <= 56)).toBe(true);
    expect(item.text).toMatch(/word59$/);
    expect(item.y + item.height).toBeLessThan(1);
    expect(compose({}, layout, 'Ben: Yes.').items.at(-1)).toMatchObject({ text: 'Ben: Yes.' });
    const slate = { slate: { kind: 'beRightBack', endsAtMs: null } } as const;
    expect(compose(slate, layout, 'Ben: Yes.').items).toHaveLength(1);
  });

  it('follows by the transition where it is another scene, and not while a name is typed', () => {
    const on = { ...NONE, lowerThird: { isOn: true, title: 'M', subtitle: '' } };
    expect(keyOf('a', on)).toBe(keyOf('a', { ...on, lowerThird: { ...on.lowerThird, title: 'Ma' } }));
    expect(keyOf('a', on)).not.toBe(keyOf('a', NONE));
    expect(keyOf('a', NONE)).not.toBe(keyOf('b', NONE));
    // Behind a slate nothing is seen of another scene.
    const slate = { ...NONE, slate: { kind: 'beRightBack', endsAtMs: null } } as const;
    expect(keyOf('a', slate)).toBe(keyOf('b', slate));
  });
});
