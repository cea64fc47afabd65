import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVoiceService, type OfflineSpeech } from '../../../src-shared/handlers/voice/index.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { ELEVENLABS_KEY, startVoiceProviders } from '../../../tests/lib/voiceProviders.ts';
import { createConsentFolder, createFileVoiceStore } from './index.ts';

const never = { signal: new AbortController().signal };

async function open(offline: Partial<OfflineSpeech> | null) {
  const dir = temporaryDir();
  const log = createRecordingLog();
  const { handlers } = createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: (provider) => Promise.resolve(provider === 'elevenlabs' ? ELEVENLABS_KEY : null),
    assertAllowed: () => Promise.resolve(),
    store: createFileVoiceStore(join(dir, 'voice.json'), log),
    consents: createConsentFolder(join(dir, 'consents'), log),
    offline: offline as OfflineSpeech | null,
    nowMs: Date.now,
    createId: () => 'id',
    log: (message, error) => log.error(message, error),
    onChanged: () => undefined,
  });
  await handlers['voice.updateSettings']({ translator: 'offline' }, never);
  return handlers;
}

it('a translation on this computer needs no key, costs nothing, and keeps sentences and paragraphs', async () => {
  const asked: { path: readonly string[]; texts: readonly string[] }[] = [];
  const voice = await open({
    translate(path, texts) {
      asked.push({ path, texts });
      return Promise.resolve(texts.map((text) => text.toUpperCase()));
    },
  });
  const text = 'Guten Abend. Es ist spät.\nBis morgen.';
  const found = await voice['voice.translate']({ text, language: 'fr', from: 'german' }, never);
  expect(found).toEqual({
    text: 'GUTEN ABEND. ES IST SPÄT.\nBIS MORGEN.',
    sentences: [
      { original: 'Guten Abend.', translated: 'GUTEN ABEND.' },
      { original: 'Es ist spät.', translated: 'ES IST SPÄT.' },
      { original: 'Bis morgen.', translated: 'BIS MORGEN.' },
    ],
    usd: 0,
  });
  expect(asked.map(({ path }) => path)).toEqual([['translate-de-en', 'translate-en-fr']]);
  expect((await voice['voice.read'](undefined, never)).spendings).toEqual([]);
});

it('a translation is stopped between two pieces', async () => {
  const cancel = new AbortController();
  let pieces = 0;
  const voice = await open({
    translate(_, texts) {
      pieces += 1;
      cancel.abort();
      return Promise.resolve([...texts]);
    },
  });
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index}.`).join(' ');
  const running = voice['voice.translate']({ text, language: 'de' }, { signal: cancel.signal });
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(pieces).toBe(1);
});

it('a host without an engine says so', async () => {
  const voice = await open(null);
  const running = voice['voice.translate']({ text: 'Yes.', language: 'de' }, never);
  await expect(Promise.resolve(running)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
});

it('a line that breaks while a key is checked is no answer about it', async () => {
  const providers = await startVoiceProviders();
  try {
    const voice = await open(null);
    await voice['voice.updateSettings']({ baseUrls: { elevenlabs: providers.elevenLabsUrl } }, never);
    providers.answerOnce('/user/subscription', (response) => response.destroy());
    const check = voice['voice.checkKey']({ provider: 'elevenlabs' }, never);
    await expect(Promise.resolve(check)).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  } finally {
    await providers.close();
  }
});
