import { describe, expect, it } from 'vitest';
import { LANGUAGES, matchLanguage, pathIn, splitLanguage } from './languages.ts';

describe('languages', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR', 'fr'], 'fr'],
    [['ES'], 'es'],
    [['ja', 'ko'], 'en'],
    [[], 'en'],
  ])('%j asks for %s', (wanted, language) => {
    expect(matchLanguage(wanted)).toBe(language);
  });

  it.each([
    ['/de/pricing', 'de', '/pricing'],
    ['/fr', 'fr', '/'],
    ['/fr/', 'fr', '/'],
    ['/pricing', null, '/pricing'],
    ['/documentation/de', null, '/documentation/de'],
    ['/en/pricing', null, '/en/pricing'],
    ['/developers', null, '/developers'],
  ])('parts %s', (address, language, path) => {
    expect(splitLanguage(address)).toEqual({ language, path });
  });

  it.each(['/', '/landing', '/documentation/latency'])('%s is found again in each language', (path) => {
    for (const language of LANGUAGES)
      expect(splitLanguage(pathIn(language, path))).toEqual({
        language: language === 'en' ? null : language,
        path,
      });
  });
});
