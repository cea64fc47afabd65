/**
 * Checksums of PostgreSQL's pages, as `pg_checksums` reckons them: npm's package brings `initdb`, `pg_ctl` and `postgres`
 * alone. The algorithm is that of PostgreSQL's `storage/checksum_impl.h`; tests hold it against the server's own.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { WHAT_TO_DO } from '../../src-node/databaseDamage/index.ts';
import { BackendError } from './errors.ts';

const PAGE_BYTES = 8192;
/** A table's file is cut into parts of 1 GB. */
const PAGES_IN_SEGMENT = 131_072;
const PAGES_AT_ONCE = 128;
const CHECKSUM_OFFSET = 8;
/** `pd_lower`, `pd_upper`, `pd_special` of a page's header. */
const [LOWER_OFFSET, UPPER_OFFSET, SPECIAL_OFFSET] = [12, 14, 16];
const HEADER_BYTES = 24;

/** Maps of free space and visibility, which the server rebuilds where they are damaged. */
const MADE_ANEW = /_(?:fsm|vm)(?:\.|$)/;
/** Files of tables and indexes: a number, which part it is of, which gigabyte. Temporary ones begin with a letter. */
const RELATION_FILE = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;

export interface DamagedPage {
  /** Below the cluster's folder, e.g. `base/16384/2619`. */
  file: string;
  page: number;
}

/** Whether the cluster in `data` keeps checksums, and whether it was stopped cleanly. */
export function readControl(data: string): { hasChecksums: boolean; isCleanlyStopped: boolean } {
  const { control, versionOffset } = parseControl(data);
  return {
    hasChecksums: control.readUInt32LE(versionOffset) === 1,
    isCleanlyStopped: control.readUInt32LE(STATE_OFFSET) === SHUT_DOWN,
  };
}

/**
 * Writes the checksums of all pages of a cluster that stands still, then says so in its control file. Until that last
 * write nothing counts: a kill at any moment leaves the cluster as it was, and it can be done again.
 */
