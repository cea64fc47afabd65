import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  rmSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { TranscriptJob } from '../../../src-shared/contract/transcripts.ts';
import type { TranscriptPatch } from '../../../src-shared/domain/transcript/edits.ts';
import type { NotesEngine, SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { SPOKEN_RATE_HZ, writeSpokenTake } from '../../../tests/lib/spokenTake.ts';
import { writeSpokenTranscript } from '../../../tests/lib/spokenTranscript.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { readTakeFolder } from '../takes/index.ts';
import { createTranscriptsService } from './index.ts';

let made: string;
let folder: string;
let jobs: TranscriptJob[];
/** Seconds of the spans that were sent, and what to do instead of answering. */
let sent: number[];
let instead: ((index: number) => void) | null;

beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'sounddesk-transcripts-'));
  writeSpokenTake(made);
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  folder = join(temporaryDir(), 'take');
  cpSync(made, folder, { recursive: true });
  jobs = [];
  sent = [];
  instead = null;
});

const engine: SpanEngine = {
  engine: 'openai',
  model: 'test',
  priceOf: (sec) => sec / 100,
  assertReady: () => Promise.resolve(),
  async transcribe(wav, durationSec, signal) {
    sent.push(durationSec);
    // 16 kHz, 16 bits, one channel: its length is that of the span.
    expect((wav.byteLength - 44) / 32_000).toBeCloseTo(durationSec, 1);
    instead?.(sent.length);
    await Promise.resolve();
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    return {
      words: [
        { startSec: 0.2, endSec: 0.5, text: `word${sent.length}` },
        { startSec: durationSec - 0.3, endSec: durationSec + 5, text: 'end.' },
      ],
      language: 'english',
      usd: durationSec / 100,
    };
  },
};

function open() {
  return createTranscriptsService({
    openTake: () => readTakeFolder(folder),
    openEngine: () => Promise.resolve(engine),
    notes: NO_NOTES_ENGINE,
    search: {
      dir: join(folder, '..', 'index'),
      listTakes: () => Promise.resolve(existsSync(folder) ? [SUMMARY] : []),
      folderOf: () => folder,
      log: createRecordingLog(),
    },
    clock: { nowMs: () => 7 },
    log: createRecordingLog(),
    onProgressed: (job) => void jobs.push(job),
  });
}
const context = { signal: new AbortController().signal };
/** `notes.test.ts` has notes. */
const NO_NOTES_ENGINE: NotesEngine = {
  model: 'none',
  priceOf: () => Promise.resolve(0),
  write: () => Promise.reject(new Error('no notes are written here')),
};
const takeId = 'take';
const SUMMARY = {
  id: takeId,
  name: 'Night shift',
  status: 'finished',
  startedAtMs: 0,
} as TakeSummary;
const settled = () =>
  expect.poll(() => jobs.at(-1)?.step, { timeout: 100_000 }).toMatch(/^(?:done|failed|cancelled)$/);

