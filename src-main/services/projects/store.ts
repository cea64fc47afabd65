import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectText, readChanged } from '../../../src-shared/domain/edit/check.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import {
  journalHeader,
  journalLine,
  PROJECT_JOURNAL,
  recoverProject,
} from '../../../src-shared/domain/edit/journal.ts';
import { applyPatches, type Patch } from '../../../src-shared/domain/edit/patches.ts';
import {
  appendLineDurably,
  keepAside,
  readRegularText,
  toFileError,
  writeFileAtomically,
  writeFileDurably,
} from '../../../src-node/files/index.ts';

/** For people and other programs: what the project was when its journal last began again. */
const DOCUMENT_NAME = 'project.json';
const PREVIOUS_NAME = 'project.previous.journal';

const MOST_BYTES = 1 << 30;
/** After so many edits the journal begins again: opening never replays more. */
const MOST_LINES = 500;
const DAMAGE =
  'Some of the last changes could not be read and were left out. What was there is kept beside the project.';

/** A project on the disk: a journal that begins with the whole document, and has a line for each batch of patches since. */
export class ProjectStore {
  readonly folder: string;
  /** What could not be read, as a sentence; null where all could. */
  readonly problem: string | null;
  #project: Project;
  #revision: number;
  #lines = 0;

  private constructor(folder: string, read: ReadProject) {
    this.folder = folder;
    this.problem = read.problem;
    this.#project = read.project;
    this.#revision = read.revision;
  }

  /** `FILE_NOT_FOUND` where there is none; what is damaged is kept beside it, and what was before the damage opens. */
  static open(folder: string): ProjectStore {
    const read = readProject(folder);
    const store = new ProjectStore(folder, read);
    if (read.isTorn) keepDamaged(folder);
    store.compact();
    return store;
  }

  static create(folder: string, project: Project): ProjectStore {
    const store = new ProjectStore(folder, { project, revision: 0, isTorn: false, problem: null });
    store.compact();
    return store;
  }

  get project(): Project {
    return this.#project;
  }

  /** How many batches of patches it has had. */
  get revision(): number {
    return this.#revision;
  }

  isThere(): boolean {
    return existsSync(join(this.folder, PROJECT_JOURNAL));
  }

  /** On the disk when it returns. A batch that makes no sound document is refused whole. */
  apply(revision: number, patches: readonly Patch[]): number {
    if (revision !== this.#revision)
      throw new RpcError(
        'BAD_OPTION',
        `These changes are of revision ${revision}, and the project has ${this.#revision}. Open it again.`,
      );
    const { project, problem } = readChanged(this.#project, applyPatches(this.#project, patches));
    if (!project || project.id !== this.#project.id)
      throw new RpcError(
        'BAD_OPTION',
        `These changes do not fit the project: ${problem ?? 'its id is fixed'}`,
      );
    const path = join(this.folder, PROJECT_JOURNAL);
    try {
      appendLineDurably(path, journalLine(revision + 1, patches));
    } catch (error) {
      throw toFileError(path, error);
    }
    this.#project = project;
    this.#revision += 1;
    this.#lines += 1;
    if (this.#lines >= MOST_LINES) this.compact();
    return this.#revision;
  }

  replace(project: Project): void {
    this.#project = project;
    this.#revision += 1;
    this.compact();
  }

  /** The journal begins again; the one before stays beside it. */
  compact(): void {
    const path = join(this.folder, PROJECT_JOURNAL);
    try {
      keepPrevious(this.folder);
      writeFileDurably(path, journalHeader(this.#project, this.#revision));
      writeFileAtomically(join(this.folder, DOCUMENT_NAME), `${projectText(this.#project)}\n`);
      this.#lines = 0;
    } catch (error) {
      throw toFileError(path, error);
    }
  }
}

interface ReadProject {
  project: Project;
  revision: number;
  /** Its journal's end is torn or damaged. */
  isTorn: boolean;
  /** A sentence for the user; a line that a crash cut off was never answered, and is none. */
  problem: string | null;
}

/** As it is, without changing anything. */
export function readProject(folder: string): ReadProject {
  const names = [PROJECT_JOURNAL, PREVIOUS_NAME, DOCUMENT_NAME];
  const texts = names.map((name) => readRegularText(folder, name, { mostBytes: MOST_BYTES }));
  const there = texts.filter((text) => text !== null);
  if (there.length === 0) throw new RpcError('FILE_NOT_FOUND', `There is no project in ${folder}.`);
  const found = recoverProject(there);
  if (!found)
    throw new RpcError('FILE_UNREADABLE', `The project in ${folder} is damaged, or of a newer SoundDesk.`);
  const [journal = null] = texts;
  const isTorn = found.lostLines > 0 || (journal !== null && recoverProject([journal]) === null);
  const isOnlyCut = found.lostLines === 1 && journal !== null && !journal.endsWith('\n');
  return {
    project: found.project,
    revision: found.edits,
    isTorn,
    problem: isTorn && !isOnlyCut ? DAMAGE : null,
  };
}

/** null where there is no project. */
export function changedAtMsOf(folder: string): number | null {
  const times = [PROJECT_JOURNAL, DOCUMENT_NAME].flatMap(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

function keepPrevious(folder: string): void {
  const [path, previous] = [join(folder, PROJECT_JOURNAL), join(folder, PREVIOUS_NAME)];
  if (!existsSync(path)) return;
  try {
    rmSync(previous, { force: true });
    linkSync(path, previous);
  } catch {
    // Not every file system has second names: then there is no earlier one.
  }
}

function keepDamaged(folder: string): void {
  for (const name of [DOCUMENT_NAME, PROJECT_JOURNAL]) {
    if (existsSync(join(folder, name))) keepAside(join(folder, name));
  }
}
