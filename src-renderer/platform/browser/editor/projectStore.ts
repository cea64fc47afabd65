import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { projectText, readChanged } from '../../../../src-shared/domain/edit/check.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import { journalHeader, journalLine, recoverProject } from '../../../../src-shared/domain/edit/journal.ts';
import { applyPatches, type Patch } from '../../../../src-shared/domain/edit/patches.ts';
import { appendText, fileIn, readText, writeText } from '../storedFiles.ts';

const DOCUMENT_NAME = 'project.json';
const JOURNAL_NAME = 'project.journal';
const PREVIOUS_NAME = 'project.previous.journal';
/** What could not be read, as it was. */
const DAMAGED_NAME = 'project.damaged.journal';
/** After so many edits the journal begins again: opening never replays more, and an append copies little. */
const MOST_LINES = 500;
const DAMAGE =
  'Some of the last changes could not be read and were left out. What was there is kept beside the project.';

interface FoundProject {
  project: Project;
  revision: number;
  /** What the journal said, where its end is damaged. */
  damaged: string | null;
}

/** As it lies there, without changing anything; null where there is none. */
export async function readStoredProject(folder: FileSystemDirectoryHandle): Promise<FoundProject | null> {
  const journal = await readText(folder, JOURNAL_NAME);
  const others = await Promise.all([PREVIOUS_NAME, DOCUMENT_NAME].map((name) => readText(folder, name)));
  const there = [journal, ...others].filter((text) => text !== null);
  if (there.length === 0) return null;
  const found = recoverProject(there);
  if (!found) throw failWith('FILE_UNREADABLE', 'projectDamaged', { values: { folder: folder.name } });
  const isDamaged = journal !== null && (found.lostLines > 0 || recoverProject([journal]) === null);
  return { project: found.project, revision: found.edits, damaged: isDamaged ? journal : null };
}

/** When a project was changed last. */
export async function changedAtMsOf(folder: FileSystemDirectoryHandle): Promise<number> {
  const files = await Promise.all([JOURNAL_NAME, DOCUMENT_NAME].map((name) => fileIn(folder, name)));
  return Math.max(0, ...files.map((file) => file?.lastModified ?? 0));
}

/**
 * A project in this browser's storage, in the same files as on a disk: a journal that begins with the whole document, and has a line
 * for each batch of patches since.
 */
export class ProjectStore {
  readonly folder: FileSystemDirectoryHandle;
  /** What could not be read, as a sentence; null where all could. */
  readonly problem: string | null;
  #project: Project;
  #revision: number;
  #lines = 0;

  private constructor(folder: FileSystemDirectoryHandle, found: FoundProject) {
    this.folder = folder;
    this.problem = found.damaged === null ? null : DAMAGE;
    this.#project = found.project;
    this.#revision = found.revision;
  }

  static async open(folder: FileSystemDirectoryHandle): Promise<ProjectStore> {
    const found = await readStoredProject(folder);
    if (!found) throw failWith('FILE_NOT_FOUND', 'projectNone', { values: { id: folder.name } });
    if (found.damaged !== null) await writeText(folder, DAMAGED_NAME, found.damaged);
    const store = new ProjectStore(folder, found);
    await store.compact();
    return store;
  }

  static async create(folder: FileSystemDirectoryHandle, project: Project): Promise<ProjectStore> {
    const store = new ProjectStore(folder, { project, revision: 0, damaged: null });
    await store.compact();
    return store;
  }

  get project(): Project {
    return this.#project;
  }

  /** How many batches of patches it has had. */
  get revision(): number {
    return this.#revision;
  }

  /** In the storage when it resolves. A batch that makes no sound document is refused whole. */
  async apply(revision: number, patches: readonly Patch[]): Promise<number> {
    if (revision !== this.#revision)
      throw failWith('BAD_OPTION', 'projectOldRevision', { values: { revision, now: this.#revision } });
    const { project, problem } = readChanged(this.#project, applyPatches(this.#project, patches));
    if (!project || project.id !== this.#project.id)
      throw failWith('BAD_OPTION', 'projectChangesUnfit', {
        values: { problem: problem ?? 'its id is fixed' },
      });
    await appendText(this.folder, JOURNAL_NAME, journalLine(revision + 1, patches));
    this.#project = project;
    this.#revision += 1;
    this.#lines += 1;
    if (this.#lines >= MOST_LINES) await this.compact();
    return this.#revision;
  }

  async replace(project: Project): Promise<void> {
    this.#project = project;
    this.#revision += 1;
    await this.compact();
  }

  /** The journal begins again; the one before stays beside it. */
  async compact(): Promise<void> {
    const before = await readText(this.folder, JOURNAL_NAME);
    if (before !== null) await writeText(this.folder, PREVIOUS_NAME, before);
    await writeText(this.folder, JOURNAL_NAME, journalHeader(this.#project, this.#revision));
    await writeText(this.folder, DOCUMENT_NAME, `${projectText(this.#project)}\n`);
    this.#lines = 0;
  }
}
