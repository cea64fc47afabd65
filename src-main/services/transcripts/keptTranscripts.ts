import { statSync } from 'node:fs';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { transcriptSchema, type Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  editedTranscript,
  NO_EDITS,
  type TranscriptPatch,
} from '../../../src-shared/domain/transcript/edits.ts';
import {
  addEdits,
  EDITS_NAME,
  NOTES_JOURNAL,
  NOTES_NAME,
  readEditBook,
  type EditedState,
  type NotedTranscript,
} from '../../../src-shared/handlers/transcripts/index.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import { readRegularText, writeFileDurably } from '../../../src-node/files/index.ts';
import type { TakeFolder } from '../takes/index.ts';
import { openFolderFiles } from './folderFiles.ts';
import { openJournal } from './journal.ts';

export const TRANSCRIPT_NAME = 'transcript.json';
const MOST_BYTES = 512 << 20;

interface Kept extends EditedState {
  folder: TakeFolder;
  transcript: Transcript | null;
}

/** Transcripts beside their takes, with what a person changed of them. */
export function createKeptTranscripts(openTake: (id: string) => Promise<TakeFolder>) {
  /** The last that was read: a long one is not read again for each word that is typed. */
  let last: { stamp: string; transcript: Transcript; book: Awaited<ReturnType<typeof readEditBook>> } | null =
    null;
  const inTurn = createTurns();

  async function open(path: string) {
    const stamp = stampOf(path);
    if (last && last.stamp === stamp) return last;
    const transcript = readTranscript(path);
    if (!transcript) return null;
    last = { stamp, transcript, book: await readEditBook(openFolderFiles(path), transcript) };
    return last;
  }

  return {
    async read(takeId: string): Promise<Kept> {
      const folder = await openTake(takeId);
      const found = await inTurn(() => open(folder.path));
      if (!found) return { folder, transcript: null, edits: NO_EDITS, revision: 0 };
      const { transcript, book } = found;
      return { folder, transcript, edits: book.edits, revision: book.revision };
    },
    async edit(takeId: string, batch: { revision: number; patches: readonly TranscriptPatch[] }) {
      const { path } = await openTake(takeId);
      return await inTurn(async () => {
        const found = await open(path);
        if (!found) throw failWith('FILE_NOT_FOUND', 'transcriptNone');
        const { transcript } = found;
        const book = await addEdits(openFolderFiles(path), transcript, found.book, batch);
        last = { stamp: stampOf(path), transcript, book };
        return { revision: book.revision };
      });
    },
    /** null where there is no transcript. */
    async note(takeId: string): Promise<NotedTranscript | null> {
      const { path } = await openTake(takeId);
      const found = await inTurn(() => open(path));
      return found && { files: openFolderFiles(path), transcript: found.transcript, ...found.book };
    },
    async remove(takeId: string): Promise<void> {
      const { path } = await openTake(takeId);
      const files = openFolderFiles(path);
      await inTurn(async () => {
        await files.remove(TRANSCRIPT_NAME);
        await files.remove(EDITS_NAME);
        await files.remove(NOTES_NAME);
        await files.remove(NOTES_JOURNAL);
        openJournal(path).remove();
      });
    },
  };
}

/** Another one where the files are others: the command line writes them too. */
export function stampOf(folder: string): string {
  return [TRANSCRIPT_NAME, EDITS_NAME]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '-'))
    .concat(folder)
    .join(' ');
}

export function writeTranscript(folder: string, transcript: Transcript): void {
  writeFileDurably(join(folder, TRANSCRIPT_NAME), `${JSON.stringify(transcript)}\n`, 0o644);
}

/** Null where there is none. `FILE_UNREADABLE` where it is not to be understood. */
export function readTranscript(folder: string): Transcript | null {
  const text = readRegularText(folder, TRANSCRIPT_NAME, { mostBytes: MOST_BYTES });
  if (text === null) return null;
  try {
    return transcriptSchema.parse(JSON.parse(text));
  } catch (error) {
    throw failWith('FILE_UNREADABLE', 'transcriptDamaged', {
      values: { path: join(folder, TRANSCRIPT_NAME) },
      cause: error,
    });
  }
}

/** The transcript of a folder with what a person changed of it. */
export async function readEdited(folder: string, transcript: Transcript): Promise<Transcript> {
  const { edits } = await readEditBook(openFolderFiles(folder), transcript);
  return editedTranscript(transcript, edits);
}
