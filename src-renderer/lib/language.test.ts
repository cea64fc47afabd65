import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeConsent } from './consent.ts';
import {
  followConsent,
  rememberAppLanguage,
  rememberSiteLanguage,
  resolveLanguage,
  startingLanguage,
} from './language.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('navigator', { languages: ['fr-CH', 'en'] });
});
afterEach(() => vi.unstubAllGlobals());

describe('the language', () => {
  it("is the browser's the first time", () => {
    expect(startingLanguage()).toBe('fr');
    expect(resolveLanguage('system')).toBe('fr');
  });

  it('is what the app was set to, from its next start on, until it is left to the system again', () => {
    rememberAppLanguage('es');
    expect(startingLanguage()).toBe('es');
    expect(resolveLanguage('de')).toBe('de');
    rememberAppLanguage('system');
    expect(startingLanguage()).toBe('fr');
  });

  it('that is chosen on a public page is kept with consent alone, and goes with it', () => {
    rememberSiteLanguage('de');
    expect([...kept.keys()]).toEqual([]);
    expect(resolveLanguage('system')).toBe('de');
    writeConsent(localStorage, { preferences: true, analytics: false, decidedAtMs: Date.now() });
    followConsent();
    expect(kept.get('sounddesk.site-language')).toBe('de');
    writeConsent(localStorage, { preferences: false, analytics: false, decidedAtMs: Date.now() });
    followConsent();
    expect(kept.has('sounddesk.site-language')).toBe(false);
  });
});
