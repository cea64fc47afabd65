import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { diarize, soundOfForm, wordsOf } from './diarize.ts';

/**
 * OpenAI and ElevenLabs on this machine, true to their published API references: paths, headers, forms, answers and
 * bodies of errors. What was asked is kept for a test to look at; it bills as they do.
 */
export interface VoiceProviders {
  openAiUrl: string;
  elevenLabsUrl: string;
  asked: AskedOfProvider[];
  /** The next request to a path that has this in it is answered so. */
  answerOnce(path: string, answer: (response: ServerResponse) => void): void;
  voices: StandInVoice[];
  /** Signs of speech that were billed. */
  billedCharacters: number;
  /** Seconds of transcription that were billed. */
  billedSec: number;
  close(): Promise<void>;
}

export interface AskedOfProvider {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface StandInVoice {
  voice_id: string;
  name: string;
  category: string;
  description: string | null;
}

export const OPENAI_KEY = 'sk-proj-stand-in-0123456789abcdef';
export const ELEVENLABS_KEY = 'sk_stand_in_fedcba9876543210';
const SPOKEN = 'Good evening, and welcome to the night shift.';
const SPOKEN_SEC = 3.2;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** As OpenAI words them. */
export const openAiError = (status: number, code: string, message: string) => (response: ServerResponse) =>
  json(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
/** As ElevenLabs words them. */
export const elevenLabsError =
  (status: number, word: string, message: string) => (response: ServerResponse) =>
    json(response, status, { detail: { status: word, message } });

export async function startVoiceProviders(): Promise<VoiceProviders> {
  const once: { path: string; answer: (response: ServerResponse) => void }[] = [];
  const server = createServer((request, response) => {
    // Pages ask for themselves in a browser alone: both providers allow that.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') return allowAsked(request, response);
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      providers.asked.push({ method: request.method ?? '', path, headers: request.headers, body });
      const index = once.findIndex((entry) => path.includes(entry.path));
      if (index >= 0) return once.splice(index, 1)[0]?.answer(response);
      return path.startsWith('/openai')
        ? answerAsOpenAi(providers, request, body, response)
        : answerAsElevenLabs(providers, request, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const providers: VoiceProviders = {
    openAiUrl: `${base}/openai/v1`,
    elevenLabsUrl: `${base}/elevenlabs/v1`,
    asked: [],
    answerOnce: (path, answer) => void once.push({ path, answer }),
    voices: [{ voice_id: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel', category: 'premade', description: 'Calm' }],
    billedCharacters: 0,
    billedSec: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return providers;
}

function allowAsked({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = headers['access-control-request-headers'] ?? '';
  response.writeHead(204, { 'access-control-allow-headers': asked, 'access-control-allow-methods': '*' });
  response.end();
}

function answerAsOpenAi(
  providers: VoiceProviders,
  { headers, method, url }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  if (headers.authorization !== `Bearer ${OPENAI_KEY}`) {
    return openAiError(401, 'invalid_api_key', 'Incorrect API key provided: sk-proj-****beef.')(response);
  }
  const path = `${method} ${url?.replace('/openai/v1', '')}`;
  if (path === 'GET /models') {
    return json(response, 200, { object: 'list', data: [{ id: 'whisper-1', object: 'model' }] });
  }
  if (path === 'POST /audio/transcriptions') {
    const form = body.toString('latin1');
    if (/name="model"\r\n\r\ngpt-4o-transcribe-diarize/.test(form))
      return answerDiarized(providers, body, response);
    if (!/name="model"\r\n\r\nwhisper-1/.test(form) || !/name="file"; filename="[^"]+"/.test(form)) {
      return openAiError(400, 'missing_required_parameter', 'Missing required parameter.')(response);
    }
    providers.billedSec += SPOKEN_SEC;
    const words = { task: 'transcribe', language: 'english', duration: SPOKEN_SEC, text: SPOKEN };
    const segment = { id: 0, seek: 0, start: 0, end: SPOKEN_SEC, text: SPOKEN, avg_logprob: -0.2 };
    return json(response, 200, { ...words, segments: [segment] });
  }
  if (path === 'POST /chat/completions') {
    const { messages, response_format } = JSON.parse(body.toString()) as ChatRequest;
    const [system, user] = messages;
    if (response_format) return answerInForm(user?.content ?? '', response_format, response);
    const language = /to (\w+)\./.exec(system?.content ?? '')?.[1];
    return json(response, 200, {
      choices: [{ index: 0, message: { role: 'assistant', content: `[${language}] ${user?.content}` } }],
      usage: { prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 },
    });
  }
  return openAiError(404, 'not_found', 'Unknown request URL.')(response);
}

/**
 * https://developers.openai.com/api/docs/guides/speech-to-text: `diarized_json` alone carries names, more than 30 s want a
 * `chunking_strategy`, and there is neither a prompt nor times of words. Names are letters, in the order of their first word.
 */
function answerDiarized(providers: VoiceProviders, body: Buffer, response: ServerResponse): void {
  const form = body.toString('latin1');
  const refuse = (message: string) => openAiError(400, 'invalid_value', message)(response);
  if (!/name="response_format"\r\n\r\ndiarized_json/.test(form))
    return refuse("response_format is not compatible with model 'gpt-4o-transcribe-diarize'.");
  if (/name="(?:timestamp_granularities\[\]|prompt|include\[\])"/.test(form))
    return refuse('Prompt is not supported for diarization models.');
  const sound = soundOfForm(body);
  const duration = sound.length / 16_000;
  if (duration > 30 && !/name="chunking_strategy"\r\n\r\nauto/.test(form))
    return refuse('chunking_strategy is required for diarization models.');
  if (body.length > 25 * 1024 * 1024 || duration > 1400)
    return openAiError(413, 'too_long', 'Maximum content size limit exceeded.')(response);
  providers.billedSec += duration;
  const segments = diarize(sound).map((turn, index) => ({
    type: 'transcript.text.segment',
    id: `seg_${index}`,
    start: turn.startSec,
    end: turn.endSec,
    text: ` ${wordsOf(turn).join(' ')}`,
    speaker: String.fromCharCode(65 + turn.speaker),
  }));
  const text = segments.map((segment) => segment.text).join('');
  const usage = { type: 'duration', seconds: Math.ceil(duration) };
  return json(response, 200, { task: 'transcribe', duration, text, segments, usage });
}

interface ChatRequest {
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name?: string; strict?: boolean; schema?: FormSchema } };
}
interface FormSchema {
  type?: string;
  properties?: Record<string, FormSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: FormSchema;
}

/**
 * Structured outputs (https://platform.openai.com/docs/guides/structured-outputs): a strict schema names all its properties as
 * required and allows no others, all the way down. The answer here is made of the first and the last line that came, and of
 * one that is none.
 */
function answerInForm(
  text: string,
  { type, json_schema: form }: NonNullable<ChatRequest['response_format']>,
  response: ServerResponse,
): void {
  if (type !== 'json_schema' || !form?.name || form.strict !== true || !isStrict(form.schema)) {
    return openAiError(400, 'invalid_json_schema', "Invalid schema for response_format 'notes'.")(response);
  }
  const numbers = [...text.matchAll(/^(\d+) /gm)].map(([, number]) => Number(number));
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const content = {
    summary: [
      { text: 'The night shift begins, and the harbor is quiet.', sentences: [first, last] },
      { text: 'Nobody said this.', sentences: [last + 1000] },
    ],
    chapters: [
      { title: 'Welcome', sentence: first },
      { title: 'The lighthouse', sentence: last },
    ],
    showNotes: [{ text: 'The old lighthouse', sentences: [last] }],
  };
  const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 180, total_tokens: 0 };
  json(response, 200, {
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: JSON.stringify(content), refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  });
}

function isStrict(schema: FormSchema | undefined): boolean {
  if (schema?.type === 'array') return isStrict(schema.items);
  if (schema?.type !== 'object') return schema?.type !== undefined;
  const names = Object.keys(schema.properties ?? {});
  const isWhole = schema.required?.length === names.length && schema.additionalProperties === false;
  return isWhole && Object.values(schema.properties ?? {}).every(isStrict);
}

function answerAsElevenLabs(
  providers: VoiceProviders,
  { headers, method, url }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  if (headers['xi-api-key'] !== ELEVENLABS_KEY) {
    return elevenLabsError(401, 'invalid_api_key', 'Invalid API key')(response);
  }
  const path = `${method} ${url?.replace('/elevenlabs/v1', '')}`;
  const { voices } = providers;
  if (path === 'GET /voices') return json(response, 200, { voices });
  if (path === 'GET /user/subscription') {
    return json(response, 200, {
      tier: 'starter',
      character_count: providers.billedCharacters,
      character_limit: 30_000,
      next_character_count_reset_unix: 1_798_675_200,
      can_use_instant_voice_cloning: true,
    });
  }
  if (path === 'POST /voices/add') {
    const form = body.toString('latin1');
    const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(form)?.[1] ?? '';
    if (field('name') === '' || !/name="files"; filename="/.test(form)) {
      return json(response, 422, {
        detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'value_error' }],
      });
    }
    const voice_id = `standInVoice${voices.length}`;
    voices.push({ voice_id, name: field('name'), category: 'cloned', description: field('description') });
    return json(response, 200, { voice_id, requires_verification: false });
  }
  if (path === 'POST /speech-to-text') return answerAsScribe(providers, body, response);
  const [, id] = /^\w+ \/(?:voices|text-to-speech)\/([\w-]+)$/.exec(path) ?? [];
  const found = voices.findIndex(({ voice_id }) => voice_id === id);
  if (found < 0) {
    return elevenLabsError(
      400,
      'voice_does_not_exist',
      `A voice with voice_id ${id} does not exist.`,
    )(response);
  }
  if (method === 'DELETE') {
    voices.splice(found, 1);
    return json(response, 200, { status: 'ok' });
  }
  const { text } = JSON.parse(body.toString()) as { text: string };
  providers.billedCharacters += [...text].length;
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'character-cost': String([...text].length) });
  response.end(silentMp3());
  return undefined;
}

/** https://elevenlabs.io/docs/api-reference/speech-to-text/convert: words and the spaces between them, each with its time. */
function answerAsScribe(providers: VoiceProviders, body: Buffer, response: ServerResponse): void {
  const form = body.toString('latin1');
  if (!/name="model_id"\r\n\r\nscribe_v2/.test(form) || !/name="file"; filename="[^"]+"/.test(form)) {
    return json(response, 422, {
      detail: [{ loc: ['body', 'model_id'], msg: 'field required', type: 'value_error' }],
    });
  }
  if (/name="diarize"\r\n\r\ntrue/.test(form)) return answerScribeSpeakers(providers, body, response);
  providers.billedSec += SPOKEN_SEC;
  const step = SPOKEN_SEC / SPOKEN.split(' ').length;
  const words = SPOKEN.split(' ').flatMap((text, index) => {
    const [start, end] = [index * step, (index + 0.8) * step];
    const word = { text, type: 'word', start, end, logprob: -0.1, speaker_id: null };
    const spacing = { text: ' ', type: 'spacing', start: end, end: (index + 1) * step, logprob: 0 };
    return [word, spacing];
  });
  return json(response, 200, {
    language_code: 'eng',
    language_probability: 0.99,
    text: SPOKEN,
    audio_duration_secs: SPOKEN_SEC,
    words: words.slice(0, -1),
  });
}

