import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { TranscriptJob, transcriptsContract } from '../../contract/transcripts.ts';
import type { Transcript } from '../../domain/transcript/document.ts';
import { editedTranscript, writeEdits } from '../../domain/transcript/edits.ts';
import { formatTranscript, transcriptFileStem } from '../../domain/transcript/formats.ts';
import { packTranscript } from '../../domain/transcript/packed.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { NotesEngine, SpanEngine } from '../voice/index.ts';
import { createKeptTranscripts } from './keptTranscripts.ts';
import { makeTranscript } from './makeTranscript.ts';
import { estimateNotes, makeNotes, readKeptNotes } from './notesBook.ts';
import type { SpokenTake } from './spokenTake.ts';
import { estimate, listenToTake, type Listened } from './transcribeTake.ts';

export interface TranscriptsServiceOptions {
  openTake: (id: string) => Promise<SpokenTake>;
  openEngine: () => Promise<SpanEngine>;
  notes: NotesEngine;
  /** What was said in all takes. */
  search: Handlers<typeof transcriptsContract>['transcripts.search'];
  /** Runs what makes a transcript while nobody else makes one of that take; it rejects where somebody does. */
  alone?: (takeId: string, work: () => Promise<void>) => Promise<void>;
  nowMs: () => number;
  log: (message: string, error: unknown, details: Record<string, string>) => void;
  onProgressed: (job: TranscriptJob) => void;
}

export interface TranscriptsService {
  handlers: Handlers<typeof transcriptsContract>;
  /** Ends what is being made; it continues where it was when it is asked for again. */
  close(): void;
}

/** Transcripts of takes, beside them, in any host. One is made at a time. */
export function createTranscriptsService(options: TranscriptsServiceOptions): TranscriptsService {
  const { openTake, openEngine, alone = (_, work) => work(), nowMs, log, onProgressed } = options;
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
    const take = await openTake(takeId);
    if (!take.isFinished) throw failWith('FILE_UNREADABLE', 'takeNoEnd');
    if (heard?.take.id !== takeId) heard = await listenToTake(take, signal, onProgress);
    return { ...heard, take };
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
      await alone(takeId, async () => {
        const listened = await listen(takeId, signal, (done) => job('listening', done, 0));
        await makeTranscript(listened, await openEngine(), {
          nowMs,
          signal,
          onProgress(done, spent) {
            usd = spent;
            job('transcribing', done, spent);
          },
        });
      });
      job('done', 1, usd);
    } catch (error) {
      if (signal.aborted) return job('cancelled', 0, usd);
      log('a take could not be transcribed', error, { takeId });
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
      'transcripts.readJob': ({ takeId }) => jobs.get(takeId)?.job ?? null,
      'transcripts.estimate': async ({ takeId }, { signal }) =>
        await estimate(await listen(takeId, signal), await openEngine()),
      'transcripts.search': options.search,
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

const PIECE_BYTES = 1 << 18;

/** What is read and changed of a transcript that is there. */
function createKeptHandlers(kept: ReturnType<typeof createKeptTranscripts>) {
  /** A long one is opened again and again while it is worked on. */
  const packed = new WeakMap<Transcript, string>();
  const pack = (transcript: Transcript) => {
    const known = packed.get(transcript) ?? JSON.stringify(packTranscript(transcript));
    packed.set(transcript, known);
    return known;
  };
  return {
    async *'transcripts.open'({ takeId }) {
      const { transcript, edits, revision } = await kept.read(takeId);
      const rest = JSON.stringify({ edits: writeEdits(edits), revision });
      const text = `{"transcript":${transcript ? pack(transcript) : 'null'},${rest.slice(1)}`;
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES);
    },
    'transcripts.edit': async ({ takeId, ...batch }) => await kept.edit(takeId, batch),
    async 'transcripts.format'({ takeId, format }) {
      const { take, transcript, edits } = await kept.read(takeId);
      if (!transcript) throw failWith('FILE_NOT_FOUND', 'transcriptNone');
      return {
        text: formatTranscript(editedTranscript(transcript, edits), format),
        fileName: `${transcriptFileStem(take.document.name)}.${format}`,
      };
    },
    'transcripts.remove': async ({ takeId }) => await kept.remove(takeId),
  } satisfies Partial<Handlers<typeof transcriptsContract>>;
}

/** Summary, chapters and show notes. */
function createNotesHandlers(
  kept: ReturnType<typeof createKeptTranscripts>,
  { notes, nowMs }: Pick<TranscriptsServiceOptions, 'notes' | 'nowMs'>,
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
      return await makeNotes(noted, notes, nowMs(), signal);
    },
  } satisfies Partial<Handlers<typeof transcriptsContract>>;
}

const isRunning = ({ step }: TranscriptJob) => step === 'listening' || step === 'transcribing';

function failureOf(error: unknown): NonNullable<TranscriptJob['failure']> {
  if (error instanceof RpcError) return error.toFailure();
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    retryable: true,
  };
}
