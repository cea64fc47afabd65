import { failWith } from '../../contract/errorTexts.ts';
import { keptVersionSchema, type ProjectVersion } from '../../contract/projects.ts';
import { projectText } from '../../domain/edit/check.ts';
import type { Project } from '../../domain/edit/document.ts';

/** Of more the oldest of its kind makes room: no automatic one takes the place of one that was named. */
const MOST = { named: 100, automatic: 20, replaced: 20 } as const;
/** How often what is being edited is kept. */
export const AUTOMATIC_MS = 10 * 60_000;

/** Where a host keeps versions of one project, a file each. */
export interface VersionFiles {
  names(): Promise<string[]>;
  /** null where it is not there. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** What a project was, under names: each whole, in a file of its own. */
export function openVersions(files: VersionFiles) {
  const read = async (id: string) => {
    const text = await files.read(`${id}.json`);
    if (text === null) throw failWith('FILE_NOT_FOUND', 'projectNoVersion', { values: { id } });
    try {
      return keptVersionSchema.parse(JSON.parse(text));
    } catch (error) {
      throw failWith('FILE_UNREADABLE', 'projectVersionDamaged', { values: { id }, cause: error });
    }
  };
  const ids = async () =>
    (await files.names())
      .flatMap((name) => /^(\d{1,20})\.json$/.exec(name)?.[1] ?? [])
      .sort((one, other) => Number(other) - Number(one));

  async function list(): Promise<ProjectVersion[]> {
    const versions: ProjectVersion[] = [];
    for (const id of await ids()) {
      // A damaged one cannot be chosen.
      const found = await read(id).catch(() => null);
      if (found) versions.push({ id, name: found.name, kind: found.kind, savedAtMs: found.savedAtMs });
    }
    return versions;
  }

  async function keep(
    { name, kind }: Pick<ProjectVersion, 'name' | 'kind'>,
    project: Project,
    nowMs: number,
  ): Promise<ProjectVersion> {
    const there = await list();
    const id = String(Math.max(Math.round(nowMs), Number((await ids())[0] ?? 0) + 1));
    const version = { name, kind, savedAtMs: nowMs, project };
    await files.write(`${id}.json`, `${JSON.stringify(version)}\n`);
    const alike = there.filter((one) => one.kind === kind);
    for (const old of alike.slice(MOST[kind] - 1)) await files.remove(`${old.id}.json`);
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
      if (newest && projectText((await read(newest.id)).project) === projectText(project)) return;
      await keep({ name: '', kind: 'automatic' }, project, nowMs);
    },
    read: async (id: string): Promise<Project> => (await read(id)).project,
  };
}
