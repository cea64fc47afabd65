import {
  createTranscriptsService as createService,
  readTranscript as readTranscriptOf,
  type TranscriptsService,
} from '../../../src-shared/handlers/transcripts/index.ts';
import type { TranscriptJob } from '../../../src-shared/contract/transcripts.ts';
import type { NotesEngine, SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import type { Clock, Log } from '../ports.ts';
import type { TakeFolder } from '../takes/index.ts';
import { openSpokenTake } from './openSpokenTake.ts';
import { createTranscriptSearch, type TranscriptSearchOptions } from './searchIndex.ts';

export { createLiveLines } from './liveLines.ts';
export { openSpokenFile, openSpokenTake } from './openSpokenTake.ts';

export interface TranscriptsServiceOptions {
  openTake: (id: string) => Promise<TakeFolder>;
  openEngine: () => Promise<SpanEngine>;
  notes: NotesEngine;
  /** What was said in all takes. */
  search: Omit<TranscriptSearchOptions, 'readTranscript'>;
  clock: Clock;
  log: Log;
  onProgressed: (job: TranscriptJob) => void;
}

/** Transcripts of takes on the disk, beside them, at a low priority. */
export function createTranscriptsService(options: TranscriptsServiceOptions): TranscriptsService {
  const { clock, log } = options;
  const openTake = async (id: string) => openSpokenTake(id, await options.openTake(id));
  return createService({
    ...options,
    openTake,
    search: createTranscriptSearch({
      ...options.search,
      readTranscript: async (id) => await readTranscriptOf(await openTake(id)),
    }),
    nowMs: () => clock.nowMs(),
    log: (message, error, details) => log.error(message, error, details),
  });
}
