import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TranscriptJob } from '../../../../src-shared/contract/transcripts.ts';
import { isFarSide } from '../../../../src-shared/domain/transcript/document.ts';
import { indexTranscript, searchTranscript } from '../../../../src-shared/domain/transcript/search.ts';
import {
  createTranscriptsService,
  readEdited,
  readTranscript,
  stampOfTranscript,
  voicesOf,
  type SpokenTake,
  type TranscriptsService,
} from '../../../../src-shared/handlers/transcripts/index.ts';
import type { VoiceService } from '../../../../src-shared/handlers/voice/index.ts';
import { TAKES_FOLDER } from '../takes/names.ts';
import type { TakesService } from '../takes/takesService.ts';
import { decodeTrack } from './decodeTrack.ts';
import { openStoredTakeFiles } from './storedTakeFiles.ts';

export interface BrowserTranscriptsOptions {
  storage: StorageManager;
  locks: LockManager;
  takes: Pick<TakesService, 'reader' | 'handlers'>;
  voice: VoiceService;
  nowMs: () => number;
  log: (message: string, error: unknown) => void;
  onProgressed: (job: TranscriptJob) => void;
}

/** Transcripts of the takes in this browser, by providers with the person's keys. */
export function createBrowserTranscripts(options: BrowserTranscriptsOptions): TranscriptsService {
  const { locks, voice, nowMs, log, onProgressed } = options;
  const openTake = createOpener(options);
  return createTranscriptsService({
    openTake,
    openEngine: voice.openSpans,
    notes: voice.notes,
    search: createSearch(openTake, options),
    // Two tabs would pay for the same words twice.
    alone: (takeId, work) =>
      locks.request(`sounddesk.transcript.${takeId}`, { ifAvailable: true }, async (lock) => {
        if (!lock) throw failWith('BAD_OPTION', 'transcriptElsewhere');
        await work();
      }),
    nowMs,
    log: (message, error) => log(message, error),
    onProgressed,
  });
}

function createOpener({ storage, takes }: BrowserTranscriptsOptions) {
  return async (id: string): Promise<SpokenTake> => {
    const { stored, document } = await takes.reader.read(id);
    const openFolder = async () => {
      const root = await storage.getDirectory();
      return await (await root.getDirectoryHandle(TAKES_FOLDER)).getDirectoryHandle(id);
    };
    const { meeting } = stored.notes;
    return {
      id,
      document,
      isFinished: document.status !== 'recording',
      tracks: voicesOf(document).map((track) => ({
        id: track.id,
        name: track.name,
        isShared: isFarSide(track.id),
        // Decoded on the clock of the take.
        offsetSec: 0,
        decode: (signal) => decodeTrack(takes.reader, { takeId: id, trackId: track.id }, signal),
      })),
      isMeeting: meeting !== null,
      mostSpeakers: meeting?.participants || null,
      files: openStoredTakeFiles(id, openFolder),
    };
  };
}

type Search = TranscriptsService['handlers']['transcripts.search'];
type Index = ReturnType<typeof indexTranscript>;

/** Looks through all transcripts; each is read once, until it changes. */
function createSearch(
  openTake: (id: string) => Promise<SpokenTake>,
  { takes, log }: BrowserTranscriptsOptions,
): Search {
  const known = new Map<string, Index | null>();
  const stamps = new Map<string, string>();
  async function indexOf(id: string): Promise<Index | null> {
    const take = await openTake(id);
    const stamp = await stampOfTranscript(take);
    if (stamps.get(id) === stamp) return known.get(id) ?? null;
    const transcript = await readTranscript(take);
    const index = transcript && indexTranscript(await readEdited(take.files, transcript), stamp);
    known.set(id, index);
    stamps.set(id, stamp);
    return index;
  }
  return async ({ query, most }, context) => {
    const listed = await takes.handlers['takes.list'](undefined, context);
    const hits: Awaited<ReturnType<Search>>['hits'] = [];
    for (const { id, name, status } of listed) {
      if (hits.length > most) break;
      if (status === 'recording') continue;
      const index = await indexOf(id).catch((error: unknown) => {
        log(`the transcript of ${id} could not be looked through`, error);
        return null;
      });
      if (!index) continue;
      const found = searchTranscript(index, query, most + 1 - hits.length);
      hits.push(...found.map((hit) => ({ takeId: id, takeName: name, ...hit })));
    }
    return { hits: hits.slice(0, most), hasMore: hits.length > most };
  };
}
