import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { EngineProcess } from '../ports.ts';
import { canAlign } from './align.ts';
import { createSpeechService } from './index.ts';

const STAND_IN = join(import.meta.dirname, '../../../tests/lib/speechStandIn.ts');
const UTTERANCE = '/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0880.wav';
const none = { whisperPath: null, onnxDir: null, translatorDir: null };
const never = new AbortController().signal;
const running: EngineProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

function launch(): EngineProcess {
  const child = fork(STAND_IN, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const started: EngineProcess = {
    pid: child.pid,
    post: (message) => void child.send(message as object),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code, signal) => listener({ code, signal })),
    kill: () => void child.kill('SIGKILL'),
  };
  running.push(started);
  return started;
}

function open() {
  const speech = createSpeechService({
    models: { findFiles: (id) => (id === 'missing' ? null : [`/models/${id}`]) },
    launch,
    programs: { ...none, whisperPath: '/engine' },
    log: { info: () => undefined, error: () => undefined },
  });
  onTestFinished(() => speech.close());
  return speech;
}

describe.runIf(canAlign())('a model of this computer', () => {
  it('hears words in a file, one after the other in one process', async () => {
    const speech = open();
    const wav = readFileSync(UTTERANCE);
    const found = await speech.transcribeWav('small', wav, never);
    expect(found.words.length).toBeGreaterThan(3);
    expect(found.language).toBe('en');
    const file = await speech.transcribeFile('small', wav, never);
    expect(file.words.map(({ text }) => text)).toEqual(found.words.map(({ text }) => text));
    expect(file.durationSec).toBeGreaterThan(2);
    expect(running).toHaveLength(1);
  }, 300_000);
});

it('is stopped, and the next one is heard by another process where it does not stop', async () => {
  const speech = open();
  const cancel = new AbortController();
  const slow = speech.transcribeWav('slow', new Uint8Array(1000), cancel.signal);
  cancel.abort();
  await expect(slow).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('that ends is reported, and started again', async () => {
  const speech = open();
  running.length = 0;
  for (const count of [1, 2]) {
    const heard = speech.transcribeWav('broken', new Uint8Array(1000), never);
    await expect(heard).rejects.toMatchObject({ code: 'ENGINE_STOPPED', retryable: true });
    expect(running).toHaveLength(count);
  }
});

it('that knows one language alone is not asked for another', async () => {
  const inLanguage = (language: string | undefined) =>
    createSpeechService({
      models: { findFiles: () => ['/models/encoder'] },
      launch,
      programs: { ...none, onnxDir: '/onnx' },
      language,
      log: { info: () => undefined, error: () => undefined },
    }).assertModel('moonshine-tiny-en');
  for (const language of [undefined, 'en', 'en-GB']) await inLanguage(language);
  await expect(inLanguage('de')).rejects.toThrow('Moonshine tiny (English) does not know the language “de”.');
});

it('that is not installed, or that no engine reads, is said', async () => {
  await expect(open().assertModel('missing')).rejects.toThrow(/missing is not installed/);
  const without = createSpeechService({
    models: { findFiles: () => ['/models/one'] },
    launch,
    programs: none,
    log: { info: () => undefined, error: () => undefined },
  });
  for (const id of ['one', 'moonshine-tiny-en'])
    await expect(without.assertModel(id)).rejects.toThrow(/no engine for speech models/);
});
