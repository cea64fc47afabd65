import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** A file is not what was expected there: a folder, a pipe, far too large, or full of zeros. */
export class ForeignFileError extends Error {
  readonly code = 'FOREIGN_FILE';
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = 'ForeignFileError';
  }
}

export interface ReadLimits {
  mostBytes: number;
}

/** Not there on Windows, where only `lstat` shows that it is a link. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants as Partial<typeof constants>;
/** A pipe or a device must not make us wait. */
const READING = constants.O_RDONLY | O_NONBLOCK;
/** Nor a link lead elsewhere: `open` then throws `ELOOP`. */
export const CAREFULLY = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

/** JSON of no more than so many bytes; nothing is read of a larger file. */
export function readJsonSync(path: string, limits: ReadLimits): unknown {
  return JSON.parse(withOpenFile(path, READING, (file) => textOf(path, file, limits)));
}

/** The lines of a file, a piece at a time; of a larger file those in its last `mostBytes`. The last may have no end. */
export function* readLinesSync(path: string, limits: ReadLimits): Generator<string> {
  const file = openSync(path, READING);
  try {
    yield* linesOf(path, file, limits);
  } finally {
    closeSync(file);
  }
}

/**
 * The text of a file of our own; null where there is none. A link in its place is refused, and whatever `check` throws
 * for when it sees what was opened.
 */
export function readOwnText(
  path: string,
  limits: ReadLimits,
  check: (stats: Stats) => void = () => undefined,
): string | null {
  try {
    if (lstatSync(path).isSymbolicLink()) throw new ForeignFileError(path, 'is a link.');
    return withOpenFile(path, constants.O_RDONLY | CAREFULLY, (file) => {
      check(fstatSync(file));
      return textOf(path, file, limits);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function withOpenFile<T>(path: string, flags: number, work: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** All text of an open file. Throws `ForeignFileError`. */
export function textOf(path: string, file: number, { mostBytes }: ReadLimits): string {
  const { size } = statsOfFile(path, file);
  if (size > mostBytes)
    throw new ForeignFileError(path, `is too large (${size} bytes; at most ${mostBytes} are read).`);
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < bytes.length) {
    const bytesRead = readSync(file, bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return toText(path, bytes.subarray(0, filled));
}

function statsOfFile(path: string, file: number): Stats {
  const stats = fstatSync(file);
  if (!stats.isFile()) throw new ForeignFileError(path, 'is not a file.');
  return stats;
}

/** Fewer need no look. */
const LARGE_BYTES = 1 << 20;
/** Lists and objects, and members of them: above any document of ours, and what a machine holds in memory at ease. */
const MOST_NESTS = 3_000_000;
const MOST_MEMBERS = 12_000_000;

const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b];

/** A few bytes of JSON can need a hundred times as much when they are parsed; and no text of ours holds a zero. */
function toText(path: string, bytes: Buffer): string {
  if (bytes.length > LARGE_BYTES) {
    if (bytes.includes(0)) throw new ForeignFileError(path, 'is damaged: it holds zeros.');
    let nests = 0;
    let members = 0;
    for (const byte of bytes) {
      if (byte === COMMA) members += 1;
      else if (byte === LIST || byte === OBJECT) nests += 1;
    }
    if (nests > MOST_NESTS || members > MOST_MEMBERS)
      throw new ForeignFileError(path, 'has more parts than any file of SoundDesk.');
  }
  return bytes.toString('utf8');
}

const CHUNK_BYTES = 1 << 20;
/** No line of ours is as long; one that is, is left out. */
const MOST_LINE_CHARS = 1 << 20;

/** The lines of an open file, as `readLinesSync` has them. Throws `ForeignFileError`. */
export function* linesOf(path: string, file: number, { mostBytes }: ReadLimits): Generator<string> {
  const { size } = statsOfFile(path, file);
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let at = Math.max(0, size - mostBytes);
  // Where it begins in the middle, so does its first line.
  let isSkipped = at > 0;
  let rest = '';
  while (at < size) {
    const bytesRead = readSync(file, chunk, 0, Math.min(chunk.length, size - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    // Of a line that is left out, nothing is looked at.
    if (isSkipped && !chunk.subarray(0, bytesRead).includes('\n')) continue;
    const lines = (rest + decoder.write(chunk.subarray(0, bytesRead))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isSkipped) yield line;
      isSkipped = false;
    }
    if (rest.length > MOST_LINE_CHARS) {
      rest = '';
      isSkipped = true;
    }
  }
  if (rest !== '' && !isSkipped) yield rest;
}
