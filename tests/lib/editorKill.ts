import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { ProjectStore, readProject } from '../../src-main/services/projects/index.ts';
import { createProject } from '../../src-shared/domain/edit/create.ts';

const WRITER = join(import.meta.dirname, 'editorKillWriter.ts');
const MOST_EDITS = 1200;

/**
 * A program edits a project as fast as it can and is killed after a random number of answers. Every edit that was answered has to be
 * there, and the next one fits.
 */
export async function killEditor(
  dir: string,
  random: () => number,
): Promise<{ problem: string | null; answered: number }> {
  const folder = join(dir, randomUUID());
  const killAfter = 1 + Math.floor(random() * MOST_EDITS);
  const child = fork(WRITER, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let answered = 0;
  child.on('message', (edits: number) => {
    answered = edits;
    if (edits >= killAfter) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return { answered, problem: problemOf(folder, answered) };
}

function problemOf(folder: string, answered: number): string | null {
  try {
    const { project, revision } = readProject(folder);
    if (revision < answered) return `${answered - revision} of ${answered} edits are lost`;
    if (project.name !== `Edit ${revision}`) return `it is "${project.name}" at revision ${revision}`;
    const store = ProjectStore.open(folder);
    store.apply(revision, [{ on: 'project', values: { name: 'Behind the kill' } }]);
    return readProject(folder).project.name === 'Behind the kill' ? null : 'the next edit is not kept';
  } catch (error) {
    return `it does not open: ${(error as Error).message}`;
  }
}

/** For the program that is killed. It waits until each answer is on its way: a pipe that is full would keep them all from then on. */
export async function editWithoutEnd(
  folder: string,
  onAnswered: (edits: number) => Promise<void>,
): Promise<never> {
  let count = 0;
  const store = ProjectStore.create(
    folder,
    createProject('Edit 0', () => `id-${(count += 1)}`),
  );
  for (let edits = 1; ; edits += 1) {
    store.apply(edits - 1, [{ on: 'project', values: { name: `Edit ${edits}` } }]);
    await onAnswered(edits);
  }
}