export async function enableChecksums(
  data: string,
  /** Returns once all files of the cluster are on the disk. */
  sync: () => Promise<void>,
  onPage: () => void = () => {},
): Promise<void> {
  if (readControl(data).hasChecksums) return;
  if (!readControl(data).isCleanlyStopped)
    throw new BackendError(
      'BACKEND_DATABASE',
      'The database was not stopped cleanly. Run "sounddesk backend start", then "sounddesk backend stop", and try again.',
    );
  for (const { file, firstPage } of relationFiles(data))
    writeChecksums(join(data, file), file, firstPage, onPage);
  await sync();
  const { control, versionOffset, crcOffset } = parseControl(data);
  control.writeUInt32LE(1, versionOffset);
  control.writeUInt32LE(crc32c(control.subarray(0, crcOffset)), crcOffset);
  const file = openSync(join(data, CONTROL), 'r+');
  try {
    // One sector, as the server itself writes it.
    writeAll(file, control.subarray(0, 512), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Pages whose checksum is not that of what they hold; at most a hundred. A server may be running: `isNewer` says whether a page
 * was written since the check began (by its position in the log), since such a one may be read half written.
 */
export async function findDamagedPages(
  data: string,
  isNewer: (position: bigint) => boolean = () => false,
  signal?: AbortSignal,
): Promise<DamagedPage[]> {
  const damaged: DamagedPage[] = [];
  // One for all: a cluster has a thousand files, most of them of a page or two.
  const pages = Buffer.alloc(PAGES_AT_ONCE * PAGE_BYTES);
  for (const { file, firstPage } of relationFiles(data)) {
    if (MADE_ANEW.test(file)) continue;
    signal?.throwIfAborted();
    for (const page of await damagedPagesOf(join(data, file), firstPage, pages, isNewer)) {
      damaged.push({ file, page });
      if (damaged.length >= 100) return damaged;
    }
  }
  return damaged;
}

async function damagedPagesOf(
  path: string,
  firstPage: number,
  pages: Buffer,
  isNewer: (position: bigint) => boolean,
): Promise<number[]> {
  const found: number[] = [];
  let file;
  try {
    file = await open(path, 'r');
  } catch (error) {
    // A table that was dropped meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return found;
    throw error;
  }
  try {
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(pages, 0, pages.length, at * PAGE_BYTES);
      const count = Math.floor(bytesRead / PAGE_BYTES);
      for (let index = 0; index < count; index += 1) {
        const number = firstPage + at + index;
        if (isWhole(pageOf(pages, index), number)) continue;
        // Read again: it may have been written at just that moment.
        const again = Buffer.alloc(PAGE_BYTES);
        await file.read(again, 0, PAGE_BYTES, (at + index) * PAGE_BYTES);
        if (!isWhole(again, number) && !isNewer(positionOf(again))) found.push(number);
      }
      if (count < PAGES_AT_ONCE) return found;
      at += count;
    }
  } finally {
    await file.close();
  }
}

const pageOf = (pages: Buffer, index: number) => pages.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);

function isWhole(page: Buffer, number: number): boolean {
  // One that was never used is empty, and has no checksum.
  if (page.readUInt16LE(UPPER_OFFSET) === 0) return page.every((byte) => byte === 0);
  return page.readUInt16LE(CHECKSUM_OFFSET) === pageChecksum(page, number);
}

/** Where in the server's log the page's last change is. */
const positionOf = (page: Buffer) => (BigInt(page.readUInt32LE(0)) << 32n) | BigInt(page.readUInt32LE(4));

function* relationFiles(data: string): Generator<{ file: string; firstPage: number }> {
  const folders = ['global', ...readdirSync(join(data, 'base')).map((name) => join('base', name))];
  for (const folder of folders) {
    if (!statSync(join(data, folder)).isDirectory()) continue;
    for (const name of readdirSync(join(data, folder))) {
      const match = RELATION_FILE.exec(name);
      if (match) yield { file: join(folder, name), firstPage: Number(match[1] ?? 0) * PAGES_IN_SEGMENT };
    }
  }
}

function writeChecksums(path: string, name: string, firstPage: number, onPage: () => void): void {
  const file = openSync(path, 'r+');
  try {
    const pages = Buffer.alloc(PAGES_AT_ONCE * PAGE_BYTES);
    for (let at = 0; ;) {
      const count = Math.floor(readSync(file, pages, 0, pages.length, at * PAGE_BYTES) / PAGE_BYTES);
      for (let index = 0; index < count; index += 1) {
        const page = pageOf(pages, index);
        if (page.readUInt16LE(UPPER_OFFSET) === 0) continue;
        onPage();
        refuseOddHeader(page, name, at + index);
        const checksum = Buffer.alloc(2);
        checksum.writeUInt16LE(pageChecksum(page, firstPage + at + index));
        // Two bytes of one sector: no cut leaves the page half old and half new.
        if (page.readUInt16LE(CHECKSUM_OFFSET) !== checksum.readUInt16LE())
          writeAll(file, checksum, (at + index) * PAGE_BYTES + CHECKSUM_OFFSET);
      }
      if (count < PAGES_AT_ONCE) break;
      at += count;
    }
  } finally {
    closeSync(file);
  }
}

/** What is damaged already must not get a checksum that calls it good. */
function refuseOddHeader(page: Buffer, file: string, number: number): void {
  const lower = page.readUInt16LE(LOWER_OFFSET);
  const upper = page.readUInt16LE(UPPER_OFFSET);
  const special = page.readUInt16LE(SPECIAL_OFFSET);
  if (lower >= HEADER_BYTES && lower <= upper && upper <= special && special <= PAGE_BYTES) return;
  throw new BackendError(
    'BACKEND_DAMAGED',
    `Page ${number} of ${file} is damaged, so that no checksums were switched on. ${WHAT_TO_DO}`,
  );
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}

const CONTROL = join('global', 'pg_control');
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;
/** Between the checksums' version and the file's own checksum lies a nonce of 32 bytes. */
const NONCE_BYTES = 32;

/** The control file of this major version; its own checksum says where its fields end. */
function parseControl(data: string): { control: Buffer; versionOffset: number; crcOffset: number } {
  const control = readFileSync(join(data, CONTROL));
  for (let crcOffset = 200; crcOffset <= 400; crcOffset += 4) {
    if (crc32c(control.subarray(0, crcOffset)) !== control.readUInt32LE(crcOffset)) continue;
    const versionOffset = crcOffset - NONCE_BYTES - 4;
    if (control.readUInt32LE(versionOffset) <= 1) return { control, versionOffset, crcOffset };
  }
  throw new BackendError('BACKEND_DAMAGED', `The database's control file is damaged. ${WHAT_TO_DO}`);
}

/** CRC-32C (Castagnoli), as PostgreSQL uses it. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

// oxfmt-ignore
const BASES = new Uint32Array([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
]);
const LANES = BASES.length;
const FNV_PRIME = 16_777_619;

const words = new Uint32Array(PAGE_BYTES / 4);
const wordBytes = new Uint8Array(words.buffer);
const sums = new Int32Array(LANES);

/** Of one page, which its number in the table takes part in: a page that was written to the wrong place does not fit either. */
function pageChecksum(page: Buffer, number: number): number {
  wordBytes.set(page);
  // The field itself counts as zero.
  wordBytes.fill(0, CHECKSUM_OFFSET, CHECKSUM_OFFSET + 2);
  sums.set(BASES);
  for (let row = 0; row < words.length; row += LANES)
    for (let lane = 0; lane < LANES; lane += 1)
      sums[lane] = mix(sums[lane] as number, words[row + lane] as number);
  let result = 0;
  for (const sum of sums) result ^= mix(mix(sum, 0), 0);
  return (((result ^ number) >>> 0) % 65_535) + 1;
}

function mix(sum: number, word: number): number {
  const mixed = sum ^ word;
  return Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17);
}
