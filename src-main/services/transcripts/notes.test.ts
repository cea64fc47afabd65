import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVoiceService } from '../../../src-shared/handlers/voice/index.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { writeSpokenTake } from '../../../tests/lib/spokenTake.ts';
import { longTranscript, writeSpokenTranscript } from '../../../tests/lib/spokenTranscript.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import {
  OPENAI_KEY,
  openAiError,
  startVoiceProviders,
  type VoiceProviders,
} from '../../../tests/lib/voiceProviders.ts';
import { readTakeFolder } from '../takes/index.ts';
import { createFileVoiceStore } from '../voice/index.ts';
import { createTranscriptsService } from './index.ts';

let providers: VoiceProviders;
let folder: string;
const context = { signal: new AbortController().signal };
const takeId = 'take';

beforeEach(async () => {
  providers = await startVoiceProviders();
  folder = join(temporaryDir(), 'take');
  mkdirSync(folder);
  writeSpokenTake(folder);
  writeSpokenTranscript(folder);
});
afterEach(() => providers.close());

/** The service with the real client of the provider, and its book of costs. */
async function open() {
  const log = createRecordingLog();
  const voice = createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: () => Promise.resolve(OPENAI_KEY),
    assertAllowed: () => Promise.resolve(),
    store: createFileVoiceStore(join(folder, '..', 'voice.json'), log),
    consents: {
      save: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
    },
    offline: null,
    nowMs: () => 7,
    createId: () => 'id',
    log: (message, error) => log.error(message, error),
    onChanged: () => undefined,
  });
  await voice.handlers['voice.updateSettings']({ baseUrls: { openai: providers.openAiUrl } }, context);
  const { handlers } = createTranscriptsService({
    openTake: () => readTakeFolder(folder),
    openEngine: voice.openSpans,
    notes: voice.notes,
    search: { dir: folder, listTakes: () => Promise.resolve([]), folderOf: () => folder, log },
    clock: { nowMs: () => 7 },
    log,
    onProgressed: () => undefined,
  });
  return {
    handlers,
    spendings: async () => (await voice.handlers['voice.read'](undefined, context)).spendings,
  };
}

describe('notes of a recording', () => {
  it('say what they cost at most, are written once, and lie beside the take', async () => {
    const { handlers, spendings } = await open();
    const { notes: none, maxUsd } = await handlers['transcripts.readNotes']({ takeId }, context);
    expect(none).toBeNull();
    expect(maxUsd).toBeGreaterThan(0);
    expect(providers.asked).toEqual([]);
    const notes = await handlers['transcripts.makeNotes']({ takeId }, context);
    // What stands on a sentence that nobody said is left out.
    expect(notes.summary.map(({ said }) => said.map(({ text }) => text))).toEqual([
      ['Good evening, um, and wellcome to the the night shift.', 'The lighthouse is old.'],
    ]);
    expect(notes.chapters.map(({ title }) => title)).toEqual(['Welcome', 'The lighthouse']);
    expect(notes.usd).toBeLessThanOrEqual(maxUsd);
    expect(await spendings()).toMatchObject([{ kind: 'notes', provider: 'openai', usd: notes.usd }]);
    expect((await handlers['transcripts.readNotes']({ takeId }, context)).notes).toEqual(notes);
    expect(existsSync(join(folder, 'transcript.notes.jsonl'))).toBe(false);
    await handlers['transcripts.remove']({ takeId }, context);
    expect(existsSync(join(folder, 'transcript.notes.json'))).toBe(false);
  });

  it('of which a piece failed are continued: no answer is paid for twice', async () => {
    writeSpokenTranscript(folder, longTranscript(40_000));
    const { handlers } = await open();
    const before = (await handlers['transcripts.readNotes']({ takeId }, context)).maxUsd;
    const chats = () => providers.asked.filter(({ path }) => path.endsWith('/chat/completions')).length;
    const content = JSON.stringify({ summary: [], chapters: [{ title: 'One', sentence: 0 }], showNotes: [] });
    // The first piece is answered, the second is refused.
    providers.answerOnce('/chat/completions', (response) => {
      providers.answerOnce(
        '/chat/completions',
        openAiError(429, 'insufficient_quota', 'You exceeded your quota.'),
      );
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
    await expect(handlers['transcripts.makeNotes']({ takeId }, context)).rejects.toMatchObject({
      code: 'QUOTA_USED_UP',
    });
    // A kill while a line was written.
    appendFileSync(join(folder, 'transcript.notes.jsonl'), '{"piece":"');
    const left = (await handlers['transcripts.readNotes']({ takeId }, context)).maxUsd;
    expect(left).toBeLessThan(before);
    expect(chats()).toBe(2);
    const notes = await handlers['transcripts.makeNotes']({ takeId }, context);
    // Two pieces were left, of which the stand-in makes two chapters each.
    expect(chats()).toBe(4);
    expect(notes.chapters).toHaveLength(1 + 2 * 2);
  });

  it('that break off, or are refused, say what to do', async () => {
    const { handlers } = await open();
    const make = () => handlers['transcripts.makeNotes']({ takeId }, context);
    const content = { choices: [{ message: { role: 'assistant', content: '{"summary":[' } }] };
    providers.answerOnce('/chat/completions', (response) => response.end(JSON.stringify(content)));
    await expect(make()).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    providers.answerOnce('/chat/completions', openAiError(400, 'context_length_exceeded', 'Too long.'));
    await expect(make()).rejects.toThrow('The notes could not be written: Too long.');
    providers.answerOnce('/chat/completions', openAiError(401, 'invalid_api_key', 'Incorrect API key.'));
    await expect(make()).rejects.toMatchObject({ code: 'KEY_REFUSED' });
  });
});
