import { failWith } from '../../contract/errorTexts.ts';
import type { KeyCheck, Transcription } from '../../contract/voice.ts';
import {
  APART_MODEL,
  TRANSCRIPTION_MODEL,
  TRANSLATION_LANGUAGES,
  TRANSLATION_MAX_TOKENS,
  TRANSLATION_MODEL,
  TRANSLATION_TEMPERATURE,
  type TranslationLanguage,
} from '../../domain/voiceAi/index.ts';
import {
  chatAnswer,
  diarizedAnswer,
  modelsAnswer,
  transcriptionAnswer,
  type AnswerSchema,
  type DiarizedAnswer,
  type TranscriptionAnswer,
} from '../../domain/voiceAi/answers.ts';
import type { SpokenWord } from '../../domain/transcript/piece.ts';
import { transcriptionUsd, translationUsd, type Prices } from '../../domain/voiceAi/prices.ts';
import { callProvider, readJson, type FailedWork, type ProviderRequest } from './providerCall.ts';
import { confidenceOf, spreadWords, type TimedWord } from './timedWords.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';

/** As the model times them; a compatible server that does not gets each word its share of the time by its length. */
function timedWords(answer: TranscriptionAnswer, durationSec: number): TimedWord[] {
  if (answer.words && answer.words.length > 0) {
    return answer.words.flatMap(({ word: said, start, end }) => {
      const text = said.trim();
      const word = { startSec: start, endSec: Math.max(start, end), text };
      return text === '' ? [] : [withConfidence(word, answer)];
    });
  }
  return spreadWords(answer.text, durationSec).map((word) => withConfidence(word, answer));
}

/** Of the segment that a word is in: the model gives its mean log probability, none of a word. */
function withConfidence(word: TimedWord, { segments }: TranscriptionAnswer): TimedWord {
  const middleSec = (word.startSec + word.endSec) / 2;
  const segment = segments?.find(({ start, end }) => middleSec >= start && middleSec <= end);
  return { ...word, ...confidenceOf(segment?.avg_logprob) };
}

export interface OpenAiOptions {
  /** What a call is reckoned by. */
  prices: Prices;
  fetch: typeof fetch;
  baseUrl: string;
  key: string;
  /** Code of the language that is spoken; otherwise the model finds it. */
  language?: string;
}

function formOf(sound: File, language: string | undefined): FormData {
  const form = new FormData();
  form.append('file', sound);
  if (language !== undefined) form.append('language', language);
  form.append('model', TRANSCRIPTION_MODEL);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  return form;
}

/** `auto`: without it more than 30 s are refused. */
function apartFormOf(sound: File, language: string | undefined): FormData {
  const form = new FormData();
  form.append('file', sound);
  if (language !== undefined) form.append('language', language);
  form.append('model', APART_MODEL);
  form.append('response_format', 'diarized_json');
  form.append('chunking_strategy', 'auto');
  return form;
}

/** Each word gets its share of what one person says. */
const spokenWords = ({ segments }: DiarizedAnswer): SpokenWord[] =>
  segments.flatMap(({ start, end, text, speaker }) =>
    spreadWords(text, Math.max(0, end - start)).map((word) => ({
      ...word,
      startSec: start + word.startSec,
      endSec: start + word.endSec,
      speaker: speaker ?? '',
    })),
  );

interface Completion {
  instruction: string;
  text: string;
  maxTokens: number;
  /** As `json_schema` takes it; null: plain text. */
  format: object | null;
}

const completionOf = ({ instruction, text, maxTokens, format }: Completion) => ({
  model: TRANSLATION_MODEL,
  messages: [
    { role: 'system', content: instruction },
    { role: 'user', content: text },
  ],
  max_tokens: maxTokens,
  temperature: TRANSLATION_TEMPERATURE,
  ...(format && { response_format: { type: 'json_schema', json_schema: format } }),
});

/** The five calls of OpenAI's API that we make: https://platform.openai.com/docs/api-reference. */
export function createOpenAi({ fetch: fetcher, baseUrl, key, prices, language }: OpenAiOptions) {
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
  const hear = <T>(schema: AnswerSchema<T>, body: FormData, signal: AbortSignal) =>
    ask(schema, 'transcriptionFailed', 'audio/transcriptions', { method: 'POST', body }, signal);
  /** What the model says, and what that cost. */
  async function chat(work: FailedWork, body: object, signal: AbortSignal) {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const { choices, usage } = await ask(chatAnswer, work, 'chat/completions', init, signal);
    const tokens = usage && { input: usage.prompt_tokens, output: usage.completion_tokens };
    return {
      content: choices[0]?.message.content?.trim() ?? '',
      tokens: tokens ? tokens.input + tokens.output : 0,
      usd: tokens ? translationUsd(tokens, prices) : null,
    };
  }
  return {
    async check(signal: AbortSignal): Promise<Pick<KeyCheck, 'canTranscribe'>> {
      const { data } = await ask(modelsAnswer, 'keyCheckFailed', 'models', {}, signal);
      return { canTranscribe: data.some(({ id }) => id === TRANSCRIPTION_MODEL) };
    },

    async transcribe(sound: File, signal: AbortSignal): Promise<Transcription & { words: TimedWord[] }> {
      const answer = await hear(transcriptionAnswer, formOf(sound, language), signal);
      const durationSec = answer.duration ?? null;
      return {
        text: answer.text.trim(),
        language: answer.language ?? null,
        durationSec,
        usd: durationSec === null ? null : transcriptionUsd(durationSec, prices),
        words: timedWords(answer, durationSec ?? 0),
      };
    },

    /** The same, with a name for everybody who speaks: `A`, `B` … It asks for no number of them, and names no language. */
    async diarize(sound: File, _mostSpeakers: number | null, signal: AbortSignal) {
      const answer = await hear(diarizedAnswer, apartFormOf(sound, language), signal);
      return { words: spokenWords(answer), language: null, durationSec: answer.duration ?? null };
    },

    complete: (completion: Completion, signal: AbortSignal) =>
      chat('notesFailed', completionOf(completion), signal),

    /** One piece of a text; the original where the model answers nothing. */
    async translate(text: string, into: TranslationLanguage, signal: AbortSignal) {
      const instruction = `Translate the user's text to ${TRANSLATION_LANGUAGES[into]}. Keep each line a line. Answer with the translation alone.`;
      const body = completionOf({ instruction, text, maxTokens: TRANSLATION_MAX_TOKENS, format: null });
      const { content, ...cost } = await chat('translationFailed', body, signal);
      return { text: content === '' ? text : content, ...cost };
    },
  };
}
