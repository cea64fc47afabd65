import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TranscriptJob, transcriptsContract } from '../../../src-shared/contract/transcripts.ts';
import { withFarSide, type Transcript } from '../../../src-shared/domain/transcript/document.ts';
import { editedTranscript, writeEdits } from '../../../src-shared/domain/transcript/edits.ts';
import { formatTranscript } from '../../../src-shared/domain/transcript/formats.ts';
import { packTranscript, type PackedTranscript } from '../../../src-shared/domain/transcript/packed.ts';
import { estimateNotes, makeNotes, readKeptNotes } from '../../../src-shared/handlers/transcripts/index.ts';
import type { NotesEngine, SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import type { TakeFolder } from '../takes/index.ts';
import { openJournal } from './journal.ts';
import { createKeptTranscripts, writeTranscript } from './keptTranscripts.ts';
import { createTranscriptSearch, type TranscriptSearchOptions } from './searchIndex.ts';
import { estimate, listenToTake, transcribeTake, type Listened } from './transcribeTake.ts';

export { estimate, listenToTake, transcribeTake } from './transcribeTake.ts';
export { readEdited, readTranscript, writeTranscript } from './keptTranscripts.ts';

export interface TranscriptsServiceOptions {
  openTake: (id: string) => Promise<TakeFolder>;
  openEngine: () => Promise<SpanEngine>;
  notes: NotesEngine;
  /** What was said in all takes. */
  search: TranscriptSearchOptions;
  clock: Clock;
  log: Log;
  onProgressed: (job: TranscriptJob) => void;
}

export interface TranscriptsService {
  handlers: Handlers<typeof transcriptsContract>;
  /** Ends what is being made; it continues where it was when it is asked for again. */
  close(): void;
}

/** Transcripts of takes, beside them. One is made at a time, at a low priority. */
export function createTranscriptsService(options: TranscriptsServiceOptions): TranscriptsService {
  const { openTake, openEngine, clock, log, onProgressed } = options;
  const jobs = new Map<string, { job: TranscriptJob; cancel: AbortController }>();
  /** What was heard in the last take that was asked about: to start after an estimate takes no second listening. */
  let heard: Listened | null = null;
  const inTurn = createTurns();
  const kept = createKeptTranscripts(openTake);

  function report(job: TranscriptJob): void {
    const known = jobs.get(job.takeId);
    if (known) known.job = job;
    onProgressed(job);
  }
  async function listen(takeId: string, signal: AbortSignal, onProgress?: (done: number) => void) {
    const folder = await openTake(takeId);
    if (folder.state !== 'finished') throw failWith('FILE_UNREADABLE', 'takeNoEnd');
    if (heard?.folder.path !== folder.path) heard = await listenToTake(folder, signal, onProgress);
    return heard;
  }

  async function make(takeId: string, signal: AbortSignal): Promise<void> {
    const job = (
      step: TranscriptJob['step'],
      done: number,
      usd: number,
      failure: TranscriptJob['failure'] = null,
    ) => report({ takeId, step, done, usd, failure });
    let usd = 0;
    try {
      const listened = await listen(takeId, signal, (done) => job('listening', done, 0));
      const said = await transcribeTake(listened, await openEngine(), {
        nowMs: () => clock.nowMs(),
        signal,
        onProgress(done, spent) {
          usd = spent;
          job('transcribing', done, spent);
        },
      });
      const { path } = listened.folder;
      writeTranscript(path, isMeeting(path) ? withFarSide(said) : said);
      openJournal(path).remove();
      job('done', 1, usd);
    } catch (error) {
      if (signal.aborted) return job('cancelled', 0, usd);
      log.error('a take could not be transcribed', error, { takeId });
      job('failed', 0, usd, failureOf(error));
    }
  }

  return {
    handlers: {
      async 'transcripts.read'({ takeId }) {
        const job = jobs.get(takeId)?.job ?? null;
        const { transcript, edits, revision } = await kept.read(takeId);
        return { transcript, edits: writeEdits(edits), revision, job };
      },
      'transcripts.estimate': async ({ takeId }, { signal }) =>
        estimate(await listen(takeId, signal), await openEngine()),
      'transcripts.search': createTranscriptSearch(options.search),
      ...createNotesHandlers(kept, options),
      async 'transcripts.start'({ takeId }) {
        const running = jobs.get(takeId);
        if (running && isRunning(running.job)) return running.job;
        await openTake(takeId);
        await (await openEngine()).assertReady(0);
        const cancel = new AbortController();
        const job: TranscriptJob = { takeId, step: 'listening', done: 0, usd: 0, failure: null };
        jobs.set(takeId, { job, cancel });
        void inTurn(() => make(takeId, cancel.signal));
        onProgressed(job);
        return job;
      },
      'transcripts.cancel': ({ takeId }) => jobs.get(takeId)?.cancel.abort(),
      ...createKeptHandlers(kept),
    },
    close() {
      for (const { cancel } of jobs.values()) cancel.abort();
    },
  };
}

/** What is read and changed of a transcript that is there. */
function createKeptHandlers(kept: ReturnType<typeof createKeptTranscripts>) {
  /** A long one is opened again and again while it is worked on. */
  const packed = new WeakMap<Transcript, PackedTranscript>();
  const pack = (transcript: Transcript) => {
    const known = packed.get(transcript) ?? packTranscript(transcript);
    packed.set(transcript, known);
    return known;
  };
  return {
    async 'transcripts.open'({ takeId }) {
      const { transcript, edits, revision } = await kept.read(takeId);
      return { transcript: transcript && pack(transcript), edits: writeEdits(edits), revision };
    },
    'transcripts.edit': async ({ takeId, ...batch }) => await kept.edit(takeId, batch),
    async 'transcripts.format'({ takeId, format }) {
      const { folder, transcript, edits } = await kept.read(takeId);
      if (!transcript) throw failWith('FILE_NOT_FOUND', 'transcriptNone');
      return {
        text: formatTranscript(editedTranscript(transcript, edits), format),
        fileName: `${folder.document.name.replace(/[^\p{L}\p{N} ._-]+/gu, '_') || 'transcript'}.${format}`,
      };
    },
    'transcripts.remove': async ({ takeId }) => await kept.remove(takeId),
  } satisfies Partial<Handlers<typeof transcriptsContract>>;
}

/** Summary, chapters and show notes. */
function createNotesHandlers(
  kept: ReturnType<typeof createKeptTranscripts>,
  { notes, clock }: Pick<TranscriptsServiceOptions, 'notes' | 'clock'>,
) {
  return {
    async 'transcripts.readNotes'({ takeId }) {
      const noted = await kept.note(takeId);
      const maxUsd = noted ? await estimateNotes(noted, notes) : 0;
      return { notes: noted && (await readKeptNotes(noted.files)), maxUsd };
    },
    async 'transcripts.makeNotes'({ takeId }, { signal }) {
      const noted = await kept.note(takeId);
      if (!noted) throw failWith('FILE_NOT_FOUND', 'transcriptNone');
      return await makeNotes(noted, notes, clock.nowMs(), signal);
    },
  } satisfies Partial<Handlers<typeof transcriptsContract>>;
}

/** What a meeting was lies beside its take. */
const isMeeting = (folder: string) => existsSync(join(folder, 'meeting.json'));
const isRunning = ({ step }: TranscriptJob) => step === 'listening' || step === 'transcribing';

function failureOf(error: unknown): NonNullable<TranscriptJob['failure']> {
  if (error instanceof RpcError) return error.toFailure();
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    retryable: true,
  };
}
