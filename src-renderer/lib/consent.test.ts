import { beforeEach, describe, expect, it } from 'vitest';
import { forgetOldConsent, onConsentChanged, readConsent, writeConsent } from './consent.ts';

let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
} as Storage;
beforeEach(() => {
  kept = new Map();
});

describe('consent', () => {
  it('is what was decided', () => {
    const decided = { preferences: true, analytics: false, decidedAtMs: Date.now() };
    writeConsent(storage, decided);
    expect(readConsent(storage)).toEqual(decided);
  });

  it('is heard of when it is given and when it is taken back, until the listening ends', () => {
    const heard: (boolean | undefined)[] = [];
    const stop = onConsentChanged(() => heard.push(readConsent(storage)?.analytics));
    writeConsent(storage, { preferences: true, analytics: true, decidedAtMs: Date.now() });
    writeConsent(storage, { preferences: false, analytics: false, decidedAtMs: Date.now() });
    stop();
    writeConsent(storage, { preferences: true, analytics: true, decidedAtMs: Date.now() });
    expect(heard).toEqual([true, false]);
  });

  it('holds for a year, is asked for again then, and what is kept of it goes', () => {
    const DAY_MS = 86_400_000;
    const decided = { preferences: true, analytics: true, decidedAtMs: Date.UTC(2026, 0, 1) };
    writeConsent(storage, decided);
    const after = (days: number) => decided.decidedAtMs + days * DAY_MS;
    expect(readConsent(storage, after(364.99))).toEqual(decided);
    expect(forgetOldConsent(storage, after(364.99))).toBe(false);
    expect(readConsent(storage, after(365))).toBeNull();
    expect(forgetOldConsent(storage, after(365))).toBe(true);
    expect(kept.size).toBe(0);
    expect(forgetOldConsent(storage, after(365))).toBe(false);
  });

  it('of a time to come was never given', () => {
    writeConsent(storage, { preferences: true, analytics: true, decidedAtMs: Date.UTC(2076, 0, 1) });
    expect(readConsent(storage)).toBeNull();
    expect(forgetOldConsent(storage)).toBe(true);
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
