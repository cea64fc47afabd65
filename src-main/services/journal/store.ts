import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonSync, readLinesSync, writeFileDurably } from '../files/index.ts';
import type { Log } from '../ports.ts';
import type { JournalSegment, JournalTake } from '../../../src-shared/domain/journalPeriod.ts';
import type { JournalEntries, JournalStore } from '../../../src-shared/handlers/journal.ts';

const JOURNAL_NAME = 'journal.jsonl';
/** Of a longer one its latest lines count. */
const MOST_JOURNAL_BYTES = 256 << 20;
const MOST_CHECKPOINT_BYTES = 64 * 1024;

const figure = z.number().nullable();

const segmentSchema = z.object({
  version: z.literal(1),
  sessionStartedAtMs: z.number(),
  fromMs: z.number(),
  toMs: z.number(),
  /** Lines from before there were figures have none. */
  figures: z
    .object({
      inputName: z.string(),
      outputName: z.string(),
      framesProcessed: z.number(),
      framesMissed: z.number(),
      meanReductionDb: figure,
      latencyP50Ms: figure,
      latencyP99Ms: figure,
    })
    .nullable()
    .default(null),
});

const takeSchema = z.object({
  version: z.literal(1),
  takeEndedAtMs: z.number(),
  recordedSec: z.number(),
  isContinued: z.boolean(),
});

/** What is kept in `journal.jsonl`, beside a host that may be writing it: nothing is healed. */
export function readJournal(dataDir: string, sinceMs: number, log: Log): JournalEntries {
  return readEntries(join(dataDir, JOURNAL_NAME), sinceMs, log);
}

/** `journal.jsonl` and `journal-running.json` in the data folder. What a crash left half done is healed first. */
export function openJournalStore(dataDir: string, log: Log): JournalStore {
  const journalPath = join(dataDir, JOURNAL_NAME);
  const checkpointPath = join(dataDir, 'journal-running.json');
  const store: JournalStore = {
    read: (sinceMs) => readEntries(journalPath, sinceMs, log),
    append: (segment) => appendLine(journalPath, toLine(segment)),
    appendTake: ({ endedAtMs, ...take }) =>
      appendLine(journalPath, `${JSON.stringify({ version: 1, takeEndedAtMs: endedAtMs, ...take })}\n`),
    checkpoint: (segment) => writeFileDurably(checkpointPath, toLine(segment)),
    clearCheckpoint: () => rmSync(checkpointPath, { force: true }),
  };
  const heal = () => {
    healTornLine(journalPath, log);
    adoptCheckpoint(store, checkpointPath, log);
  };
  try {
    heal();
    return store;
  } catch (error) {
    log.error('what a crash left of the journal is healed when the disk has room', error);
    return healedFirst(store, heal);
  }
}

/** Until it is healed nothing is written over what is to be healed: each write tries that first, and fails with it. */
function healedFirst(store: JournalStore, heal: () => void): JournalStore {
  let isHealed = false;
  const first =
    <T>(write: (entry: T) => void) =>
    (entry: T) => {
      if (!isHealed) heal();
      isHealed = true;
      write(entry);
    };
  return {
    ...store,
    append: first((segment: JournalSegment) => store.append(segment)),
    appendTake: first((take: JournalTake) => store.appendTake(take)),
    checkpoint: first((segment: JournalSegment) => store.checkpoint(segment)),
    clearCheckpoint: () => {
      if (isHealed) store.clearCheckpoint();
    },
  };
}

function toLine(segment: JournalSegment): string {
  return `${JSON.stringify({ version: 1, ...segment })}\n`;
}

function appendLine(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, line);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A last line without its end would swallow the next one: it is closed, and skipped when read. */
function healTornLine(path: string, log: Log): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  let isTorn: boolean;
  try {
    const sizeBytes = fstatSync(file).size;
    const last = Buffer.alloc(1);
    if (sizeBytes > 0) readSync(file, last, 0, 1, sizeBytes - 1);
    isTorn = sizeBytes > 0 && last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
  if (!isTorn) return;
  appendLine(path, '\n');
  log.info('the last line of the journal was torn and was closed', { path });
}

/** A checkpoint that is still there is of a session that was killed: it ends at its last checkpoint. */
function adoptCheckpoint(store: JournalStore, path: string, log: Log): void {
  if (!existsSync(path)) return;
  const segment = parseSegment(readCheckpoint(path));
  if (!segment) log.info('the running session’s checkpoint was damaged and is dropped', { path });
  // Where it ended between the journal and here, it is in the journal already.
  else if (!store.read(segment.fromMs).segments.some((known) => known.fromMs === segment.fromMs))
    store.append(segment);
  store.clearCheckpoint();
}

function readEntries(path: string, sinceMs: number, log: Log): JournalEntries {
  const entries: JournalEntries = { segments: [], takes: [] };
  if (!existsSync(path)) return entries;
  let damaged = 0;
  for (const line of readLinesSync(path, { mostBytes: MOST_JOURNAL_BYTES })) {
    if (line === '') continue;
    const record = parseJson(line);
    const segment = parseSegment(record);
    const take = segment ? null : parseTake(record);
    if (segment && segment.toMs > sinceMs) entries.segments.push(segment);
    if (take && take.endedAtMs > sinceMs) entries.takes.push(take);
    if (!segment && !take) damaged += 1;
  }
  if (damaged > 0) log.info('damaged lines of the journal were skipped', { path, damaged });
  return entries;
}

function readCheckpoint(path: string): unknown {
  try {
    return readJsonSync(path, { mostBytes: MOST_CHECKPOINT_BYTES });
  } catch {
    // Told by the caller.
    return null;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Told by the caller, who counts what it had to skip.
    return null;
  }
}

function parseSegment(record: unknown): JournalSegment | null {
  const parsed = segmentSchema.safeParse(record);
  if (!parsed.success) return null;
  const { version: _, ...segment } = parsed.data;
  return segment;
}

function parseTake(record: unknown): JournalTake | null {
  const parsed = takeSchema.safeParse(record);
  if (!parsed.success) return null;
  const { takeEndedAtMs, recordedSec, isContinued } = parsed.data;
  return { endedAtMs: takeEndedAtMs, recordedSec, isContinued };
}
