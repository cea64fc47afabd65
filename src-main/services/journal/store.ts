import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  appendLineDurably,
  readJsonSync,
  readLinesSync,
  writeFileDurably,
} from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import {
  journalSegmentSchema,
  journalTakeSchema,
  type JournalSegment,
  type JournalTake,
} from '../../../src-shared/domain/journalPeriod.ts';
import type { JournalEntries, JournalStore } from '../../../src-shared/handlers/journal.ts';
import { parseJson } from '../../../src-shared/domain/parseJson.ts';

const JOURNAL_NAME = 'journal.jsonl';
/** Of a longer one its latest lines count. */
const MOST_JOURNAL_BYTES = 256 << 20;
const MOST_CHECKPOINT_BYTES = 64 * 1024;

const segmentSchema = journalSegmentSchema.extend({ version: z.literal(1) });
const takeSchema = journalTakeSchema
  .omit({ endedAtMs: true })
  .extend({ version: z.literal(1), takeEndedAtMs: z.number() });

/** What is kept in `journal.jsonl`, beside a host that may be writing it: nothing is healed. */
export function readJournal(dataDir: string, sinceMs: number, log: Log): JournalEntries {
  return readEntries(join(dataDir, JOURNAL_NAME), sinceMs, log);
}

/** `journal.jsonl` and `journal-running.json` in the data folder. What a crash left half done is healed first. */
export function openJournalStore(dataDir: string, log: Log): JournalStore {
  const journalPath = join(dataDir, JOURNAL_NAME);
  const checkpointPath = join(dataDir, 'journal-running.json');
  const append = (line: string) => {
    if (appendLineDurably(journalPath, line))
      log.info('the last line of the journal was torn and was closed', { path: journalPath });
  };
  const store: JournalStore = {
    read: (sinceMs) => readEntries(journalPath, sinceMs, log),
    append: (segment) => append(toLine(segment)),
    appendTake: ({ endedAtMs, ...take }) =>
      append(`${JSON.stringify({ version: 1, takeEndedAtMs: endedAtMs, ...take })}\n`),
    checkpoint: (segment) => writeFileDurably(checkpointPath, toLine(segment)),
    clearCheckpoint: () => rmSync(checkpointPath, { force: true }),
    forgetOlder: (nowMs, keptMs) => forgetOlder(journalPath, nowMs, keptMs, log),
  };
  const heal = () => adoptCheckpoint(store, checkpointPath, log);
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

/** What cannot be read has no time, and stays. The file is replaced as a whole, or not at all. */
function forgetOlder(path: string, nowMs: number, keptMs: number, log: Log): void {
  // Of a longer one only the end is read, and nothing is replaced by a part of it.
  if (!existsSync(path) || statSync(path).size > MOST_JOURNAL_BYTES) return;
  const lines = linesOf(path);
  const ends = lines.map((line) => endOf(parseJson(line)));
  const newestMs = ends.reduce<number>((newest, end) => Math.max(newest, end ?? -Infinity), -Infinity);
  const beforeMs = Math.min(nowMs, newestMs) - keptMs;
  const kept = lines.filter((_, index) => (ends[index] ?? Infinity) > beforeMs);
  if (kept.length === lines.length) return;
  writeFileDurably(path, kept.map((line) => `${line}\n`).join(''), 0o600);
  log.info('sessions older than two years were deleted from the journal', {
    path,
    deleted: lines.length - kept.length,
  });
}

const endOf = (record: unknown): number | null =>
  parseSegment(record)?.toMs ?? parseTake(record)?.endedAtMs ?? null;

function toLine(segment: JournalSegment): string {
  return `${JSON.stringify({ version: 1, ...segment })}\n`;
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
  for (const record of linesOf(path).flatMap(parseLine)) {
    const segment = parseSegment(record);
    const take = segment ? null : parseTake(record);
    if (segment && segment.toMs > sinceMs) entries.segments.push(segment);
    if (take && take.endedAtMs > sinceMs) entries.takes.push(take);
    if (!segment && !take) damaged += 1;
  }
  if (damaged > 0) log.info('damaged lines of the journal were skipped', { path, damaged });
  return entries;
}

/** What is in a line: a torn record, to which earlier versions wrote the next one, does not hide that one. */
function parseLine(line: string): unknown[] {
  const whole = parseJson(line);
  const nextAt = line.lastIndexOf('{"version":');
  return whole !== null || nextAt <= 0 ? [whole] : [null, parseJson(line.slice(nextAt))];
}

const linesOf = (path: string): string[] =>
  [...readLinesSync(path, { mostBytes: MOST_JOURNAL_BYTES })].filter(Boolean);

function readCheckpoint(path: string): unknown {
  try {
    return readJsonSync(path, { mostBytes: MOST_CHECKPOINT_BYTES });
  } catch {
    // The caller reports it.
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
