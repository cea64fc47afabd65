import { describe, expect, it } from 'vitest';
import { composeScene, type SceneDraft } from './composeScene.ts';

const WORDS = { startingSoon: 'Starting soon', beRightBack: 'Be right back', done: 'Now' };
const SOURCES = [
  { id: 'c', kind: 'camera' },
  { id: 's', kind: 'screen' },
] as const;
const DRAFT: SceneDraft = {
  layout: 'sideBySide',
  slate: { kind: null, endsAtMs: null },
  lowerThird: { isOn: false, title: 'Maya', subtitle: 'Host' },
  logo: { isOn: false, corner: 'topRight', image: { type: 'image/png', base64: 'AAAA' } },
};

const kinds = (changes: Partial<SceneDraft>) =>
  composeScene({ ...DRAFT, ...changes }, SOURCES, WORDS).items.map(({ kind }) => kind);

describe('what viewers see', () => {
  it('is the sources, and over them what is switched on', () => {
    expect(kinds({})).toEqual(['source', 'source']);
    expect(
      kinds({ lowerThird: { ...DRAFT.lowerThird, isOn: true }, logo: { ...DRAFT.logo, isOn: true } }),
    ).toEqual([...['source', 'source', 'lowerThird', 'image']]);
    // A name without letters, and a logo without an image.
    expect(kinds({ lowerThird: { isOn: true, title: ' ', subtitle: 'Host' } })).toEqual(['source', 'source']);
    expect(kinds({ logo: { ...DRAFT.logo, isOn: true, image: null } })).toEqual(['source', 'source']);
  });

  it('is a slate alone while one is chosen, with a countdown before the start', () => {
    const { items } = composeScene(
      { ...DRAFT, slate: { kind: 'startingSoon', endsAtMs: 5000 } },
      SOURCES,
      WORDS,
    );
    expect(items).toMatchObject([
      { kind: 'text', text: 'Starting soon' },
      { kind: 'countdown', endsAtMs: 5000, doneText: 'Now' },
    ]);
    expect(kinds({ slate: { kind: 'startingSoon', endsAtMs: null } })).toEqual(['text']);
    expect(kinds({ slate: { kind: 'beRightBack', endsAtMs: 5000 } })).toEqual(['text']);
  });
});
