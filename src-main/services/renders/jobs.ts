import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { renderIdSchema, renderJobSchema, type RenderJob } from '../../../src-shared/contract/renders.ts';
import { readRegularText, toFileError, writeFileDurably } from '../../../src-node/files/index.ts';
import { renderRequestSchema, type RenderRequest } from './process/messages.ts';

const FILE_NAME = 'render.json';
const MOST_BYTES = 512 << 20;

const keptSchema = z.object({ job: renderJobSchema, request: renderRequestSchema.nullable() });
export interface KeptJob {
  job: RenderJob;
  /** null: it is over. */
  request: RenderRequest | null;
}

/** Exports, each in a folder of its own beside its work: they survive the program. */
export function openJobFolder(dir: string) {
  const folderOf = (id: string) => join(dir, id);
  return {
    folderOf,
    async write(kept: KeptJob): Promise<void> {
      const folder = folderOf(kept.job.id);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        writeFileDurably(join(folder, FILE_NAME), `${JSON.stringify(kept)}\n`);
      } catch (error) {
        throw toFileError(folder, error);
      }
    },
    async readAll(): Promise<KeptJob[]> {
      const kept: KeptJob[] = [];
      for (const id of await readdir(dir).catch(() => [])) {
        const found = renderIdSchema.safeParse(id).success ? readKept(folderOf(id)) : null;
        if (found) kept.push(found);
        // Of a damaged one nothing can continue.
        else await rm(join(dir, id), { recursive: true, force: true });
      }
      return kept;
    },
    /** What an export that is over has made on its way. */
    async clear(id: string): Promise<void> {
      for (const name of await readdir(folderOf(id)).catch(() => []))
        if (name !== FILE_NAME) await rm(join(folderOf(id), name), { recursive: true, force: true });
    },
    remove: (id: string) => rm(folderOf(id), { recursive: true, force: true }),
  };
}

function readKept(folder: string): KeptJob | null {
  try {
    const text = readRegularText(folder, FILE_NAME, { mostBytes: MOST_BYTES });
    return text === null ? null : keptSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
