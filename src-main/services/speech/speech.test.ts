import { beforeAll, describe, expect, it } from 'vitest';
import { speakKnownWords, type KnownWords } from '../../../tests/lib/knownWords.ts';
import { joinTokens } from '../../../src-shared/handlers/voice/index.ts';
import { alignWords, canAlign } from './align.ts';
import { pronounce } from './pronounce.ts';
import { listOfflineVoices, speakOffline } from './voices.ts';

const never = new AbortController().signal;

describe.runIf(canAlign())('words are found where they were said', () => {
  const spoken: KnownWords[] = [];
  beforeAll(() => void spoken.push(speakKnownWords(8, 1), speakKnownWords(8, 2)));

  it.each([
    ['as the provider times them', 0],
    ['300 ms late', 0.3],
    ['300 ms early', -0.3],
  ])('%s', async (_name, shiftSec) => {
    const errors: number[] = [];
    for (const { wav, words } of spoken) {
      const shifted = words.map((word) => ({ ...word, startSec: word.startSec + shiftSec }));
      const found = await alignWords(wav, shifted, never);
      expect(found?.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
      for (const [index, word] of words.entries()) {
        errors.push(Math.abs((found?.[index]?.startSec ?? 0) - word.startSec) * 1000);
      }
    }
    errors.sort((a, b) => a - b);
    const at = (share: number) => errors[Math.floor(share * (errors.length - 1))];
    expect(at(0.5), 'p50').toBeLessThanOrEqual(20);
    expect(at(0.9), 'p90').toBeLessThanOrEqual(50);
    expect(at(1), 'max').toBeLessThanOrEqual(100);
  });

  it('and stay as they were where they were not said', async () => {
    const silence = speakKnownWords(0, 1).wav;
    const words = [{ text: 'elephant', startSec: 0.1, endSec: 0.2 }];
    const found = await alignWords(silence, words, never);
    expect(found === null || found[0]?.text === 'elephant').toBe(true);
    expect(await alignWords(silence, [], never)).toBeNull();
  });
});

it('says letters, numbers and accents that are in no dictionary', () => {
  const dictionary = new Map([
    ['forty', 'F AO R T IY'],
    ['two', 'T UW'],
    ["don't", 'D OW N T'],
  ]);
  expect(pronounce('“42,”', dictionary)).toBe('F AO R T IY T UW');
  expect(pronounce('Don’t!', dictionary)).toBe('D OW N T');
  expect(pronounce('Zoë', dictionary)).toBe('Z OW EH');
  expect(pronounce('…', dictionary)).toBe('AH');
});

it('joins the pieces of a model to words, and leaves out what nobody said', () => {
  const token = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 100 });
  const tokens = [' Mr', '.', ' Dash', 'wood', ' [', 'BLANK', '_AUDIO', ']', ' said', ' -'];
  expect(joinTokens(tokens.map((text, index) => token(text, 100 * index)))).toEqual([
    { text: 'Mr.', startSec: 0, endSec: 0.2 },
    { text: 'Dashwood', startSec: 0.2, endSec: 0.4 },
    { text: 'said', startSec: 0.8, endSec: 0.9 },
  ]);
  expect(joinTokens([])).toEqual([]);
});

describe('a voice of this computer', () => {
  it('speaks an MP3', async () => {
    const voices = await listOfflineVoices();
    expect(voices).toContainEqual(expect.objectContaining({ voiceId: 'offline-en-us', kind: 'offline' }));
    const sound = await speakOffline('offline-en-us', '-v Good evening; `id`', never);
    // A frame of MPEG, or a tag before it.
    expect(sound.subarray(0, 3).toString('latin1')).toMatch(/^(?:ID3|\xff)/);
    expect(sound.length).toBeGreaterThan(5000);
  });

  it('that is not there is refused', async () => {
    await expect(speakOffline('offline-xx', 'Hello', never)).rejects.toMatchObject({ code: 'BAD_OPTION' });
    const cancelled = AbortSignal.abort();
    await expect(speakOffline('offline-de', 'Hallo', cancelled)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
