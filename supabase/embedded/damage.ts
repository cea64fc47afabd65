/** Damage of the database's files: looked for after each start, noticed while it runs, remembered and reported. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import pg from 'pg';
import {
  MAX_FINDINGS,
  readDamage,
  rememberDamage,
  reportDamage,
} from '../../src-node/databaseDamage/index.ts';
import { findDamagedPages } from './checksums.ts';

/** How often the server's own log is looked into. */
const LISTEN_EVERY_MS = 2000;
const MAX_READ_BYTES = 1024 * 1024;
/** Damaged data and indexes by their code; a table's file that is gone has another one. */
const DAMAGE_LINE =
  /\bXX00[12]\b|\b58P01\b.*could not (?:open file "(?:base|global|pg_)|access status of transaction)/;

export interface DamageWatchOptions {
  home: string;
  /** The cluster's folder. */
  data: string;
  /** Written by the server. */
  logFile: string;
  /** A connection that may do everything. */
  admin: pg.ClientConfig;
  nowMs: () => number;
  log: (message: string, error?: unknown) => void;
}

export interface DamageWatch {
  /** Looks at every page in the background; also called after the server came back on its own. */
  check(): void;
  isDamaged(): boolean;
  /** Resolves once the check that runs has ended and the server's words so far are read. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Watches a running server until it is closed. */
export function watchDamage(options: DamageWatchOptions): DamageWatch {
  const { home, logFile, log } = options;
  const closing = new AbortController();
  const known = new Set<string>(readDamage(home)?.findings);
  let isDamaged = readDamage(home) !== null;
  let checking: Promise<void> = Promise.resolve();
  let readUpTo = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;

  const found = (findings: readonly string[]) => {
    const fresh = findings.filter((finding) => !known.has(finding));
    if (fresh.length === 0 || known.size >= MAX_FINDINGS) return;
    for (const finding of fresh.slice(0, MAX_FINDINGS - known.size)) known.add(finding);
    isDamaged = true;
    const damage = { foundAtMs: options.nowMs(), findings: [...known] };
    log(reportDamage(damage), { code: 'BACKEND_DAMAGED', findings: fresh.slice(0, MAX_FINDINGS) });
    rememberDamage(home, damage);
  };
  const listen = () => {
    const text = readFrom(logFile, readUpTo);
    readUpTo = text.upTo;
    found(text.lines.filter((line) => DAMAGE_LINE.test(line)).map(findingOf));
  };
  const guarded = (what: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      log(`${what} failed`, error);
    }
  };
  const timer = setInterval(() => guarded('looking into the database’s log', listen), LISTEN_EVERY_MS);
  timer.unref();
  if (isDamaged) log(reportDamage(readDamage(home) ?? { foundAtMs: 0, findings: [] }));
  const watch: DamageWatch = {
    check() {
      checking = checking
        .then(async () => found(await damagedFiles(options, closing.signal)))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log('the check of the database’s pages failed', error);
        });
    },
    isDamaged: () => isDamaged,
    async settle() {
      await checking;
      guarded('looking into the database’s log', listen);
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await watch.settle();
    },
  };
  watch.check();
  return watch;
}

/** Pages that were damaged before the check began; one that the server writes meanwhile is read by it and not by us. */
async function damagedFiles({ data, admin }: DamageWatchOptions, signal: AbortSignal): Promise<string[]> {
  const beganAt = await readPosition(admin);
  const pages = await findDamagedPages(data, (position) => position > beganAt, signal);
  return pages.map(({ file, page }) => `page ${page} of ${file}`);
}

/** Where the server's log of changes is now, with all that came before written out. */
async function readPosition(admin: pg.ClientConfig): Promise<bigint> {
  const client = new pg.Client(admin);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('checkpoint');
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    const [high = '0', low = '0'] = (rows[0]?.at ?? '').split('/');
    return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  } finally {
    await client.end();
  }
}

/** Time and process of a line are no part of what it says. */
const findingOf = (line: string) => line.replace(/^.*?\b(?=XX00[12]\b|58P01\b)/, '').slice(0, 300);

/** Whole lines behind a place; from the beginning where the file was made again. */
function readFrom(path: string, from: number): { lines: string[]; upTo: number } {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const start = sizeBytes < from ? 0 : from;
  if (sizeBytes === start) return { lines: [], upTo: start };
  const bytes = Buffer.alloc(Math.min(sizeBytes - start, MAX_READ_BYTES));
  const file = openSync(path, 'r');
  let read: number;
  try {
    read = readSync(file, bytes, 0, bytes.length, start);
  } finally {
    closeSync(file);
  }
  const end = bytes.subarray(0, read).lastIndexOf(0x0a) + 1;
  // A line longer than what is read at once is skipped.
  const taken = end === 0 && read === MAX_READ_BYTES ? read : end;
  return { lines: bytes.subarray(0, end).toString().split('\n').filter(Boolean), upTo: start + taken };
}