/** Each word with the name of who says it; `num_speakers` is 1 to 32. */
function answerScribeSpeakers(providers: VoiceProviders, body: Buffer, response: ServerResponse): void {
  const most = /name="num_speakers"\r\n\r\n([^\r]*)/.exec(body.toString('latin1'))?.[1];
  if (most !== undefined && !(Number(most) >= 1 && Number(most) <= 32)) {
    return json(response, 422, {
      detail: [{ loc: ['body', 'num_speakers'], msg: 'ensure this value is less than or equal to 32' }],
    });
  }
  const sound = soundOfForm(body);
  const seconds = sound.length / 16_000;
  providers.billedSec += seconds;
  const words = diarize(sound).flatMap((turn) =>
    wordsOf(turn).map((text, index, all) => {
      const step = (turn.endSec - turn.startSec) / all.length;
      const start = turn.startSec + index * step;
      const speaker_id = `speaker_${turn.speaker}`;
      return { text, type: 'word', start, end: start + 0.8 * step, logprob: -0.1, speaker_id };
    }),
  );
  json(response, 200, {
    language_code: 'eng',
    language_probability: 0.99,
    text: words.map(({ text }) => text).join(' '),
    audio_duration_secs: seconds,
    words,
  });
}

/** Ten silent frames of MPEG-1 layer III, 128 kb/s, 44.1 kHz, mono: 0.26 s that every player takes. */
export function silentMp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(Array.from({ length: 10 }, () => frame));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
