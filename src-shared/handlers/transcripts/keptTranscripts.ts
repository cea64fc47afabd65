import { failWith } from '../../contract/errorTexts.ts';
import { transcriptSchema, type Transcript } from '../../domain/transcript/document.ts';
import { editedTranscript, NO_EDITS, type TranscriptPatch } from '../../domain/transcript/edits.ts';
import { liveLineSchema, liveTranscript, type LiveLine } from '../../domain/transcript/live.ts';
import { createTurns } from '../../lib/turns.ts';
import { addEdits, EDITS_NAME, readEditBook, type EditedState } from './editBook.ts';
import type { TakeFiles } from './files.ts';
import { TRANSCRIPT_JOURNAL } from './journal.ts';
import { NOTES_JOURNAL, NOTES_NAME, type NotedTranscript } from './notesBook.ts';
import type { SpokenTake } from './spokenTake.ts';

export const TRANSCRIPT_NAME = 'transcript.json';
/** What live captions read while the take was recorded. */
export const LIVE_NAME = 'transcript.live.jsonl';

interface Kept extends EditedState {
  take: SpokenTake;
  transcript: Transcript | null;
}

/** Transcripts beside their takes, with what a person changed of them. */
export function createKeptTranscripts(openTake: (id: string) => Promise<SpokenTake>) {
  /** The last that was read: a long one is not read again for each word that is typed. */
  let last: { stamp: string; transcript: Transcript; book: Awaited<ReturnType<typeof readEditBook>> } | null =
    null;
  const inTurn = createTurns();

  async function open(take: SpokenTake) {
    const stamp = await stampOfTranscript(take);
    if (last && last.stamp === stamp) return last;
    const transcript = await readTranscript(take);
    if (!transcript) return null;
    last = { stamp, transcript, book: await readEditBook(take.files, transcript) };
    return last;
  }

  return {
    async read(takeId: string): Promise<Kept> {
      const take = await openTake(takeId);
      const found = await inTurn(() => open(take));
      if (!found) return { take, transcript: null, edits: NO_EDITS, revision: 0 };
      const { transcript, book } = found;
      return { take, transcript, edits: book.edits, revision: book.revision };
    },
    async edit(takeId: string, batch: { revision: number; patches: readonly TranscriptPatch[] }) {
      const take = await openTake(takeId);
      return await inTurn(async () => {
        const found = await open(take);
        if (!found) throw failWith('FILE_NOT_FOUND', 'transcriptNone');
        const { transcript } = found;
        const book = await addEdits(take.files, transcript, found.book, batch);
        last = { stamp: await stampOfTranscript(take), transcript, book };
        return { revision: book.revision };
      });
    },
    /** null where there is no transcript. */
    async note(takeId: string): Promise<NotedTranscript | null> {
      const take = await openTake(takeId);
      const found = await inTurn(() => open(take));
      return found && { files: take.files, transcript: found.transcript, ...found.book };
    },
    async remove(takeId: string): Promise<void> {
      const { files } = await openTake(takeId);
      await inTurn(async () => {
        for (const name of [TRANSCRIPT_NAME, LIVE_NAME, EDITS_NAME, NOTES_NAME, NOTES_JOURNAL])
          await files.remove(name);
        await files.remove(TRANSCRIPT_JOURNAL);
      });
    },
  };
}

/** Another one where the files are others: the command line writes them too. */
export const stampOfTranscript = async ({ id, files }: Pick<SpokenTake, 'id' | 'files'>): Promise<string> =>
  `${await files.stampOf([TRANSCRIPT_NAME, EDITS_NAME, LIVE_NAME])} ${id}`;

export const writeTranscript = (files: TakeFiles, transcript: Transcript): Promise<void> =>
  files.write(TRANSCRIPT_NAME, `${JSON.stringify(transcript)}\n`);

/**
 * That which was made of the take, else what live captions read of it; null where there is neither. `FILE_UNREADABLE` where it is not
 * to be understood.
 */
export async function readTranscript(take: SpokenTake): Promise<Transcript | null> {
  const { files, document, isFinished } = take;
  const text = await files.read(TRANSCRIPT_NAME);
  // Of a take that runs not all is read yet.
  if (text === null) return isFinished ? liveTranscript(await readLiveLines(files), document) : null;
  try {
    return transcriptSchema.parse(JSON.parse(text));
  } catch (error) {
    throw failWith('FILE_UNREADABLE', 'transcriptDamaged', {
      values: { path: `${files.place}/${TRANSCRIPT_NAME}` },
      cause: error,
    });
  }
}

/** A line that a kill has cut off is none. */
async function readLiveLines(files: TakeFiles): Promise<LiveLine[]> {
  const lines = await files.readLines(LIVE_NAME);
  return lines.flatMap((text) => {
    try {
      return [liveLineSchema.parse(JSON.parse(text))];
    } catch {
      return [];
    }
  });
}

/** A transcript with what a person changed of it. */
export async function readEdited(files: TakeFiles, transcript: Transcript): Promise<Transcript> {
  const { edits } = await readEditBook(files, transcript);
  return editedTranscript(transcript, edits);
}
