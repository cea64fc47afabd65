import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/** A file is not what was expected there: a folder, a pipe, far too large, or full of zeros. */
export class ForeignFileError extends Error {
  readonly code = 'FOREIGN_FILE';
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = 'ForeignFileError';
  }
}

interface ReadLimits {
  mostBytes: number;
  /** Whether a link in its place is refused (`ELOOP`), as in folders that anybody may have written. */
  refusesLinks?: boolean;
}

// A pipe would keep whoever opens it waiting. Windows has neither.
const flagsOf = ({ refusesLinks }: ReadLimits) =>
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (refusesLinks ? (constants.O_NOFOLLOW ?? 0) : 0);

/** A text file of no more than so many bytes; nothing is read of a larger one. */
export async function readText(path: string, limits: ReadLimits): Promise<string> {
  const file = await open(path, flagsOf(limits));
  try {
    const bytes = Buffer.allocUnsafe(sizeOf(path, await file.stat(), limits));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return toText(path, bytes.subarray(0, filled));
  } finally {
    await file.close();
  }
}

/** The same, at once. */
function readTextSync(path: string, limits: ReadLimits): string {
  const file = openSync(path, flagsOf(limits));
  try {
    const bytes = Buffer.allocUnsafe(sizeOf(path, fstatSync(file), limits));
    let filled = 0;
    while (filled < bytes.length) {
      const bytesRead = readSync(file, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return toText(path, bytes.subarray(0, filled));
  } finally {
    closeSync(file);
  }
}

/** JSON of no more than so many bytes. */
export function readJsonSync(path: string, limits: ReadLimits): unknown {
  return JSON.parse(readTextSync(path, limits));
}

interface Stats {
  size: number;
  isFile(): boolean;
}

function sizeOf(path: string, stats: Stats, { mostBytes }: ReadLimits): number {
  if (!stats.isFile()) throw new ForeignFileError(path, 'is no file.');
  if (stats.size <= mostBytes) return stats.size;
  throw new ForeignFileError(path, `is larger than anything that is kept there (${stats.size} bytes).`);
}

/** Fewer need no look. */
const LARGE_BYTES = 1 << 20;
/** Lists and objects, and members of them: above any document of ours, and what a machine holds in memory at ease. */
const MOST_NESTS = 3_000_000;
const MOST_MEMBERS = 12_000_000;

const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b];

/** A few bytes of JSON can need a hundred times as much when they are parsed; and no text of ours holds a zero. */
export function toText(path: string, bytes: Buffer): string {
  if (bytes.length > LARGE_BYTES) {
    if (bytes.includes(0)) throw new ForeignFileError(path, 'holds zeros, as a disk leaves them.');
    let nests = 0;
    let members = 0;
    for (const byte of bytes) {
      if (byte === COMMA) members += 1;
      else if (byte === LIST || byte === OBJECT) nests += 1;
    }
    if (nests > MOST_NESTS || members > MOST_MEMBERS)
      throw new ForeignFileError(path, 'has more parts than anything that is kept there.');
  }
  return bytes.toString('utf8');
}

const CHUNK_BYTES = 1 << 20;
/** No line of ours is as long; one that is, is left out. */
const MOST_LINE_CHARS = 1 << 20;

/** The lines of a file, a piece at a time; of a larger file those in its last `mostBytes`. The last may have no end. */
export function* readLinesSync(path: string, limits: ReadLimits): Generator<string> {
  const file = openSync(path, flagsOf(limits));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new ForeignFileError(path, 'is no file.');
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let at = Math.max(0, stats.size - limits.mostBytes);
    // Where it begins in the middle, so does its first line.
    let isSkipped = at > 0;
    let rest = '';
    while (at < stats.size) {
      const bytesRead = readSync(file, chunk, 0, Math.min(chunk.length, stats.size - at), at);
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
  } finally {
    closeSync(file);
  }
}
