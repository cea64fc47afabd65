import { existsSync, linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectSchema, type Project } from '../../../src-shared/domain/edit/document.ts';
import { applyPatches, patchSchema, type Patch } from '../../../src-shared/domain/edit/patches.ts';
import {
  appendLineDurably,
  keepAside,
  readRegularLines,
  readRegularText,
  removeDurably,
  toFileError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';

export const DOCUMENT_NAME = 'project.json';
const PREVIOUS_NAME = 'project.previous.json';
const JOURNAL_NAME = 'project.journal.jsonl';

const MOST_DOCUMENT_BYTES = 512 << 20;
const MOST_JOURNAL_BYTES = 512 << 20;
/** After so many the document is written whole: opening never replays more. */
const MOST_LINES = 500;

const storedSchema = z.object({
  schemaVersion: z.literal(1),
  revision: z.int().nonnegative(),
  savedAtMs: z.number(),
  project: projectSchema,
});
type Stored = z.infer<typeof storedSchema>;

/** A batch of patches: `revision` is the one that it makes. */
const lineSchema = z.object({ revision: z.int().positive(), patches: z.array(patchSchema) });

/** A project on the disk: what it was when it was last written whole, and each batch of patches since. */
export class ProjectStore {
  readonly folder: string;
  readonly #nowMs: () => number;
  #project: Project;
  #revision: number;
  #lines: number;
  /** What could not be read, as a sentence; null where all could. */
  readonly problem: string | null;

  private constructor(folder: string, nowMs: () => number, read: ReadProject) {
    this.folder = folder;
    this.#nowMs = nowMs;
    this.#project = read.project;
    this.#revision = read.revision;
    this.#lines = read.lines;
    this.problem = read.problem;
  }

  /** `FILE_NOT_FOUND` where there is none; what is damaged is kept beside it, and what was before the damage opens. */
  static open(folder: string, nowMs: () => number): ProjectStore {
    const read = readProject(folder);
    if (read.problem !== null) keepDamaged(folder);
    const store = new ProjectStore(folder, nowMs, read);
    if (read.lines > 0 || read.problem !== null) store.compact();
    return store;
  }

  static create(folder: string, project: Project, nowMs: () => number): ProjectStore {
    const store = new ProjectStore(folder, nowMs, { project, revision: 0, lines: 0, problem: null });
    store.compact();
    return store;
  }

  get project(): Project {
    return this.#project;
  }

  isThere(): boolean {
    return existsSync(join(this.folder, DOCUMENT_NAME));
  }

  get revision(): number {
    return this.#revision;
  }

  /** On the disk when it returns. A batch of which one patch does not fit is refused whole. */
  apply(revision: number, patches: readonly Patch[]): number {
    if (revision !== this.#revision)
      throw new RpcError(
        'BAD_OPTION',
        `These changes are of revision ${revision}, and the project has ${this.#revision}. Open it again.`,
      );
    const next = patched(this.#project, patches);
    const line = { revision: this.#revision + 1, patches };
    try {
      appendLineDurably(join(this.folder, JOURNAL_NAME), `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw toFileError(join(this.folder, JOURNAL_NAME), error);
    }
    this.#project = next;
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

  /** Writes the document whole; the journal begins anew. */
  compact(): void {
    const path = join(this.folder, DOCUMENT_NAME);
    try {
      keepPrevious(this.folder);
      writeFileDurably(
        path,
        `${JSON.stringify({ schemaVersion: 1, revision: this.#revision, savedAtMs: this.#nowMs(), project: this.#project } satisfies Stored)}\n`,
      );
      // Lines that a crash leaves here are of revisions that the document has already.
      removeDurably(join(this.folder, JOURNAL_NAME));
      this.#lines = 0;
    } catch (error) {
      throw toFileError(path, error);
    }
  }
}

interface ReadProject {
  project: Project;
  revision: number;
  lines: number;
  problem: string | null;
}

/** As it is, without changing anything. */
export function readProject(folder: string): ReadProject {
  const { stored, problem } = readStored(folder);
  let { project, revision } = stored;
  let lines = 0;
  let damage: string | null = problem;
  try {
    for (const text of readRegularLines(folder, JOURNAL_NAME, { mostBytes: MOST_JOURNAL_BYTES })) {
      const line = parseLine(text);
      if (line && line.revision <= revision) continue;
      const next = line?.revision === revision + 1 ? tryPatches(project, line.patches) : null;
      if (!next || !line) {
        damage ??=
          'Some of the last changes could not be read and were left out. They are kept beside the project.';
        break;
      }
      project = next;
      revision = line.revision;
      lines += 1;
    }
  } catch (error) {
    damage ??= `The last changes could not be read: ${(error as Error).message}`;
  }
  return { project, revision, lines, problem: damage };
}

export const readSavedAtMs = (folder: string): number => readStored(folder).stored.savedAtMs;

function readStored(folder: string): { stored: Stored; problem: string | null } {
  const found = readDocument(folder, DOCUMENT_NAME);
  if (found !== null && found !== 'damaged') return { stored: found, problem: null };
  const previous = readDocument(folder, PREVIOUS_NAME);
  if (previous !== null && previous !== 'damaged')
    return {
      stored: previous,
      problem: 'The project’s file is damaged: what was saved before it was opened.',
    };
  if (found === null) throw new RpcError('FILE_NOT_FOUND', `There is no project in ${folder}.`);
  throw new RpcError(
    'FILE_UNREADABLE',
    `${join(folder, DOCUMENT_NAME)} is damaged, or of a newer SoundDesk.`,
  );
}

function readDocument(folder: string, name: string): Stored | 'damaged' | null {
  const text = readRegularText(folder, name, { mostBytes: MOST_DOCUMENT_BYTES });
  if (text === null) return null;
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch {
    return 'damaged';
  }
}

function parseLine(text: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function tryPatches(project: Project, patches: readonly Patch[]): Project | null {
  try {
    return patched(project, patches);
  } catch {
    return null;
  }
}

/** The id is the folder's: patches do not change it. */
function patched(project: Project, patches: readonly Patch[]): Project {
  try {
    return { ...projectSchema.parse(applyPatches(project, patches)), id: project.id };
  } catch (error) {
    throw new RpcError('BAD_OPTION', 'These changes do not fit the project. Open it again.', {
      cause: error,
    });
  }
}

function keepPrevious(folder: string): void {
  const [path, previous] = [join(folder, DOCUMENT_NAME), join(folder, PREVIOUS_NAME)];
  if (!existsSync(path)) return;
  try {
    rmSync(previous, { force: true });
    linkSync(path, previous);
  } catch {
    // Not every file system has second names: then there is no earlier one.
  }
}

function keepDamaged(folder: string): void {
  for (const name of [DOCUMENT_NAME, JOURNAL_NAME]) {
    if (existsSync(join(folder, name))) keepAside(join(folder, name));
  }
}
