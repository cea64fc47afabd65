import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { ProjectVersion } from '../../../src-shared/contract/projects.ts';
import { projectSchema, type Project } from '../../../src-shared/domain/edit/document.ts';
import {
  makeFolderDurably,
  readRegularText,
  removeDurably,
  toFileError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';

const FOLDER_NAME = 'versions';
const MOST_BYTES = 512 << 20;
/** Of more the oldest makes room. */
const MOST_VERSIONS = 100;

const versionSchema = z.object({ name: z.string(), savedAtMs: z.number(), project: projectSchema });

/** What a project was, under names: each whole, in a file of its own. */
export function openVersions(folder: string) {
  const dir = join(folder, FOLDER_NAME);
  const read = (id: string) => {
    const text = readRegularText(dir, `${id}.json`, { mostBytes: MOST_BYTES });
    if (text === null) throw new RpcError('FILE_NOT_FOUND', `There is no version "${id}".`);
    try {
      return versionSchema.parse(JSON.parse(text));
    } catch (error) {
      throw new RpcError('FILE_UNREADABLE', `The version "${id}" is damaged.`, { cause: error });
    }
  };
  const ids = async () =>
    (await readdir(dir).catch(() => []))
      .flatMap((name) => /^(\d{1,20})\.json$/.exec(name)?.[1] ?? [])
      .sort((one, other) => Number(other) - Number(one));

  return {
    async list(): Promise<ProjectVersion[]> {
      return (await ids()).flatMap((id) => {
        try {
          const { name, savedAtMs } = read(id);
          return [{ id, name, savedAtMs }];
        } catch {
          // A damaged one cannot be chosen.
          return [];
        }
      });
    },
    async keep(name: string, project: Project, nowMs: number): Promise<ProjectVersion> {
      const there = await ids();
      const id = String(Math.max(Math.round(nowMs), Number(there[0] ?? 0) + 1));
      try {
        makeFolderDurably(dir, { recursive: true, mode: 0o700 });
        writeFileDurably(join(dir, `${id}.json`), `${JSON.stringify({ name, savedAtMs: nowMs, project })}\n`);
        for (const old of there.slice(MOST_VERSIONS - 1)) removeDurably(join(dir, `${old}.json`));
      } catch (error) {
        throw toFileError(dir, error);
      }
      return { id, name, savedAtMs: nowMs };
    },
    read: (id: string): Project => read(id).project,
  };
}
