import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectVersionSchema, type ProjectVersion } from '../../../src-shared/contract/projects.ts';
import { projectText } from '../../../src-shared/domain/edit/check.ts';
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
/** Of more the oldest of its kind makes room: no automatic one takes the place of one that was named. */
const MOST = { named: 100, automatic: 20, replaced: 20 } as const;
/** How often what is being edited is kept. */
export const AUTOMATIC_MS = 10 * 60_000;

const versionSchema = z.object({
  name: z.string(),
  // Versions from before there were automatic ones.
  kind: projectVersionSchema.shape.kind.default('named'),
  savedAtMs: z.number(),
  project: projectSchema,
});

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

  const list = async (): Promise<ProjectVersion[]> =>
    (await ids()).flatMap((id) => {
      try {
        const { name, kind, savedAtMs } = read(id);
        return [{ id, name, kind, savedAtMs }];
      } catch {
        // A damaged one cannot be chosen.
        return [];
      }
    });

  async function keep(
    { name, kind }: Pick<ProjectVersion, 'name' | 'kind'>,
    project: Project,
    nowMs: number,
  ): Promise<ProjectVersion> {
    const there = await list();
    const id = String(Math.max(Math.round(nowMs), Number((await ids())[0] ?? 0) + 1));
    try {
      makeFolderDurably(dir, { recursive: true, mode: 0o700 });
      const version = { name, kind, savedAtMs: nowMs, project };
      writeFileDurably(join(dir, `${id}.json`), `${JSON.stringify(version)}\n`);
      const alike = there.filter((one) => one.kind === kind);
      for (const old of alike.slice(MOST[kind] - 1)) removeDurably(join(dir, `${old.id}.json`));
    } catch (error) {
      throw toFileError(dir, error);
    }
    return { id, name, kind, savedAtMs: nowMs };
  }

  return {
    list,
    keep,
    /** Where the last version is some time old and another one; an empty project is not worth one. */
    async keepAutomatic(project: Project, nowMs: number): Promise<void> {
      if (project.tracks.every(({ clips }) => clips.length === 0)) return;
      const [newest] = await list();
      if (newest && nowMs - newest.savedAtMs < AUTOMATIC_MS) return;
      if (newest && projectText(read(newest.id).project) === projectText(project)) return;
      await keep({ name: '', kind: 'automatic' }, project, nowMs);
    },
    read: (id: string): Project => read(id).project,
  };
}
