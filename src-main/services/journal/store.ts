import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from '../files/index.ts';
import type { Log } from '../ports.ts';
import type { Segment } from './today.ts';

const recordSchema = z.object({
  version: z.literal(1),
  sessionStartedAtMs: z.number(),
  fromMs: z.number(),
  toMs: z.number(),
});

/** Where finished segments rest, one JSON line each, and the running one as of its last checkpoint. */
export interface JournalStore {
  /** Segments that end after `sinceMs`. */
  read(sinceMs: number): Segment[];
  /** Durable when it returns. */
  append(segment: Segment): void;
  checkpoint(segment: Segment): void;
  clearCheckpoint(): void;
}

/** `journal.jsonl` and `journal-running.json` in the data folder. What a crash left half done is healed first. */
export function openJournalStore(dataDir: string, log: Log): JournalStore {
  const journalPath = join(dataDir, 'journal.jsonl');
  const checkpointPath = join(dataDir, 'journal-running.json');
  const store: JournalStore = {
    read: (sinceMs) => readSegments(journalPath, sinceMs, log),
    append: (segment) => appendLine(journalPath, toLine(segment)),
    checkpoint: (segment) => writeFileDurably(checkpointPath, toLine(segment)),
    clearCheckpoint: () => rmSync(checkpointPath, { force: true }),
  };
  healTornLine(journalPath, log);
  adoptCheckpoint(store, checkpointPath, log);
  return store;
}

function toLine(segment: Segment): string {
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
  const segment = parseLine(readFileSync(path, 'utf8'));
  if (!segment) log.info('the running session’s checkpoint was damaged and is dropped', { path });
  // Where it ended between the journal and here, it is in the journal already.
  else if (!store.read(segment.fromMs).some((known) => known.fromMs === segment.fromMs))
    store.append(segment);
  store.clearCheckpoint();
}

function readSegments(path: string, sinceMs: number, log: Log): Segment[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const parsed = lines.map(parseLine);
  const damaged = parsed.filter((segment) => segment === null).length;
  if (damaged > 0) log.info('damaged lines of the journal were skipped', { path, damaged });
  return parsed.filter((segment): segment is Segment => segment !== null && segment.toMs > sinceMs);
}

function parseLine(line: string): Segment | null {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    // Told by the caller, who counts what it had to skip.
    return null;
  }
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success) return null;
  const { sessionStartedAtMs, fromMs, toMs } = parsed.data;
  return { sessionStartedAtMs, fromMs, toMs };
}
