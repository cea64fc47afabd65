import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { KeyCheck, voiceContract } from '../../contract/voice.ts';
import type { Handlers } from '../../rpc/index.ts';
import { createVoiceContext, type VoiceServiceOptions } from './context.ts';
import { createElevenLabs } from './elevenLabs.ts';
import { createOpenAi } from './openAi.ts';
import { createNotesEngine, type NotesEngine } from './notes.ts';
import { createVoiceHandlers } from './voices.ts';
import { openSpanEngine, createWordHandlers, type SpanEngine } from './words.ts';

export type { ConsentStore } from './consents.ts';
export type { VoiceServiceOptions } from './context.ts';
export type { VoiceStore } from './spending.ts';
export { OFFLINE_VOICE_PREFIX, type OfflineSpeech, type OfflineWords } from './offline.ts';
export type { TimedWord } from './timedWords.ts';
export { openMoonshine, type Moonshine, type OnnxRuntime } from './moonshine.ts';
export { joinTokens, type SpokenToken } from './tokens.ts';
export type { NotesEngine } from './notes.ts';
export type { SpanEngine } from './words.ts';

const UNKNOWN: Omit<KeyCheck, 'isValid'> = {
  usedCharacters: null,
  maxCharacters: null,
  renewsAtMs: null,
  canClone: null,
  canTranscribe: null,
};

export interface VoiceService {
  handlers: Handlers<typeof voiceContract>;
  /** The engine that is chosen now. */
  openSpans: () => Promise<SpanEngine>;
  /** The same for words without times. */
  openCaptions: () => Promise<SpanEngine>;
  notes: NotesEngine;
}

/** Voice AI with the user's own keys: transcription, translation, cloned voices, speech. The same in every host. */
export function createVoiceService(options: VoiceServiceOptions): VoiceService {
  const context = createVoiceContext(options);
  const { spending, inTurn, announce, clientOptions } = context;
  const handlers: VoiceService['handlers'] = {
    ...createWordHandlers(context),
    ...createVoiceHandlers(context),
    'voice.read': () => spending.read(),

    async 'voice.updateSettings'(patch) {
      try {
        await inTurn(() => spending.updateSettings(patch));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw failWith('SETTINGS_UNWRITABLE', 'voiceUnsaved', {
          values: { reason },
          cause: error,
          retryable: true,
        });
      }
      await announce();
      return await spending.read();
    },

    async 'voice.checkKey'({ provider, key }, { signal }) {
      const given = await clientOptions(provider, key);
      try {
        const found =
          provider === 'openai'
            ? await createOpenAi(given).check(signal)
            : await createElevenLabs(given).check(signal);
        return { ...UNKNOWN, ...found, isValid: true };
      } catch (error) {
        if (error instanceof RpcError && error.code === 'KEY_REFUSED') return { ...UNKNOWN, isValid: false };
        throw error;
      }
    },
  };
  return {
    handlers,
    openSpans: () => openSpanEngine(context, { isTimed: true }),
    openCaptions: () => openSpanEngine(context, { isTimed: false }),
    notes: createNotesEngine(context),
  };
}
