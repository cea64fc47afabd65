import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyProvider } from '../../../src-shared/contract/keys.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { VoiceState } from '../../../src-shared/contract/voice.ts';
import { createElevenLabs } from '../../../src-shared/handlers/voice/elevenLabs.ts';
import { DEFAULT_PRICES } from '../../../src-shared/domain/voiceAi/prices.ts';
import { createVoiceService } from '../../../src-shared/handlers/voice/index.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import {
  ELEVENLABS_KEY,
  elevenLabsError,
  OPENAI_KEY,
  openAiError,
  silentMp3,
  startVoiceProviders,
  type VoiceProviders,
} from '../../../tests/lib/voiceProviders.ts';
import { createConsentFolder, createFileVoiceStore } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 26, 12);
const SOUND = new Uint8Array([1, 2, 3, 4, 5]);
const CONSENT = new Uint8Array([9, 8, 7]);

let providers: VoiceProviders;
let dir: string;
let keys: Partial<Record<KeyProvider, string>>;
let changes: VoiceState[];
let isAllowed: boolean;

beforeEach(async () => {
  providers = await startVoiceProviders();
  dir = temporaryDir();
  keys = { openai: OPENAI_KEY, elevenlabs: ELEVENLABS_KEY };
  changes = [];
  isAllowed = true;
});
afterEach(() => providers.close());

async function open() {
  const log = createRecordingLog();
  const { handlers: voice } = createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: (provider) => Promise.resolve(keys[provider] ?? null),
    assertAllowed: () =>
      isAllowed ? Promise.resolve() : Promise.reject(failWith('PLAN_LIMIT', 'voiceAiPlan')),
    store: createFileVoiceStore(join(dir, 'voice.json'), log),
    consents: createConsentFolder(join(dir, 'consents'), log),
    offline: null,
    nowMs: () => NOW_MS,
    createId: () => `id-${changes.length}`,
    log: (message, error) => log.error(message, error),
    onChanged: (state) => void changes.push(state),
  });
  const { openAiUrl, elevenLabsUrl } = providers;
  await voice['voice.updateSettings'](
    { baseUrls: { openai: openAiUrl, elevenlabs: elevenLabsUrl } },
    context(),
  );
  return voice;
}

