import { failWith } from '../../contract/errorTexts.ts';
import type { KeyCheck, Transcription } from '../../contract/voice.ts';
import {
  TRANSCRIPTION_MODEL,
  TRANSLATION_LANGUAGES,
  TRANSLATION_MAX_TOKENS,
  TRANSLATION_MODEL,
  TRANSLATION_TEMPERATURE,
  type TranslationLanguage,
} from '../../domain/voiceAi/index.ts';
import {
  chatAnswer,
  modelsAnswer,
  transcriptionAnswer,
  type AnswerSchema,
  type TranscriptionAnswer,
} from '../../domain/voiceAi/answers.ts';
import { transcriptionUsd, translationUsd, type Prices } from '../../domain/voiceAi/prices.ts';
import { callProvider, readJson, type FailedWork, type ProviderRequest } from './providerCall.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';

/** In seconds from the beginning of the file. */
export interface TimedWord {
  startSec: number;
  endSec: number;
  text: string;
}

/** As the model times them; a compatible server that does not gets each word its share of the time by its length. */
function timedWords(answer: TranscriptionAnswer, durationSec: number): TimedWord[] {
  if (answer.words && answer.words.length > 0) {
    return answer.words.flatMap(({ word, start, end }) => {
      const text = word.trim();
      return text === '' ? [] : [{ startSec: start, endSec: Math.max(start, end), text }];
    });
  }
  const words = answer.text.split(/\s+/).filter((word) => word !== '');
  const length = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((text) => {
    const startSec = (before / length) * durationSec;
    before += text.length;
    return { startSec, endSec: (before / length) * durationSec, text };
  });
}

export interface OpenAiOptions {
  /** What a call is reckoned by. */
  prices: Prices;
  fetch: typeof fetch;
  baseUrl: string;
  key: string;
}

function formOf(sound: File): FormData {
  const form = new FormData();
  form.append('file', sound);
  form.append('model', TRANSCRIPTION_MODEL);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  return form;
}

/** The three calls of OpenAI's API that we make: https://platform.openai.com/docs/api-reference. */
export function createOpenAi({ fetch: fetcher, baseUrl, key, prices }: OpenAiOptions) {
  const authorization = `Bearer ${key}`;
  async function ask<T>(
    schema: AnswerSchema<T>,
    work: FailedWork,
    path: string,
    init: RequestInit,
    signal: AbortSignal,
  ): Promise<T> {
    const request: ProviderRequest = {
      provider: 'openai',
      work,
      url: `${baseUrl.replace(/\/+$/, '')}/${path}`,
      init: { ...init, headers: { ...init.headers, authorization } },
      signal,
    };
    const answer = schema.safeParse(await readJson(request, await callProvider(fetcher, request)));
    if (answer.success) return answer.data;
    throw failWith('PROVIDER_REFUSED', 'providerAnswerBroken', { values: { provider: 'OpenAI' } });
  }
  return {
    async check(signal: AbortSignal): Promise<Pick<KeyCheck, 'canTranscribe'>> {
      const { data } = await ask(modelsAnswer, 'keyCheckFailed', 'models', {}, signal);
      return { canTranscribe: data.some(({ id }) => id === TRANSCRIPTION_MODEL) };
    },

    async transcribe(sound: File, signal: AbortSignal): Promise<Transcription & { words: TimedWord[] }> {
      const answer = await ask(
        transcriptionAnswer,
        'transcriptionFailed',
        'audio/transcriptions',
        { method: 'POST', body: formOf(sound) },
        signal,
      );
      const durationSec = answer.duration ?? null;
      return {
        text: answer.text.trim(),
        language: answer.language ?? null,
        durationSec,
        usd: durationSec === null ? null : transcriptionUsd(durationSec, prices),
        words: timedWords(answer, durationSec ?? 0),
      };
    },

    /** One piece of a text; the original where the model answers nothing. */
    async translate(text: string, language: TranslationLanguage, signal: AbortSignal) {
      const body = {
        model: TRANSLATION_MODEL,
        messages: [
          {
            role: 'system',
            content: `Translate the user's text to ${TRANSLATION_LANGUAGES[language]}. Answer with the translation alone.`,
          },
          { role: 'user', content: text },
        ],
        max_tokens: TRANSLATION_MAX_TOKENS,
        temperature: TRANSLATION_TEMPERATURE,
      };
      const { choices, usage } = await ask(
        chatAnswer,
        'translationFailed',
        'chat/completions',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        signal,
      );
      const content = choices[0]?.message.content?.trim() ?? '';
      const tokens = usage && { input: usage.prompt_tokens, output: usage.completion_tokens };
      return {
        text: content === '' ? text : content,
        tokens: tokens ? tokens.input + tokens.output : 0,
        usd: tokens ? translationUsd(tokens, prices) : null,
      };
    },
  };
}
