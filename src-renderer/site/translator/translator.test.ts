import { describe, expect, it } from 'vitest';
import {
  isReachable,
  nameOf,
  TRANSLATOR_LANGUAGES,
  translatorAddress,
  wantedLanguage,
} from './translator.ts';

describe('the page translator', () => {
  it('gets the page alone, without query and fragment', () => {
    const page = new URL('https://studio.example.org/de/pricing?token=secret#secret');
    expect(translatorAddress(page, 'de', 'it')).toBe(
      'https://translate.google.com/translate?sl=de&tl=it&u=https%3A%2F%2Fstudio.example.org%2Fde%2Fpricing',
    );
  });

  it.each([
    [['pt-BR', 'en'], 'pt'],
    [['zh-TW'], 'zh-TW'],
    [['zh-Hans-CN'], 'zh-CN'],
    [['de', 'en', 'IT'], 'it'],
    [['tlh'], 'ar'],
    [[], 'ar'],
  ])('begins for %j with %s', (tags, language) => {
    expect(wantedLanguage(tags)).toBe(language);
  });

  it.each(['https://studio.example.org', 'https://8.8.8.8', 'https://172.32.0.1'])(
    'can read %s',
    (address) => {
      expect(isReachable(new URL(address))).toBe(true);
    },
  );

  it.each([
    ...['localhost:4173', '127.0.0.1:4173', '10.0.0.2', '192.168.1.4', '172.20.0.1', '169.254.1.1'],
    ...['[::1]', 'studio', 'studio.local', 'studio.home.arpa'],
  ])('can not read %s', (host) => {
    expect(isReachable(new URL(`http://${host}`))).toBe(false);
  });

  it('names each language in itself', () => {
    expect(nameOf('it')).toBe('italiano');
    for (const language of TRANSLATOR_LANGUAGES) expect(nameOf(language)).not.toBe(language);
  });
});
