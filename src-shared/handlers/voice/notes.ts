import { failWith } from '../../contract/errorTexts.ts';
import { TRANSLATION_MODEL } from '../../domain/voiceAi/index.ts';
import { tokensOf, translationUsd } from '../../domain/voiceAi/prices.ts';
import {
  NOTES_FORMAT,
  NOTES_INSTRUCTION,
  NOTES_MAX_TOKENS,
  notesAnswerSchema,
  type NotesAnswer,
} from '../../domain/transcript/notes.ts';
import type { VoiceContext } from './context.ts';

/** What makes notes of a piece of a transcript, with the person's own key. */
export interface NotesEngine {
  model: string;
  /** US dollars at most for these pieces: an answer may be shorter. */
  priceOf: (pieces: readonly string[]) => Promise<number>;
  write: (piece: string, signal: AbortSignal) => Promise<{ answer: NotesAnswer; usd: number }>;
}

export function createNotesEngine({ openAi, spending, note }: VoiceContext): NotesEngine {
  const priceOf = async (pieces: readonly string[]) => {
    const { prices } = (await spending.read()).settings;
    return pieces.reduce((sum, piece) => {
      const input = tokensOf(piece) + tokensOf(NOTES_INSTRUCTION) + tokensOf(JSON.stringify(NOTES_FORMAT));
      return sum + translationUsd({ input, output: NOTES_MAX_TOKENS }, prices);
    }, 0);
  };
  return {
    model: TRANSLATION_MODEL,
    priceOf,
    async write(piece, signal) {
      const client = await openAi();
      await spending.assertWithinCap(await priceOf([piece]));
      const { content, tokens, usd } = await client.complete(
        {
          instruction: NOTES_INSTRUCTION,
          text: piece,
          maxTokens: NOTES_MAX_TOKENS,
          format: NOTES_FORMAT,
        },
        signal,
      );
      await note({ provider: 'openai', kind: 'notes', amount: tokens, usd });
      return { answer: parseAnswer(content), usd: usd ?? 0 };
    },
  };
}

function parseAnswer(content: string): NotesAnswer {
  const answer = notesAnswerSchema.safeParse(jsonOf(content));
  if (answer.success) return answer.data;
  throw failWith('PROVIDER_REFUSED', 'providerAnswerBroken', {
    values: { provider: 'OpenAI' },
    retryable: true,
    cause: answer.error,
  });
}

/** undefined: it is none, or broke off. */
function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
