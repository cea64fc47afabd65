import type { voiceContract } from '../../contract/voice.ts';
import {
  MAX_TRANSCRIBED_BYTES,
  TRANSCRIPTION_MODEL,
  TRANSLATION_MAX_TOKENS,
} from '../../domain/voiceAi/index.ts';
import { splitText } from '../../domain/voiceAi/pieces.ts';
import { estimateTranslationUsd, transcriptionUsd } from '../../domain/voiceAi/prices.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { VoiceContext } from './context.ts';
import type { TimedWord } from './openAi.ts';
import { takeBytes } from './takeBytes.ts';

/** A piece whose translation fits into the answer: about two signs a token for the widest of the languages. */
const MAX_TRANSLATED_PIECE_LENGTH = 2 * TRANSLATION_MAX_TOKENS;

/** From sound to text, and from one language to another. */
export function createWordHandlers({
  openAi,
  spending,
  note,
}: VoiceContext): Pick<Handlers<typeof voiceContract>, 'voice.transcribe' | 'voice.translate'> {
  return {
    async 'voice.transcribe'({ name, type, durationSec }, { bytes, signal }) {
      const client = await openAi();
      await spending.assertWithinCap(durationSec === null ? 0 : transcriptionUsd(durationSec));
      const sound = await takeBytes(bytes, MAX_TRANSCRIBED_BYTES, name);
      const { words: _, ...found } = await client.transcribe(new File([sound], name, { type }), signal);
      const amount = found.durationSec ?? durationSec ?? 0;
      await note({ provider: 'openai', kind: 'transcription', amount, usd: found.usd });
      return found;
    },

    async 'voice.translate'({ text, language }, { signal }) {
      const client = await openAi();
      await spending.assertWithinCap(estimateTranslationUsd(text));
      const pieces: string[] = [];
      let usd: number | null = 0;
      for (const piece of splitText(text, MAX_TRANSLATED_PIECE_LENGTH)) {
        const translated = await client.translate(piece, language, signal);
        await note({
          provider: 'openai',
          kind: 'translation',
          amount: translated.tokens,
          usd: translated.usd,
        });
        pieces.push(translated.text);
        usd = usd === null || translated.usd === null ? null : usd + translated.usd;
      }
      return { text: pieces.join('\n'), usd };
    },
  };
}

/** What turns a short piece of sound into words: for transcripts of recordings. */
export interface SpanEngine {
  model: string;
  /** US dollars for so many seconds. */
  priceOf: (durationSec: number) => number;
  /** Throws where the plan, the key or the cap of the month stand against it. */
  assertReady: (durationSec: number) => Promise<void>;
  transcribe: (
    sound: Uint8Array<ArrayBuffer>,
    durationSec: number,
    signal: AbortSignal,
  ) => Promise<{ words: TimedWord[]; language: string | null; usd: number }>;
}

export function createSpanEngine({ openAi, spending, note }: VoiceContext): SpanEngine {
  return {
    model: TRANSCRIPTION_MODEL,
    priceOf: transcriptionUsd,
    async assertReady(durationSec) {
      await openAi();
      await spending.assertWithinCap(transcriptionUsd(durationSec));
    },
    async transcribe(sound, durationSec, signal) {
      const client = await openAi();
      const found = await client.transcribe(new File([sound], 'speech.wav', { type: 'audio/wav' }), signal);
      const amount = found.durationSec ?? durationSec;
      const usd = found.usd ?? transcriptionUsd(durationSec);
      await note({ provider: 'openai', kind: 'transcription', amount, usd });
      return { words: found.words, language: found.language, usd };
    },
  };
}
