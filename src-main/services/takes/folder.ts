import { join } from 'node:path';
import {
  interruptionsDocumentSchema,
  type Interruption,
} from '../../../src-shared/contract/interruptions.ts';
import type { PicturesDocument } from '../../../src-shared/contract/takePictures.ts';
import {
  takeCertificateSchema,
  takeDocumentSchema,
  type TakeCertificate,
  type TakeDocument,
} from '../../../src-shared/contract/takes.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { ForeignFileError, readLinesSync, readText, writeFileDurably } from '../files/index.ts';
import { INTERRUPTIONS_NAME } from '../interruptions/index.ts';
import { replayJournal } from './journal.ts';
import { PICTURES_RESERVE_NAME, readPictures } from './pictures/document.ts';
import { isRecorderAlive } from './recorder.ts';

export const DOCUMENT_NAME = 'take.json';
export const JOURNAL_NAME = 'take.journal.jsonl';
export const CERTIFICATE_NAME = 'certificate.json';
/** Names that a recorder may have left beside them when it was killed. */
export const LEFTOVER_NAMES = [JOURNAL_NAME, 'take.reserve', 'take.json.tmp', PICTURES_RESERVE_NAME] as const;

/** Above 64 tracks with 10,000 gaps each, which is all that is kept of them. */
const MOST_DOCUMENT_BYTES = 64 << 20;
/** Far above what a day of recording with all its gaps writes: it is read line by line. */
const MOST_JOURNAL_BYTES = 256 << 20;
const MOST_CERTIFICATE_BYTES = 4 << 20;
const MOST_INTERRUPTIONS_BYTES = 1 << 20;

export interface TakeFolder {
  path: string;
  /** With the journal's lines applied where the recording has no end. */
  document: TakeDocument;
  /** As `pictures.json` has them; null where the take has no cameras and screens. */
  pictures: PicturesDocument | null;
  /** `unfinished`: nobody records it any more, and it has no end. */
  state: 'recording' | 'unfinished' | 'finished';
}

/** Reads a take. `FILE_NOT_FOUND` where there is none, `FILE_UNREADABLE` where it is not to be understood. */
export async function readTakeFolder(path: string): Promise<TakeFolder> {
  const text = await readIfThere(join(path, DOCUMENT_NAME), MOST_DOCUMENT_BYTES);
  if (text === null) {
    throw new RpcError('FILE_NOT_FOUND', `There is no take in ${path}: it has no ${DOCUMENT_NAME}.`);
  }
  const document = parseDocument(text, path);
  const pictures = await readPictures(path);
  document.pictures = pictures?.pictures ?? [];
  // Sound and pictures have a recorder each: the take has its end when both have.
  const recorders = [document, pictures]
    .filter((part) => part !== null)
    .filter(({ status }) => status === 'recording');
  if (recorders.length === 0) return { path, document, pictures, state: 'finished' };
  const alive = await Promise.all(recorders.map(({ writer }) => isRecorderAlive(writer)));
  const state = alive.includes(true) ? 'recording' : 'unfinished';
  if (document.status !== 'recording') return { path, document, pictures, state };
  return { path, document: replayJournal(document, journalOf(path)), pictures, state };
}

function* journalOf(folder: string): Generator<string> {
  const path = join(folder, JOURNAL_NAME);
  try {
    yield* readLinesSync(path, { mostBytes: MOST_JOURNAL_BYTES, refusesLinks: true });
  } catch (error) {
    toNull(path, error);
  }
}

function parseDocument(text: string, path: string): TakeDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RpcError('FILE_UNREADABLE', `${join(path, DOCUMENT_NAME)} is damaged: it is no JSON.`, {
      cause: error,
    });
  }
  const parsed = takeDocumentSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RpcError(
    'FILE_UNREADABLE',
    `${join(path, DOCUMENT_NAME)} is damaged, or of a newer SoundDesk: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
  );
}

/** The certificate of the last verification; null where there is none that can be read. */
export async function readCertificate(path: string): Promise<TakeCertificate | null> {
  try {
    const text = await readIfThere(join(path, CERTIFICATE_NAME), MOST_CERTIFICATE_BYTES);
    if (text === null) return null;
    return takeCertificateSchema.parse(JSON.parse(text));
  } catch {
    // It can be made anew at any time: a damaged one is none.
    return null;
  }
}

/** When the computer slept while it was recorded; null where that was written and cannot be understood. */
export async function readInterruptions(path: string): Promise<Interruption[] | null> {
  try {
    const text = await readIfThere(join(path, INTERRUPTIONS_NAME), MOST_INTERRUPTIONS_BYTES);
    return text === null ? [] : interruptionsDocumentSchema.parse(JSON.parse(text)).interruptions;
  } catch {
    // The take itself is there all the same; its certificate says that this is not.
    return null;
  }
}

/** Its pictures are kept in a file of their own. */
export function writeDocument(path: string, { pictures: _, ...document }: TakeDocument): void {
  write(join(path, DOCUMENT_NAME), document);
}

export function writeCertificate(path: string, certificate: TakeCertificate): void {
  write(join(path, CERTIFICATE_NAME), certificate);
}

function write(path: string, value: unknown): void {
  try {
    writeFileDurably(path, `${JSON.stringify(value)}\n`);
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** A failed write or rename, as the user reads it. */
export function toFileError(path: string, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new RpcError('FILE_NOT_FOUND', `${path} is not there.`, { cause: error });
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new RpcError('DISK_FULL', `There is no space left for ${path}. Free some and try again.`, {
        cause: error,
      })
    : new RpcError('FILE_UNWRITABLE', `${path} cannot be written: ${message}.`, { cause: error });
}

async function readIfThere(path: string, mostBytes: number): Promise<string | null> {
  try {
    return await readText(path, { mostBytes, refusesLinks: true });
  } catch (error) {
    return toNull(path, error);
  }
}

/** Null where there is nothing; throws `FILE_UNREADABLE` for anything else. */
function toNull(path: string, error: unknown): null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ForeignFileError || code === 'ELOOP') {
    throw new RpcError('FILE_UNREADABLE', `${path} is not what a recorder writes.`, { cause: error });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw new RpcError('FILE_UNREADABLE', `${path} cannot be read: ${message}.`, { cause: error });
}
