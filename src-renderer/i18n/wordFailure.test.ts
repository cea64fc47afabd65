import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failWith } from '../../src-shared/contract/errorTexts.ts';
import { describeExcess, describeLimit, recordingLimitsOf } from '../../src-shared/domain/planLimits.ts';
import { changeLanguage, i18n, loadTexts } from './index.ts';
import { wordFailure, wordPayload, wordText } from './wordFailure.ts';

beforeAll(() => loadTexts('app'));
afterAll(() => changeLanguage('en'));

describe('in English', () => {
  it('leaves what the host says', () => {
    const failure = failWith('FILE_EMPTY', 'fileEmpty', { values: { name: 'talk.wav' } }).toFailure();
    expect(failure.message).toBe('talk.wav is empty.');
    expect(wordFailure(failure)).toBe(failure);
    expect(wordPayload(failure)).toBe(failure);
  });
});

describe('in German', () => {
  beforeAll(() => changeLanguage('de'));

  it('says what the host refused, with its values', () => {
    expect(i18n.language).toBe('de');
    const failure = failWith('FILE_EMPTY', 'fileEmpty', { values: { name: 'talk.wav' } }).toFailure();
    expect(wordFailure(failure)).toMatchObject({ code: 'FILE_EMPTY', message: 'talk.wav ist leer.' });
  });

  it('says a sentence inside of another one, too', () => {
    const problem =
      'The folder of recordings /mnt/usb is not there. Connect its disk, make it, or choose another folder.';
    const failure = failWith('FILE_UNWRITABLE', 'nothingRecordable', { values: { reason: problem } });
    expect(wordFailure(failure.toFailure()).message).toBe(
      'Es kann nichts aufgenommen werden: Der Ordner der Aufnahmen /mnt/usb ist nicht da. Schließen Sie seine Festplatte an, legen Sie ihn an, oder wählen Sie einen anderen Ordner.',
    );
  });

  it('knows a sentence that came as written text', () => {
    const message = 'USB Mic is gone. Connect it again, or choose another device.';
    const words = 'USB Mic ist weg. Schließen Sie es wieder an, oder wählen Sie ein anderes Gerät.';
    expect(wordFailure({ code: 'DEVICE_LOST', message, retryable: false }).message).toBe(words);
    const state = { take: { ended: { code: 'DEVICE_LOST', message } }, bytes: new Uint8Array(2), at: [1] };
    expect(wordPayload(state)).toEqual({
      ...state,
      take: { ended: { code: 'DEVICE_LOST', message: words } },
    });
  });

  it('says what a plan records', () => {
    const limits = recordingLimitsOf('free');
    expect(wordText(describeExcess(limits, 'audio', 3) ?? '')).toBe(
      'Die Gratisstufe nimmt 1 Tonspur auf einmal auf, 3 sind an. Schalten Sie 2 aus, nehmen Sie alle als eine Mischung auf, oder wechseln Sie unter Abrechnung zu einem größeren Tarif.',
    );
    expect(wordText(describeLimit(recordingLimitsOf('professional'), 'video', 2) ?? '')).toBe(
      'Der Tarif Professional nimmt 2 Kameras auf einmal auf: Mehr lassen sich nicht gleichzeitig einschalten.',
    );
  });

  it('leaves what has no sentence of its own as it is', () => {
    const failure = { code: 'INTERNAL', message: 'Something broke.', retryable: false } as const;
    expect(wordFailure(failure)).toEqual(failure);
    expect(wordFailure({ ...failure, details: { text: 'toString' } })).toMatchObject(failure);
    expect(wordPayload({ name: 'The Free tier', text: 'The Free tier' })).toEqual({
      name: 'The Free tier',
      text: 'The Free tier',
    });
  });
});
