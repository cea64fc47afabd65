import { beforeEach, describe, expect, it } from 'vitest';
import { onConsentChanged, readConsent, writeConsent } from './consent.ts';

let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
} as Storage;
beforeEach(() => {
  kept = new Map();
});

describe('consent', () => {
  it('is what was decided', () => {
    const decided = { preferences: true, analytics: false, decidedAtMs: 5 };
    writeConsent(storage, decided);
    expect(readConsent(storage)).toEqual(decided);
  });

  it('is heard of when it is given and when it is taken back, until the listening ends', () => {
    const heard: (boolean | undefined)[] = [];
    const stop = onConsentChanged(() => heard.push(readConsent(storage)?.analytics));
    writeConsent(storage, { preferences: true, analytics: true, decidedAtMs: 5 });
    writeConsent(storage, { preferences: false, analytics: false, decidedAtMs: 6 });
    stop();
    writeConsent(storage, { preferences: true, analytics: true, decidedAtMs: 7 });
    expect(heard).toEqual([true, false]);
  });

  it('is none before a decision', () => {
    expect(readConsent(storage)).toBeNull();
  });

  it.each(['', '{', 'true', '{"preferences":"yes","analytics":true,"decidedAtMs":1}'])(
    'is none where %j is kept',
    (text) => {
      storage.setItem('sounddesk-consent', text);
      expect(readConsent(storage)).toBeNull();
    },
  );

  it('is none where the storage is closed', () => {
    const closed = {
      getItem() {
        throw new Error('closed');
      },
    } as unknown as Storage;
    expect(readConsent(closed)).toBeNull();
  });
});
