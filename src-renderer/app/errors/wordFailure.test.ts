import { afterAll, beforeAll, expect, it } from 'vitest';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { changeLanguage, i18n, loadTexts } from '../../i18n/index.ts';
import { wordFailure } from './wordFailure.ts';

beforeAll(() => loadTexts('app'));
afterAll(() => changeLanguage('en'));

it('says what the host refused in the language of the screen, with its values', async () => {
  const failure = failWith('FILE_EMPTY', 'fileEmpty', { values: { name: 'talk.wav' } }).toFailure();
  expect(failure.message).toBe('talk.wav is empty.');
  expect(wordFailure(failure)).toEqual(failure);
  await changeLanguage('de');
  expect(i18n.language).toBe('de');
  expect(wordFailure(failure)).toMatchObject({ code: 'FILE_EMPTY', message: 'talk.wav ist leer.' });
});

it('leaves what has no sentence of its own as it is', () => {
  const failure = { code: 'INTERNAL', message: 'Something broke.', retryable: false } as const;
  expect(wordFailure(failure)).toEqual(failure);
  expect(wordFailure({ ...failure, details: { text: 'toString' } })).toMatchObject(failure);
});
