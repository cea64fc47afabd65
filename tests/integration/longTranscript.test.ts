import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { transcriptsContract } from '../../src-shared/contract/transcripts.ts';
import {
  createClient,
  createEventHub,
  createMemoryChannelPair,
  createRouter,
  decodeFrame,
  encodeFrame,
  type Frame,
} from '../../src-shared/rpc/index.ts';
import { createTranscriptsService } from '../../src-main/services/transcripts/index.ts';
import { readTakeFolder } from '../../src-main/services/takes/index.ts';
import { createDraft } from '../../src-renderer/features/transcripts/draft.ts';
import { openTranscript } from '../../src-renderer/features/transcripts/openTranscript.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import { longTranscript, writeSpokenTranscript } from '../lib/spokenTranscript.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const WORDS = 300_000;
/** As many as a message cannot hold, in long words. */
const REPLACED = 30_000;
const LONG = 'x'.repeat(190);
const takeId = 'take';

/** A page at its host, with messages as a socket takes them. */
function connect(folder: string) {
  const log = createRecordingLog();
  const events = createEventHub<typeof transcriptsContract>();
  const { handlers } = createTranscriptsService({
    openTake: () => readTakeFolder(folder),
    openEngine: () => Promise.reject(new Error('nothing is sent here')),
    notes: { model: '', priceOf: () => Promise.resolve(0), write: () => Promise.reject(new Error()) },
    search: { dir: folder, listTakes: () => Promise.resolve([]), folderOf: () => folder, log },
    clock: { nowMs: () => 7 },
    log,
    onProgressed: (job) => events.emit('transcripts.onProgressed', job),
  });
  const router = createRouter({
    contract: transcriptsContract,
    events,
    protocolVersion: 1,
    log: () => undefined,
    createCorrelationId: () => 'id',
    handlers,
  });
  const [near, far] = createMemoryChannelPair((frame) => {
    const decoded = decodeFrame(encodeFrame(frame as Frame));
    // As a socket: a message that is too long ends the call, not the test.
    return decoded.ok ? decoded.frame : undefined;
  });
  router.connect(far);
  const client = createClient({ contract: transcriptsContract, protocolVersion: 1, openChannel: () => near });
  onTestFinished(() => {
    client.close();
    router.close();
  });
  return client as unknown as Parameters<typeof openTranscript>[0];
}

it('a transcript of 300,000 words is opened, edited as a whole, and is so when it is opened again', async () => {
  const folder = join(temporaryDir(), 'take');
  mkdirSync(folder);
  writeSpokenTake(folder);
  writeSpokenTranscript(folder, longTranscript(WORDS));
  const client = connect(folder);
  const opened = await openTranscript(client, takeId);
  expect(opened.transcript?.words).toHaveLength(WORDS);
  const { transcript, edits, revision } = opened;
  if (!transcript) throw new Error('it has no words');
  const draft = createDraft({
    transcript,
    edits,
    revision,
    send: (known, patches) => client.call('transcripts.edit', { takeId, revision: known, patches }),
  });
  // One step of the person.
  const places = Array.from({ length: REPLACED }, (_, at) => WORDS - REPLACED + at);
  draft.apply({ on: 'texts', texts: places.map((place) => [place, `${place} ${LONG}`]) });
  await expect.poll(() => draft.read().save, { timeout: 100_000 }).toBe('saved');
  expect(unwrap(await client.call('transcripts.readJob', { takeId }))).toBeNull();
  // Another host, with what is on the disk alone.
  const again = await openTranscript(connect(folder), takeId);
  expect(again.edits.texts.size).toBe(REPLACED);
  expect(again.edits.texts.get(299_999)).toBe(`299999 ${LONG}`);
});
