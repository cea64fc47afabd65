import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpeechLauncher } from '../../src-main/node/launchEngine.ts';
import { findSpeechPrograms } from '../../src-main/node/project.ts';
import { createSpeechService, type SpeechService } from '../../src-main/services/speech/index.ts';
import { toWav } from '../../src-shared/domain/transcript/wav.ts';
import { makeMoonshine } from '../lib/moonshineModel.ts';
import { MOONSHINE } from '../lib/moonshineWeights.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { makeSpokenModel } from '../lib/spokenModel.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { makeTranslator } from '../lib/translatorModel.ts';

/** The engines that ship, in their own process, with models that are made up. */
const programs = findSpeechPrograms();
const never = new AbortController().signal;
const opened: SpeechService[] = [];
afterEach(() => {
  for (const speech of opened.splice(0)) speech.close();
});

function open(models: Readonly<Record<string, readonly Uint8Array[]>>): SpeechService {
  const dir = temporaryDir();
  const paths = new Map(
    Object.entries(models).map(([id, files]) => {
      const folder = mkdtempSync(join(dir, 'model-'));
      return [
        id,
        files.map((bytes, index) => {
          const path = join(folder, String(index));
          writeFileSync(path, bytes);
          return path;
        }),
      ] as const;
    }),
  );
  const log = createRecordingLog();
  const speech = createSpeechService({
    models: { findFiles: (id) => paths.get(id) ?? null },
    launch: createSpeechLauncher({ log }),
    programs,
    log,
  });
  opened.push(speech);
  return speech;
}

it.runIf(programs.whisperPath)('Whisper reads a model of whisper.cpp and hears its words', async () => {
  const speech = open({ made: [makeSpokenModel([' Good', ' evening', '.'], 2)] });
  const heard = await speech.transcribeWav(
    'made',
    toWav([new Float32Array(32_000).fill(0.1)], 16_000),
    never,
  );
  expect(heard.words.map(({ text }) => text)).toEqual(['Good', 'evening.']);
});

it('Moonshine reads a model of three files, hears its words, and knows one language', async () => {
  const speech = open({ [MOONSHINE.id]: makeMoonshine([' Good', ' evening', '.']) });
  const wav = toWav([new Float32Array(32_000).fill(0.1)], 16_000);
  const [heard, again] = await Promise.all([1, 2].map(() => speech.transcribeWav(MOONSHINE.id, wav, never)));
  expect(heard?.words.map(({ text }) => text)).toEqual(['Good', 'evening.']);
  expect(heard?.language).toBe('en');
  expect(again).toEqual(heard);
  const nothing = await speech.transcribeWav(MOONSHINE.id, toWav([new Float32Array()], 16_000), never);
  expect(nothing.words).toEqual([]);
});

it('says that a model of Moonshine is damaged, each time', async () => {
  const [encoder = new Uint8Array(), ...rest] = makeMoonshine([' yes']);
  const speech = open({ [MOONSHINE.id]: [encoder.slice(0, -50), ...rest] });
  const wav = toWav([new Float32Array(32_000).fill(0.1)], 16_000);
  for (let count = 0; count < 2; count += 1)
    await expect(speech.transcribeWav(MOONSHINE.id, wav, never)).rejects.toMatchObject({
      code: 'ENGINE_STOPPED',
    });
});

describe('translation on this computer', () => {
  const german = makeTranslator('hallo');
  const french = makeTranslator('bonjour');

  it('goes sentence by sentence, by one model or by one after the other', async () => {
    const speech = open({ 'translate-en-de': german, 'translate-en-fr': french });
    const texts = ['good evening.', 'see you there.'];
    const translated = await speech.translate(['translate-en-de'], texts, never);
    expect(translated).toHaveLength(2);
    for (const text of translated) expect(text).toMatch(/^hallo( hallo)*$/);
    const pivoted = await speech.translate(['translate-en-de', 'translate-en-fr'], ['guten abend'], never);
    expect(pivoted[0]).toMatch(/^bonjour( bonjour)*$/);
    expect(await speech.translate([], texts, never)).toEqual(texts);
  });

  it('names the model that is missing', async () => {
    await expect(open({}).translate(['translate-en-it'], ['yes'], never)).rejects.toThrow(
      /English to Italian is not installed/,
    );
  });

  it('says that a model is damaged, and translates with the next one', async () => {
    const [weights = new Uint8Array(), likely = new Uint8Array(), vocabulary = new Uint8Array()] = german;
    const cut = gzipSync(gunzipSync(weights).subarray(0, 2000));
    const speech = open({
      cut: [cut, likely, vocabulary],
      packed: [new Uint8Array(9), likely, vocabulary],
      german,
    });
    for (const id of ['cut', 'packed'])
      await expect(speech.translate([id], ['good evening'], never)).rejects.toMatchObject({
        code: 'ENGINE_STOPPED',
      });
    expect((await speech.translate(['german'], ['yes'], never))[0]).toMatch(/^hallo/);
  });

  it('is stopped', async () => {
    const speech = open({ german });
    const cancel = new AbortController();
    const running = speech.translate(
      ['german'],
      Array.from({ length: 200 }, () => 'and so on and on'),
      cancel.signal,
    );
    cancel.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
