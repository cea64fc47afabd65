import { describe, expect, it } from 'vitest';
import { TRANSLATION_LANGUAGE_IDS } from '../voiceAi/index.ts';
import { MODEL_CATALOGUE, modelNameOf, spokenLanguage, translationPath } from './index.ts';

describe('models of translation', () => {
  it('are there from English into each language, and back', () => {
    const ids = new Set(MODEL_CATALOGUE.map(({ id }) => id));
    for (const language of TRANSLATION_LANGUAGE_IDS) {
      expect(ids).toContain(translationPath('en', language)[0]);
      expect(ids).toContain(translationPath(language, 'en')[0]);
    }
  });

  it('translate between two others by way of English, and nothing into itself', () => {
    expect(translationPath('de', 'fr')).toEqual(['translate-de-en', 'translate-en-fr']);
    expect(translationPath('de', 'de')).toEqual([]);
    expect(modelNameOf('translate-ja-en')).toBe('Japanese to English');
  });

  it('know a language by its code or its name', () => {
    expect(
      ['de', 'de-CH', 'German', 'german', 'zh', 'english', 'en', 'welsh', null].map(spokenLanguage),
    ).toEqual(['de', 'de', 'de', 'de', 'zh', 'en', 'en', 'en', 'en']);
  });
});