const saying = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const context = (signal = new AbortController().signal) => ({ signal });
async function* bytesOf(...chunks: Uint8Array[]) {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
const upload = (...chunks: Uint8Array[]) => ({ ...context(), bytes: bytesOf(...chunks) });

const TALK = { name: 'talk.webm', type: 'audio/webm', durationSec: 3 };
const SAMPLE = {
  name: 'Maria',
  description: 'Warm',
  speaker: 'Maria Ortiz',
  sample: { name: 'sample.wav', type: 'audio/wav', sizeBytes: SOUND.length },
  consent: { type: 'audio/webm', sizeBytes: CONSENT.length },
};

describe('a key', () => {
  it('is valid with what is left of its account, or invalid', async () => {
    const voice = await open();
    expect(await voice['voice.checkKey']({ provider: 'elevenlabs' }, context())).toEqual({
      isValid: true,
      usedCharacters: 0,
      maxCharacters: 30_000,
      renewsAtMs: 1_798_675_200_000,
      canClone: true,
      canTranscribe: null,
    });
    const openai = await voice['voice.checkKey']({ provider: 'openai', key: OPENAI_KEY }, context());
    expect(openai).toMatchObject({ isValid: true, canTranscribe: true, maxCharacters: null });
    for (const provider of ['openai', 'elevenlabs'] as const) {
      const wrong = await voice['voice.checkKey']({ provider, key: 'sk-wrong-beef' }, context());
      expect(wrong.isValid).toBe(false);
    }
  });

  it('that may not read its subscription is valid all the same', async () => {
    const voice = await open();
    providers.answerOnce(
      '/user/subscription',
      elevenLabsError(401, 'missing_permissions', 'user_read is missing'),
    );
    const found = await voice['voice.checkKey']({ provider: 'elevenlabs' }, context());
    expect(found).toMatchObject({ isValid: true, maxCharacters: null, canClone: null });
  });

  it('that is not there is asked for by the provider’s name', async () => {
    keys = {};
    const voice = await open();
    const call = voice['voice.transcribe'](TALK, upload(SOUND));
    await expect(call).rejects.toMatchObject({
      code: 'KEY_MISSING',
      message: saying(/OpenAI/),
    });
  });
});

describe('a transcription by ElevenLabs', () => {
  it('sends the file and the model, and notes what it cost by that list', async () => {
    const voice = await open();
    await voice['voice.updateSettings']({ engine: 'elevenlabs' }, context());
    const found = await voice['voice.transcribe'](TALK, upload(SOUND));
    expect(found).toEqual({
      text: 'Good evening, and welcome to the night shift.',
      language: 'eng',
      durationSec: 3.2,
      usd: (4 / 60) * 0.0067,
    });
    const request = providers.asked.at(-1);
    expect(request).toMatchObject({ method: 'POST', path: '/elevenlabs/v1/speech-to-text' });
    expect(request?.headers['xi-api-key']).toBe(ELEVENLABS_KEY);
    expect((await voice['voice.read'](undefined, context())).spendings).toMatchObject([
      { kind: 'transcription', provider: 'elevenlabs', amount: 3.2 },
    ]);
  });

  it('asks for that provider’s key, and for no other', async () => {
    keys = { openai: OPENAI_KEY };
    const voice = await open();
    await voice['voice.updateSettings']({ engine: 'elevenlabs' }, context());
    await expect(voice['voice.transcribe'](TALK, upload(SOUND))).rejects.toMatchObject({
      code: 'KEY_MISSING',
      message: saying(/ElevenLabs/),
    });
  });

  it.each([
    ['a quota that is used up', 401, 'quota_exceeded', 'QUOTA_USED_UP'],
    ['a key without the right', 401, 'missing_permissions', 'PROVIDER_REFUSED'],
    ['too many at once', 429, 'too_many_concurrent_requests', 'TOO_MANY_REQUESTS'],
  ])('says %s', async (_, status, word, code) => {
    const voice = await open();
    await voice['voice.updateSettings']({ engine: 'elevenlabs' }, context());
    providers.answerOnce('/speech-to-text', elevenLabsError(status, word, 'No.'));
    await expect(voice['voice.transcribe'](TALK, upload(SOUND))).rejects.toMatchObject({ code });
  });

  it('gives words their times and how sure they are; sounds that are no words are none', async () => {
    const client = createElevenLabs({
      prices: DEFAULT_PRICES,
      fetch,
      baseUrl: providers.elevenLabsUrl,
      key: ELEVENLABS_KEY,
    });
    const { signal } = context();
    const sound = new File([SOUND], 'talk.wav');
    const { words } = await client.transcribe(sound, signal);
    expect(words.map(({ text }) => text).join(' ')).toBe('Good evening, and welcome to the night shift.');
    expect(words[1]).toMatchObject({
      startSec: 0.4,
      endSec: expect.closeTo(0.72, 9) as number,
      confidence: Math.exp(-0.1),
    });
    providers.answerOnce('/speech-to-text', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const laugh = { text: '(laughter)', type: 'audio_event', start: 0, end: 1 };
      response.end(JSON.stringify({ text: 'Good evening', words: [laugh], audio_duration_secs: 2 }));
    });
    const spread = await client.transcribe(sound, signal);
    expect(spread.words.map(({ text, endSec }) => [text, endSec])).toEqual([
      ['Good', (4 / 11) * 2],
      ['evening', 2],
    ]);
  });
});

