import { RpcError, type ErrorCode } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { KeyCheck, Transcription, Voice } from '../../contract/voice.ts';
import {
  addedAnswer,
  scribeAnswer,
  subscriptionAnswer,
  voicesAnswer,
  type AnswerSchema,
  type ScribeAnswer,
} from '../../domain/voiceAi/answers.ts';
import { ONLINE_ENGINES, SPEECH_MODEL } from '../../domain/voiceAi/index.ts';
import type { SpokenWord } from '../../domain/transcript/piece.ts';
import { transcriptionUsd, type Prices } from '../../domain/voiceAi/prices.ts';
import { callProvider, readJson, type FailedWork, type ProviderRequest } from './providerCall.ts';
import { confidenceOf, spreadWords, type TimedWord } from './timedWords.ts';

export const ELEVENLABS_URL = 'https://api.elevenlabs.io/v1';

/** Failures that say nothing of a key. */
const NO_ANSWERS: readonly ErrorCode[] = ['PROVIDER_UNREACHABLE', 'TOO_MANY_REQUESTS', 'CANCELLED'];
/** That Scribe takes for `num_speakers`. */
const MOST_SPEAKERS = 32;

export interface ElevenLabsOptions {
  /** What a call is reckoned by. */
  prices: Prices;
  fetch: typeof fetch;
  baseUrl: string;
  key: string;
  /** Code of the language that is spoken; otherwise the model finds it. */
  language?: string;
}

export interface SpokenText {
  voiceId: string;
  text: string;
  stability: number;
  similarity: number;
}

function openRequests({ fetch: fetcher, baseUrl, key }: ElevenLabsOptions) {
  const requestOf = (
    work: FailedWork,
    path: string,
    init: RequestInit,
    signal: AbortSignal,
  ): ProviderRequest => {
    const headers = { ...init.headers, 'xi-api-key': key };
    const url = `${baseUrl.replace(/\/+$/, '')}/${path}`;
    return { provider: 'elevenlabs', work, url, init: { ...init, headers }, signal };
  };
  const ask = async <T>(schema: AnswerSchema<T>, request: ProviderRequest): Promise<T> => {
    const answer = schema.safeParse(await readJson(request, await callProvider(fetcher, request)));
    if (answer.success) return answer.data;
    throw failWith('PROVIDER_REFUSED', 'providerAnswerBroken', { values: { provider: 'ElevenLabs' } });
  };
  const hear = (body: FormData, signal: AbortSignal) =>
    ask(scribeAnswer, requestOf('transcriptionFailed', 'speech-to-text', { method: 'POST', body }, signal));
  return { requestOf, ask, hear };
}

