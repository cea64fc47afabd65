import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { transcriptsContract } from '../../../src-shared/contract/transcripts.ts';
import {
  indexTranscript,
  searchTranscript,
  transcriptIndexSchema,
  type TranscriptIndex,
} from '../../../src-shared/domain/transcript/search.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  LIVE_NAME,
  readEdited,
  stampOfTranscript,
  TRANSCRIPT_NAME,
} from '../../../src-shared/handlers/transcripts/index.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readJsonSync, writeFileAtomically } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import { openFolderFiles } from './folderFiles.ts';

const MOST_BYTES = 128 << 20;

export interface TranscriptSearchOptions {
  /** Holds a file for each take with a transcript; what is in it can be made again. */
  dir: string;
  listTakes: () => Promise<TakeSummary[]>;
  folderOf: (takeId: string) => string;
  /** null where there is none. */
  readTranscript: (takeId: string) => Promise<Transcript | null>;
  log: Log;
}

type Search = Handlers<typeof transcriptsContract>['transcripts.search'];

/**
 * Looks through what is said in all takes. Each take has an index on the disk, which goes by the files that it was made of: it is
 * true whoever changed them, the command line too.
 */
export function createTranscriptSearch(options: TranscriptSearchOptions): Search {
  const { dir, listTakes, log } = options;
  const known = new Map<string, TranscriptIndex>();
  return async ({ query, most }) => {
    const takes = (await listTakes()).filter(({ status }) => status === 'finished' || status === 'recovered');
    takes.sort((one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0));
    const hits: Awaited<ReturnType<Search>>['hits'] = [];
    for (const { id, name } of takes) {
      if (hits.length > most) break;
      const index = await indexOf(id, options, known).catch((error: unknown) => {
        log.error('a transcript could not be looked through', error, { id });
        return null;
      });
      if (!index) continue;
      const found = searchTranscript(index, query, most + 1 - hits.length);
      hits.push(...found.map((hit) => ({ takeId: id, takeName: name, ...hit })));
    }
    sweep(dir, new Set(takes.map(({ id }) => fileOf(id))), known, takes);
    return { hits: hits.slice(0, most), hasMore: hits.length > most };
  };
}

/** null: the take has no transcript. */
async function indexOf(
  takeId: string,
  { dir, folderOf, readTranscript, log }: TranscriptSearchOptions,
  known: Map<string, TranscriptIndex>,
): Promise<TranscriptIndex | null> {
  const folder = folderOf(takeId);
  const path = join(dir, fileOf(takeId));
  if (![TRANSCRIPT_NAME, LIVE_NAME].some((name) => existsSync(join(folder, name)))) {
    known.delete(takeId);
    rmSync(path, { force: true });
    return null;
  }
  const files = openFolderFiles(folder);
  const stamp = await stampOfTranscript({ id: takeId, files });
  const kept = known.get(takeId) ?? readIndex(path);
  if (kept?.stamp === stamp) {
    known.set(takeId, kept);
    return kept;
  }
  const transcript = await readTranscript(takeId);
  if (!transcript) return null;
  const index = indexTranscript(await readEdited(files, transcript), stamp);
  known.set(takeId, index);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileAtomically(path, JSON.stringify(index));
  } catch (error) {
    // It is made again the next time.
    log.error('the index of a transcript could not be written', error, { takeId });
  }
  return index;
}

/** What cannot be read is made again. */
function readIndex(path: string): TranscriptIndex | null {
  try {
    return transcriptIndexSchema.parse(readJsonSync(path, { mostBytes: MOST_BYTES }));
  } catch {
    return null;
  }
}

const fileOf = (takeId: string) => `${createHash('sha256').update(takeId).digest('hex').slice(0, 32)}.json`;

/** What was said in takes that are gone is not kept. */
function sweep(
  dir: string,
  files: ReadonlySet<string>,
  known: Map<string, TranscriptIndex>,
  takes: readonly TakeSummary[],
): void {
  const ids = new Set(takes.map(({ id }) => id));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  if (!existsSync(dir)) return;
  for (const file of readdirSync(dir)) if (!files.has(file)) rmSync(join(dir, file), { force: true });
}