describe('a transcription', () => {
  it('sends the file and the model, and notes what it cost', async () => {
    const voice = await open();
    const found = await voice['voice.transcribe'](TALK, upload(SOUND.subarray(0, 2), SOUND.subarray(2)));
    expect(found).toEqual({
      text: 'Good evening, and welcome to the night shift.',
      language: 'english',
      durationSec: 3.2,
      usd: (4 / 60) * 0.006,
    });
    const [request] = providers.asked;
    expect(request).toMatchObject({ method: 'POST', path: '/openai/v1/audio/transcriptions' });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(request?.body.includes(Buffer.from(SOUND))).toBe(true);
    expect(changes.at(-1)?.spendings).toMatchObject([
      { kind: 'transcription', provider: 'openai', amount: 3.2, usd: (4 / 60) * 0.006 },
    ]);
    expect(changes.at(-1)?.monthUsd).toBeCloseTo(0.0004, 6);
  });

  it('of an empty or too large file is refused before anything is sent', async () => {
    const voice = await open();
    await expect(voice['voice.transcribe'](TALK, upload())).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    const large = Array.from({ length: 26 }, () => new Uint8Array(1024 * 1024));
    const call = voice['voice.transcribe'](TALK, upload(...large));
    await expect(call).rejects.toMatchObject({
      code: 'FILE_BEYOND_LIMITS',
      message: saying(/25 MB/),
    });
    expect(providers.asked).toEqual([]);
  });

  it('is refused without the plan, before the key is read', async () => {
    isAllowed = false;
    const voice = await open();
    const call = voice['voice.transcribe'](TALK, upload(SOUND));
    await expect(call).rejects.toMatchObject({ code: 'PLAN_LIMIT' });
  });

  it('ends when it is cancelled', async () => {
    const voice = await open();
    const cancel = new AbortController();
    providers.answerOnce('/transcriptions', () => cancel.abort());
    const call = voice['voice.transcribe'](TALK, { ...context(cancel.signal), bytes: bytesOf(SOUND) });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('what a provider refuses has its words and what to do', () => {
  it.each([
    [
      'a bad key',
      openAiError(401, 'invalid_api_key', 'Incorrect'),
      'KEY_REFUSED',
      /Invalid API key\. Please check/,
    ],
    [
      'a used-up account',
      openAiError(429, 'insufficient_quota', 'You exceeded your quota'),
      'QUOTA_USED_UP',
      /You exceeded your quota/,
    ],
    [
      'too many requests',
      openAiError(429, 'rate_limit_exceeded', 'Slow down'),
      'TOO_MANY_REQUESTS',
      /Wait a minute/,
    ],
    [
      'another country',
      openAiError(403, 'unsupported_country_region_territory', 'Country, region, or territory not supported'),
      'PROVIDER_REFUSED',
      /^Transcription failed: Country/,
    ],
    [
      'a long file',
      openAiError(400, 'invalid_request', 'audio is too long'),
      'PROVIDER_REFUSED',
      /^Transcription failed: audio is too long/,
    ],
  ] as const)('%s', async (_name, answer, code, message) => {
    const voice = await open();
    providers.answerOnce('/transcriptions', answer);
    const call = voice['voice.transcribe'](TALK, upload(SOUND));
    await expect(call).rejects.toMatchObject({ code, message: saying(message) });
    expect(changes.at(-1)?.spendings).toEqual([]);
  });

  it('a page of a proxy, half an answer, another shape, a redirect, a closed line', async () => {
    const voice = await open();
    const answers: [(response: ServerResponse) => void, string][] = [
      [
        (r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
        'PROVIDER_REFUSED',
      ],
      [(r) => r.writeHead(200).end('{"text": "Good eve'), 'PROVIDER_REFUSED'],
      [(r) => r.writeHead(200).end('{"words": []}'), 'PROVIDER_REFUSED'],
      [(r) => r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'PROVIDER_UNREACHABLE'],
      [(r) => void r.socket?.destroy(), 'PROVIDER_UNREACHABLE'],
    ];
    for (const [answer, code] of answers) {
      providers.answerOnce('/transcriptions', answer);
      const call = voice['voice.transcribe'](TALK, upload(SOUND));
      await expect(call).rejects.toMatchObject({ code });
    }
  });

  it('a key that the provider repeats is left out of the sentence', async () => {
    const voice = await open();
    providers.answerOnce('/transcriptions', openAiError(400, 'odd', `What is ${OPENAI_KEY}?`));
    const call = voice['voice.transcribe'](TALK, upload(SOUND));
    await expect(call).rejects.toSatisfy((error: Error) => !error.message.includes('stand-in'));
  });

  it('ElevenLabs’ 401 is a bad key, or an account with nothing left', async () => {
    const voice = await open();
    providers.answerOnce('/voices', elevenLabsError(401, 'quota_exceeded', 'You have 0 credits left'));
    await expect(voice['voice.listVoices'](undefined, context())).rejects.toMatchObject({
      code: 'QUOTA_USED_UP',
    });
    keys.elevenlabs = 'wrong';
    await expect(voice['voice.listVoices'](undefined, context())).rejects.toMatchObject({
      code: 'KEY_REFUSED',
    });
  });
});

describe('a translation', () => {
  it('goes in pieces with the language’s name, its limits and its cost', async () => {
    const voice = await open();
    const text = `${'A sentence. '.repeat(200)}`;
    const found = await voice['voice.translate']({ text, language: 'ja' }, context());
    expect(found.text.match(/\[Japanese\]/g)).toHaveLength(2);
    expect(JSON.parse(providers.asked[0]?.body.toString() ?? '')).toMatchObject({
      max_tokens: 1000,
      temperature: 0.3,
      messages: [{ role: 'system' }, { role: 'user' }],
    });
    expect(found.usd).toBeCloseTo(2 * (40 * 0.15e-6 + 12 * 0.6e-6), 12);
  });

  it('stands sentence by sentence beside the original, and as one where the model has made others', async () => {
    const voice = await open();
    const text = 'Good evening. How are you?\n\nIt is late.';
    const found = await voice['voice.translate']({ text, language: 'es' }, context());
    expect(found.text).toBe('[Spanish] Good evening. How are you?\nIt is late.');
    expect(found.sentences).toEqual([
      { original: 'Good evening.', translated: '[Spanish] Good evening.' },
      { original: 'How are you?', translated: 'How are you?' },
      { original: 'It is late.', translated: 'It is late.' },
    ]);
    providers.answerOnce('/chat/completions', (r) =>
      r.writeHead(200).end('{"choices": [{"message": {"content": "Buenas, todo bien"}}]}'),
    );
    const other = await voice['voice.translate']({ text, language: 'es' }, context());
    expect(other.sentences).toEqual([
      { original: 'Good evening. How are you?\nIt is late.', translated: 'Buenas, todo bien' },
    ]);
  });

  it('is the original where the model answers nothing', async () => {
    const voice = await open();
    providers.answerOnce('/chat/completions', (r) =>
      r.writeHead(200).end('{"choices": [{"message": {"content": null}}]}'),
    );
    const found = await voice['voice.translate']({ text: 'Hello', language: 'es' }, context());
    expect(found.text).toBe('Hello');
  });
});

describe('the cap of a month', () => {
  it('refuses what would pass it, before it is sent', async () => {
    const voice = await open();
    await voice['voice.updateSettings']({ capUsd: 0.01 }, context());
    const call = voice['voice.transcribe']({ ...TALK, durationSec: 600 }, upload(SOUND));
    await expect(call).rejects.toMatchObject({
      code: 'SPENDING_CAP',
      message: saying(/0\.06 US dollars/),
    });
    expect(providers.asked).toEqual([]);
    await voice['voice.transcribe'](TALK, upload(SOUND));
  });

  it('and what was spent are there after a restart; a damaged file is put aside', async () => {
    const voice = await open();
    await voice['voice.transcribe'](TALK, upload(SOUND));
    await voice['voice.updateSettings']({ capUsd: 5 }, context());
    const again = await (await open())['voice.read'](undefined, context());
    expect(again).toMatchObject({ settings: { capUsd: 5 }, spendings: [{ kind: 'transcription' }] });
    writeFileSync(join(dir, 'voice.json'), '{"settings"');
    const fresh = await (await open())['voice.read'](undefined, context());
    expect(fresh).toMatchObject({ settings: { capUsd: null }, spendings: [] });
    expect(readdirSync(dir).filter((name) => name.startsWith('voice.json')).length).toBe(2);
  });
});

describe('a cloned voice', () => {
  it('has its consent beside it: statement, hashes and sound', async () => {
    const voice = await open();
    const made = await voice['voice.clone'](SAMPLE, upload(SOUND, CONSENT));
    expect(made).toEqual({
      voiceId: 'standInVoice1',
      name: 'Maria',
      description: 'Warm',
      kind: 'cloned',
      consentAtMs: NOW_MS,
    });
    expect(providers.asked.at(-1)?.body.includes(Buffer.from(SOUND))).toBe(true);
    // The consent stays here.
    expect(providers.asked.at(-1)?.body.includes(Buffer.from(CONSENT))).toBe(false);
    const record = JSON.parse(readFileSync(join(dir, 'consents/standInVoice1.json'), 'utf8')) as object;
    expect(record).toMatchObject({
      speaker: 'Maria Ortiz',
      statement: saying(/^I, Maria Ortiz, agree/),
      consentSha256: createHash('sha256').update(CONSENT).digest('hex'),
      sampleSha256: createHash('sha256').update(SOUND).digest('hex'),
    });
    expect(readFileSync(join(dir, 'consents/standInVoice1.consent'))).toEqual(Buffer.from(CONSENT));
    const voices = await voice['voice.listVoices'](undefined, context());
    expect(voices.map(({ name, kind, consentAtMs }) => ({ name, kind, consentAtMs }))).toEqual([
      { name: 'Rachel', kind: 'provided', consentAtMs: null },
      { name: 'Maria', kind: 'cloned', consentAtMs: NOW_MS },
    ]);
  });

  it('is deleted at the provider where its consent cannot be kept', async () => {
    writeFileSync(join(dir, 'consents'), 'a file where the folder should be');
    const voice = await open();
    const call = voice['voice.clone'](SAMPLE, upload(SOUND, CONSENT));
    await expect(call).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: saying(/the voice was deleted again/),
    });
    expect(providers.voices.map(({ name }) => name)).toEqual(['Rachel']);
  });

  it('is refused where the bytes are not as long as they were said to be', async () => {
    const voice = await open();
    await expect(voice['voice.clone'](SAMPLE, upload(SOUND))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(voice['voice.clone'](SAMPLE, upload(SOUND, CONSENT, SOUND))).rejects.toMatchObject({
      code: 'FILE_BEYOND_LIMITS',
    });
    expect(providers.asked).toEqual([]);
  });

  it('is deleted at the provider first; its record stays where that fails', async () => {
    const voice = await open();
    const { voiceId } = await voice['voice.clone'](SAMPLE, upload(SOUND, CONSENT));
    const record = join(dir, `consents/${voiceId}.json`);
    providers.answerOnce(`/voices/${voiceId}`, elevenLabsError(500, 'internal', 'Try later'));
    await expect(voice['voice.deleteVoice']({ voiceId }, context())).rejects.toMatchObject({
      retryable: true,
    });
    expect(existsSync(record)).toBe(true);
    await voice['voice.deleteVoice']({ voiceId }, context());
    expect(existsSync(record)).toBe(false);
    // Gone already: what was wanted.
    await voice['voice.deleteVoice']({ voiceId }, context());
  });

  it('whose record is damaged is listed all the same', async () => {
    mkdirSync(join(dir, 'consents'));
    writeFileSync(join(dir, 'consents/a.json'), '{');
    const voice = await open();
    expect(await voice['voice.listVoices'](undefined, context())).toHaveLength(1);
    rmSync(join(dir, 'consents'), { recursive: true });
  });
});

describe('speech', () => {
  it('is exact to the sign, in pieces that make one MP3', async () => {
    const voice = await open();
    const text = `${'Good night. '.repeat(1_000)}😀`;
    const chunks: Uint8Array[] = [];
    const input = { voiceId: '21m00Tcm4TlvDq8ikWAM', text, stability: 0.5, similarity: 0.75 };
    for await (const chunk of voice['voice.speak'](input, context())) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat([silentMp3(), silentMp3()]));
    const bodies = providers.asked.map(({ body }) => JSON.parse(body.toString()) as object);
    expect(bodies[0]).toMatchObject({
      model_id: 'eleven_multilingual_v2',
      voice_settings: { stability: 0.5, similarity_boost: 0.75 },
    });
    const noted = changes.at(-1)?.spendings.map(({ amount }) => amount) ?? [];
    expect(noted.reduce((sum, amount) => sum + amount, 0)).toBe(providers.billedCharacters);
  });

  it('of a voice that is gone says so', async () => {
    const voice = await open();
    const input = { voiceId: 'gone', text: 'Hello', stability: 0.5, similarity: 0.5 };
    const first = voice['voice.speak'](input, context())[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({
      message: saying(/^Voice synthesis failed: A voice with voice_id gone/),
    });
  });
});