describe('a transcript of a take', () => {
  it('costs what is said, not what the other microphone hears, and nothing is sent to know it', async () => {
    const estimate = await open().handlers['transcripts.estimate']({ takeId }, context);
    // 13 s and 12 s, each stretch with 0.2 s around it.
    expect(estimate.speechSec).toBeGreaterThan(25);
    expect(estimate.speechSec).toBeLessThan(28);
    expect(estimate.usd).toBeCloseTo(estimate.speechSec / 100, 6);
    expect(sent).toEqual([]);
  });

  it('has the words of each at their times, and lies beside the take', async () => {
    const { handlers } = open();
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    expect(jobs.at(-1)).toMatchObject({ step: 'done', done: 1, failure: null });
    expect(sent).toHaveLength(4);
    const { transcript } = await handlers['transcripts.read']({ takeId }, context);
    expect(transcript).toMatchObject({ model: 'test', language: 'english', madeAtMs: 7 });
    const begins = transcript?.words
      .filter(({ text }) => text !== 'end.')
      .map(({ trackId, startFrame }) => [trackId, startFrame / SPOKEN_RATE_HZ]);
    for (const [index, [trackId, sec]] of [
      ['maya', 2],
      ['ben', 10],
      ['maya', 20],
      ['ben', 40],
    ].entries()) {
      expect(begins?.[index]?.[0]).toBe(trackId);
      // The span begins 0.2 s before the speech, the word 0.2 s after the span.
      expect(begins?.[index]?.[1]).toBeCloseTo(Number(sec), 0);
    }
    // A word never ends behind its span.
    for (const { endFrame } of transcript?.words ?? []) expect(endFrame).toBeLessThan(45.5 * SPOKEN_RATE_HZ);
    const { text, fileName } = await handlers['transcripts.format']({ takeId, format: 'txt' }, context);
    expect(text).toMatch(/^Maya: word1/);
    expect(fileName).toBe('Night shift.txt');
    expect(readdirSync(folder)).toContain('transcript.json');
    expect(readdirSync(folder)).not.toContain('transcript.journal.jsonl');
    await handlers['transcripts.remove']({ takeId }, context);
    expect((await handlers['transcripts.read']({ takeId }, context)).transcript).toBeNull();
  });

  it('that was cut off is continued: nothing that was answered is sent, or paid, twice', async () => {
    instead = (count) => {
      if (count === 3)
        throw failWith('PROVIDER_UNREACHABLE', 'providerUnreachable', { values: { provider: 'X' } });
    };
    const first = open();
    await first.handlers['transcripts.start']({ takeId }, context);
    await settled();
    expect(jobs.at(-1)).toMatchObject({ step: 'failed', failure: { code: 'PROVIDER_UNREACHABLE' } });
    // A kill while a line was written.
    appendFileSync(join(folder, 'transcript.journal.jsonl'), '{"type":"done","span":"x');
    instead = null;
    const { handlers } = open();
    const left = await handlers['transcripts.estimate']({ takeId }, context);
    expect(left.unansweredSec).toBeCloseTo(sent[2] ?? 0, 1);
    expect(left.speechSec).toBeLessThan(15);
    jobs = [];
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    expect(jobs.at(-1)?.step).toBe('done');
    // Two were answered, one was not, then two.
    expect(sent).toHaveLength(5);
    const { transcript } = await handlers['transcripts.read']({ takeId }, context);
    expect(transcript?.words).toHaveLength(8);
  });

  it('ends when it is cancelled, and keeps what it has', async () => {
    const { handlers } = open();
    instead = (count) => {
      if (count === 2) void handlers['transcripts.cancel']({ takeId }, context);
    };
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    expect(jobs.at(-1)?.step).toBe('cancelled');
    expect(readFileSync(join(folder, 'transcript.journal.jsonl'), 'utf8')).toContain('"type":"done"');
    expect(existsSync(join(folder, 'transcript.json'))).toBe(false);
  });

  it('is corrected beside the words of the engine, and a kill loses nothing that was answered', async () => {
    const first = open();
    await first.handlers['transcripts.start']({ takeId }, context);
    await settled();
    const made = readFileSync(join(folder, 'transcript.json'), 'utf8');
    const edit = (of: ReturnType<typeof open>, revision: number, ...patches: TranscriptPatch[]) =>
      of.handlers['transcripts.edit']({ takeId, revision, patches }, context);
    await edit(
      first,
      0,
      { on: 'texts', texts: [[0, 'Hello,']] },
      { on: 'name', trackId: 'maya', name: 'May' },
    );
    await edit(first, 1, { on: 'cut', words: [1], isCut: true });
    // Another window has not seen the last step; and there is no word 99.
    await expect(edit(first, 1, { on: 'cut', words: [2], isCut: true })).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    await expect(edit(first, 2, { on: 'texts', texts: [[99, 'x']] })).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    // A kill: a batch of which the last line is missing, and half a line.
    const madeAtMs = 7;
    const half = {
      of: madeAtMs,
      revision: 3,
      patches: [{ on: 'texts', texts: [[2, 'lost']] }],
      part: 0,
      isLast: false,
    };
    appendFileSync(join(folder, 'transcript.edits.jsonl'), `${JSON.stringify(half)}\n{"of":7,"rev`);
    const second = open();
    await edit(second, 2, { on: 'texts', texts: [[3, 'kept']] });
    const { edits, revision } = await open().handlers['transcripts.read']({ takeId }, context);
    expect(revision).toBe(3);
    expect(edits).toEqual({
      texts: [
        [0, 'Hello,'],
        [3, 'kept'],
      ],
      names: [['maya', 'May']],
      cut: [1],
    });
    const { text } = await open().handlers['transcripts.format']({ takeId, format: 'txt' }, context);
    expect(text).toMatch(/^May: Hello,\n\nMay: end\./);
    expect(readFileSync(join(folder, 'transcript.json'), 'utf8')).toBe(made);
    // Edits of an earlier transcript are none of a new one.
    writeFileSync(join(folder, 'transcript.json'), made.replace('"madeAtMs":7', '"madeAtMs":8'));
    expect((await second.handlers['transcripts.read']({ takeId }, context)).edits.texts).toEqual([]);
  });

  it('names the far side of a meeting', async () => {
    const path = join(folder, 'take.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"ben"', '"system"'));
    writeFileSync(join(folder, 'meeting.json'), '{}');
    const { handlers } = open();
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    const { transcript } = await handlers['transcripts.read']({ takeId }, context);
    expect(transcript?.speakers.map(({ name }) => name)).toEqual(['Maya', 'The others']);
  });

  it('is its live captions, which are corrected like any, until a full one is wanted', async () => {
    const line = (trackId: string, name: string, atMs: number, text: string) =>
      `${JSON.stringify({
        ...{ trackId, name, engine: 'openai', model: 'whisper-1', sec: 1, usd: 0.001 },
        words: [{ startMs: atMs, endMs: atMs + 400, text }],
      })}\n`;
    const lines = line('ben', 'Ben', 10_200, 'Thanks.') + line('maya', 'Maya', 2200, 'Good');
    // A kill while a line was written.
    writeFileSync(join(folder, 'transcript.live.jsonl'), `${lines}{"trackId":"maya","na`);
    const first = open();
    const read = async (of = first) => await of.handlers['transcripts.read']({ takeId }, context);
    const { transcript } = await read();
    expect(transcript).toMatchObject({ isLive: true, model: 'whisper-1', usd: 0.002 });
    expect(transcript?.words.map(({ text, startFrame }) => [text, startFrame / SPOKEN_RATE_HZ])).toEqual([
      ['Good', 2.2],
      ['Thanks.', 10.2],
    ]);
    const patches: TranscriptPatch[] = [{ on: 'texts', texts: [[1, 'Thank you.']] }];
    await first.handlers['transcripts.edit']({ takeId, revision: 0, patches }, context);
    expect((await read(open())).edits.texts).toEqual([[1, 'Thank you.']]);
    const found = await first.handlers['transcripts.search']({ query: 'thank you', most: 9 }, context);
    expect(found.hits).toHaveLength(1);
    const { text } = await first.handlers['transcripts.format']({ takeId, format: 'txt' }, context);
    expect(text).toBe('Maya: Good\n\nBen: Thank you.\n');
    await first.handlers['transcripts.start']({ takeId }, context);
    await settled();
    const full = await read();
    expect(full.transcript).not.toHaveProperty('isLive');
    expect([full.transcript?.words.length, full.edits.texts]).toEqual([8, []]);
    await first.handlers['transcripts.remove']({ takeId }, context);
    expect((await read()).transcript).toBeNull();
  });

  it('of which thousands of words are replaced begins its journal again, and is the same', async () => {
    const { handlers } = open();
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    for (let step = 0; step < 3; step += 1) {
      const patches = Array.from({ length: 600 }, (_, at): TranscriptPatch => {
        return { on: 'texts', texts: [[at % 8, `w${step}-${at}`]] };
      });
      await handlers['transcripts.edit']({ takeId, revision: step, patches }, context);
    }
    const lines = readFileSync(join(folder, 'transcript.edits.jsonl'), 'utf8').split('\n').length;
    expect(lines).toBeLessThan(20);
    const { edits, revision } = await open().handlers['transcripts.read']({ takeId }, context);
    expect(revision).toBe(3);
    expect(new Map(edits.texts).get(599 % 8)).toBe('w2-599');
  });

  it('is found by what is said and by whom, as it was corrected, and by an index on the disk', async () => {
    writeSpokenTranscript(folder);
    const first = open();
    const search = async (query: string, of = first) =>
      (await of.handlers['transcripts.search']({ query, most: 100 }, context)).hits.map(
        ({ speaker, startSec, text }) => `${speaker} ${Math.floor(startSec)} ${text.slice(0, 12)}`,
      );
    expect(await search('LIGHTHOUSE')).toEqual(['Maya 20 Ask us about', 'Ben 40 Gladly. The ']);
    expect(await search('lighthouse ben')).toEqual(['Ben 40 Gladly. The ']);
    expect(await search('"night shift"')).toEqual(['Maya 2 Good evening']);
    expect(await search('"shift night"')).toEqual([]);
    expect(await search('  ')).toEqual([]);
    const index = join(folder, '..', 'index');
    expect(readdirSync(index)).toHaveLength(1);
    await first.handlers['transcripts.edit'](
      {
        takeId,
        revision: 0,
        patches: [
          { on: 'texts', texts: [[0, 'Bonjour']] },
          { on: 'name', trackId: 'maya', name: 'Zoë' },
        ],
      },
      context,
    );
    // Another program, with what is on the disk alone; and one whose index is damaged.
    expect(await search('zoe bonjour', open())).toEqual(['Zoë 2 Bonjour even']);
    for (const name of readdirSync(index)) writeFileSync(join(index, name), '{');
    expect(await search('bonjour', open())).toHaveLength(1);
    const { hits, hasMore } = await first.handlers['transcripts.search']({ query: 'the', most: 2 }, context);
    expect([hits.length, hasMore]).toEqual([2, true]);
    await first.handlers['transcripts.remove']({ takeId }, context);
    expect(await search('bonjour')).toEqual([]);
    expect(readdirSync(index)).toEqual([]);
  });

  it('that is damaged says so', async () => {
    writeFileSync(join(folder, 'transcript.json'), '{"words":');
    const read = open().handlers['transcripts.read']({ takeId }, context);
    await expect(read).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('of sound that cannot be decoded fails with the reason', async () => {
    writeFileSync(join(folder, 'ben.wav'), 'no sound');
    const { handlers } = open();
    await handlers['transcripts.start']({ takeId }, context);
    await settled();
    expect(jobs.at(-1)).toMatchObject({ step: 'failed', failure: { code: 'FILE_UNREADABLE' } });
    expect(sent).toEqual([]);
  });
});
