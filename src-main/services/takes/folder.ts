import { join } from 'node:path';
import { interruptionsDocumentSchema } from '../../../src-shared/contract/interruptions.ts';
import type { Interruption } from '../../../src-shared/domain/interruptions.ts';
import type { VideoDocument } from '../../../src-shared/contract/takeVideoTracks.ts';
import { takeDocumentSchema, type TakeDocument } from '../../../src-shared/contract/takes.ts';
import { takeCertificateSchema, type TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { toStored } from '../../../src-shared/domain/storedNames.ts';
import {
  readRegularLines,
  readRegularText,
  toFileError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';
import { INTERRUPTIONS_NAME } from '../interruptions/index.ts';
import { replayJournal, syncedBytesOf } from '../../../src-shared/recording/index.ts';
import { CERTIFICATE_NAME, DOCUMENT_NAME, JOURNAL_NAME } from '../../../src-shared/domain/takeFiles.ts';
import { parseDocument } from './parseDocument.ts';
import { VIDEO_RESERVE_NAME, readVideoDocument } from './videoTracks/document.ts';
import { isRecorderAlive } from './recorder.ts';
import { ATTEMPT_NAME } from './repairAttempts.ts';

/** Names that a recorder may have left beside them when it was killed. */
export const LEFTOVER_NAMES = [
  ...[JOURNAL_NAME, 'take.reserve', 'take.json.tmp'],
  ...[VIDEO_RESERVE_NAME, ATTEMPT_NAME],
] as const;

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
  video: VideoDocument | null;
  /** `unfinished`: nobody records it any more, and it has no end. */
  state: 'recording' | 'unfinished' | 'finished';
  /** Of each track's file, so much the disk has had; null where that is not known, or the sound has its end. */
  syncedBytes: number[] | null;
}

/** Reads a take. `FILE_NOT_FOUND` where there is none, `FILE_UNREADABLE` where it is not to be understood. */
export async function readTakeFolder(path: string): Promise<TakeFolder> {
  const text = readRegularText(path, DOCUMENT_NAME, { mostBytes: MOST_DOCUMENT_BYTES });
  if (text === null) {
    throw failWith('FILE_NOT_FOUND', 'noTakeThere', { values: { path, document: DOCUMENT_NAME } });
  }
  const document = parseDocument(join(path, DOCUMENT_NAME), text, takeDocumentSchema);
  const video = await readVideoDocument(path);
  document.videoTracks = video?.videoTracks ?? [];
  // Sound and video have a recorder each: the take has its end when both have.
  const recorders = [document, video]
    .filter((part) => part !== null)
    .filter(({ status }) => status === 'recording');
  const known = { path, video, syncedBytes: null };
  if (recorders.length === 0) return { ...known, document, state: 'finished' };
  const alive = await Promise.all(recorders.map(({ writer }) => isRecorderAlive(writer)));
  const state = alive.includes(true) ? 'recording' : 'unfinished';
  if (document.status !== 'recording') return { ...known, document, state };
  const replayed = replayJournal(document, journalOf(path));
  return { ...known, document: replayed, state, syncedBytes: syncedBytesOf(journalOf(path)) };
}

/** How the sound is kept. `FORMAT_UNSUPPORTED` of a browser's take, whose sound nothing here decodes: it is whole for all that. */
export function requireNativeSound({
  path,
  document: { container, encoding, tracks },
}: TakeFolder): 'pcm24' | 'float32' {
  if (encoding !== 'opus' && container !== 'webm') return encoding;
  if (tracks.length === 0) return 'float32';
  throw failWith('FORMAT_UNSUPPORTED', 'recordedByBrowser', { values: { path } });
}

const journalOf = (folder: string): Generator<string> =>
  readRegularLines(folder, JOURNAL_NAME, { mostBytes: MOST_JOURNAL_BYTES });

/** The certificate of the last verification; null where there is none that can be read. */
export async function readCertificate(path: string): Promise<TakeCertificate | null> {
  try {
    const text = readRegularText(path, CERTIFICATE_NAME, { mostBytes: MOST_CERTIFICATE_BYTES });
    if (text === null) return null;
    return takeCertificateSchema.parse(JSON.parse(text));
  } catch {
    // It can be made again at any time: a damaged one is none.
    return null;
  }
}

/** When the computer slept while it was recorded; null where that was written and cannot be understood. */
export async function readInterruptions(path: string): Promise<Interruption[] | null> {
  try {
    const text = readRegularText(path, INTERRUPTIONS_NAME, { mostBytes: MOST_INTERRUPTIONS_BYTES });
    return text === null ? [] : interruptionsDocumentSchema.parse(JSON.parse(text)).interruptions;
  } catch {
    // The take itself is there all the same; its certificate says that this is not.
    return null;
  }
}

/** Its video tracks are kept in a file of their own. */
export function writeDocument(path: string, { videoTracks: _, ...document }: TakeDocument): void {
  write(join(path, DOCUMENT_NAME), document);
}

export function writeCertificate(path: string, certificate: TakeCertificate): void {
  write(join(path, CERTIFICATE_NAME), toStored(certificate));
}

function write(path: string, value: unknown): void {
  try {
    writeFileDurably(path, `${JSON.stringify(value)}\n`);
  } catch (error) {
    throw toFileError(path, error);
  }
}