/** The calls of ElevenLabs' API that we make: https://elevenlabs.io/docs/api-reference. */
export function createElevenLabs(options: ElevenLabsOptions) {
  const { fetch: fetcher, prices, language } = options;
  const { requestOf, ask, hear } = openRequests(options);
  return {
    /** A key may be good for voices alone: then what is left of the subscription is not known. A broken line is no answer. */
    async check(signal: AbortSignal): Promise<Omit<KeyCheck, 'isValid' | 'canTranscribe'>> {
      await ask(voicesAnswer, requestOf('keyCheckFailed', 'voices', {}, signal));
      const left = await ask(
        subscriptionAnswer,
        requestOf('keyCheckFailed', 'user/subscription', {}, signal),
      ).catch(nothingSaid);
      const renewsAtSec = left?.next_character_count_reset_unix ?? null;
      return {
        usedCharacters: left?.character_count ?? null,
        maxCharacters: left?.character_limit ?? null,
        renewsAtMs: renewsAtSec === null ? null : renewsAtSec * 1000,
        canClone: left?.can_use_instant_voice_cloning ?? null,
      };
    },

    async listVoices(signal: AbortSignal): Promise<Omit<Voice, 'consentAtMs'>[]> {
      const { voices } = await ask(voicesAnswer, requestOf('voicesFailed', 'voices', {}, signal));
      return voices.map(({ voice_id: voiceId, name, category, description }) => ({
        voiceId,
        name,
        description: description ?? '',
        kind: category === 'cloned' || category === 'professional' ? 'cloned' : 'provided',
      }));
    },

    /** Answers the id of the new voice. */
    async addVoice(
      voice: { name: string; description: string; sample: File },
      signal: AbortSignal,
    ): Promise<string> {
      const body = new FormData();
      body.append('name', voice.name);
      body.append('description', voice.description);
      body.append('files', voice.sample);
      const request = requestOf('cloningFailed', 'voices/add', { method: 'POST', body }, signal);
      return (await ask(addedAnswer, request)).voice_id;
    },

    /** One that is gone already counts as deleted. */
    async deleteVoice(voiceId: string, signal: AbortSignal): Promise<void> {
      const path = `voices/${encodeURIComponent(voiceId)}`;
      const request = requestOf('voicesFailed', path, { method: 'DELETE' }, signal);
      await callProvider(takingGoneAsDone(fetcher), request);
    },

    /** Laughter and the like is no speech, and is not asked for. */
    async transcribe(sound: File, signal: AbortSignal): Promise<Transcription & { words: TimedWord[] }> {
      return toTranscription(await hear(scribeForm(sound, language), signal), prices);
    },

    /** The same, with a name for everybody who speaks: `speaker_0`, `speaker_1` … */
    async diarize(sound: File, mostSpeakers: number | null, signal: AbortSignal) {
      const answer = await hear(apartForm(sound, language, mostSpeakers), signal);
      const { durationSec, ...found } = toTranscription(answer, prices);
      return { words: spokenWords(answer), language: found.language, durationSec };
    },

    /** One piece of a text as MP3. */
    async speak({ voiceId, text, stability, similarity }: SpokenText, signal: AbortSignal) {
      const path = `text-to-speech/${encodeURIComponent(voiceId)}`;
      const body = {
        text,
        model_id: SPEECH_MODEL,
        voice_settings: { stability, similarity_boost: similarity },
      };
      const request = requestOf('speechFailed', path, jsonForSound(body), signal);
      const response = await callProvider(fetcher, request);
      if (!response.body)
        throw failWith('PROVIDER_REFUSED', 'providerAnswerBroken', { values: { provider: 'ElevenLabs' } });
      return response.body;
    },
  };
}

/** The provider refused to say it. */
function nothingSaid(error: unknown): null {
  if (error instanceof RpcError && !NO_ANSWERS.includes(error.code)) return null;
  throw error;
}

function scribeForm(sound: File, language: string | undefined): FormData {
  const form = new FormData();
  if (language !== undefined) form.append('language_code', language);
  form.append('model_id', ONLINE_ENGINES.elevenlabs.model);
  form.append('file', sound);
  form.append('timestamps_granularity', 'word');
  form.append('tag_audio_events', 'false');
  return form;
}

function apartForm(sound: File, language: string | undefined, mostSpeakers: number | null): FormData {
  const form = scribeForm(sound, language);
  form.append('diarize', 'true');
  if (mostSpeakers !== null) form.append('num_speakers', String(Math.min(mostSpeakers, MOST_SPEAKERS)));
  return form;
}

function toTranscription(answer: ScribeAnswer, prices: Prices): Transcription & { words: TimedWord[] } {
  const durationSec = answer.audio_duration_secs ?? null;
  return {
    text: answer.text.trim(),
    language: answer.language_code ?? null,
    durationSec,
    usd: durationSec === null ? null : transcriptionUsd(durationSec, prices, 'elevenlabs'),
    words: wordsOf(answer),
  };
}

/** A compatible server that times no words gets each its share. */
function wordsOf(answer: ScribeAnswer): TimedWord[] {
  const timed = spokenWords(answer).map(({ speaker: _, ...word }) => word);
  return timed.length > 0 ? timed : spreadWords(answer.text, answer.audio_duration_secs ?? 0);
}

const spokenWords = ({ words }: ScribeAnswer): SpokenWord[] =>
  (words ?? []).flatMap(({ text, type, start, end, logprob, speaker_id: speaker }) => {
    const isWord = (type ?? 'word') === 'word' && text.trim() !== '' && typeof start === 'number';
    if (!isWord) return [];
    const endSec = Math.max(start, end ?? start);
    return [{ startSec: start, endSec, text: text.trim(), ...confidenceOf(logprob), speaker: speaker ?? '' }];
  });

const jsonForSound = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'audio/mpeg' },
  body: JSON.stringify(body),
});

/** A voice that is not there is what deleting it wanted. */
const takingGoneAsDone =
  (fetcher: typeof fetch): typeof fetch =>
  async (url, init) => {
    const response = await fetcher(url, init);
    const isGone =
      response.status === 404 ||
      (response.status === 400 && /voice_(?:does_not_exist|not_found)/.test(await response.clone().text()));
    return isGone ? new Response('{}') : response;
  };
