import createModule from '@transcribe/shout';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinTokens } from '../../../src-shared/handlers/voice/index.ts';
import { SHORT_WINDOW } from '../../../src-shared/domain/models/index.ts';
import { makeSpokenModel } from '../../../tests/lib/spokenModel.ts';
import { openWhisper, type CreateShout } from './whisperModule.ts';

const SOUND = Float32Array.from({ length: 32_000 }, (_, at) => 0.1 * Math.sin(at / 10));
/** Of a worker, which the module asks by its name. */
const scope = { postMessage: (_: unknown) => undefined };

// A browser gives threads nothing to share in a page like ours.
beforeEach(() => {
  vi.stubGlobal('self', scope);
  vi.stubGlobal('SharedArrayBuffer', undefined);
});
afterEach(() => void vi.unstubAllGlobals());

const open = (model: Uint8Array) =>
  openWhisper(model, { window: SHORT_WINDOW, createModule: createModule as CreateShout, scope });

describe('Whisper on one thread', () => {
  it('reads a model and hears its words with their times, again and again', async () => {
    const whisper = await open(makeSpokenModel([' Good', ' evening', ' every', 'body', '.'], 2));
    for (const language of ['en', null]) {
      const heard = whisper.transcribe(SOUND, language);
      expect(heard.language).toBe('en');
      const words = joinTokens(heard.tokens);
      expect(words.map(({ text }) => text)).toEqual(['Good', 'evening', 'everybody.']);
      expect(words[0]?.startSec).toBeLessThan(0.1);
      expect(words.at(-1)?.endSec).toBeCloseTo(2, 1);
      for (const { confidence } of words) expect(confidence).toBeGreaterThan(0.9);
    }
  });

  it('hears marks and signs of every script as they are', async () => {
    const [first, second] = [Uint8Array.of(0xe6, 0x97), Uint8Array.of(0xa5)];
    const whisper = await open(makeSpokenModel([' "so"', ' a\\b', ' ', first, second, '!'], 2));
    const said = joinTokens(whisper.transcribe(SOUND, 'en').tokens).map(({ text }) => text);
    expect(said.join(' ')).toBe('"so" a\\b 日!');
  });

  it('says that a file is no model', async () => {
    await expect(open(new Uint8Array(1000))).rejects.toThrow(/magic|load/);
    const whole = makeSpokenModel([' yes'], 1);
    await expect(open(whole.slice(0, whole.length - 5000))).rejects.toThrow();
  });
});
