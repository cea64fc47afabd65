import { describe, expect, it } from 'vitest';
import { createRandomEditor } from '../../../tests/lib/randomEdits.ts';
import { projectText } from './check.ts';
import type { Project } from './document.ts';
import { journalHeader, journalLine, openJournal, recoverProject } from './journal.ts';

/** A journal of some edits, and the project after each. */
function makeJournal(edits: number): { lines: string[]; projects: Project[] } {
  const editor = createRandomEditor(4);
  const lines = [journalHeader(editor.project, 7)];
  const projects = [editor.project];
  while (projects.length <= edits) {
    const { project, patches } = editor.step();
    if (patches.length === 0) continue;
    lines.push(journalLine(7 + projects.length, patches));
    projects.push(project);
  }
  return { lines, projects };
}

const { lines, projects } = makeJournal(20);
const text = lines.join('');
const textOf = (opened: ReturnType<typeof openJournal>) => opened && projectText(opened.project);

describe('openJournal', () => {
  it('gives the project with all its edits', () => {
    const opened = openJournal(text);
    expect(opened).toMatchObject({ edits: 27, lostLines: 0, goodBytes: Buffer.byteLength(text) });
    expect(textOf(opened)).toBe(projectText(projects[20]!));
  });

  it('opens wherever a crash has torn the last line', () => {
    const start = lines.slice(0, 20).join('').length;
    for (let bytes = start; bytes < text.length; bytes += 7) {
      const opened = openJournal(text.slice(0, bytes));
      expect(opened).toMatchObject({ edits: 26, lostLines: bytes === start ? 0 : 1, goodBytes: start });
      expect(textOf(opened)).toBe(projectText(projects[19]!));
    }
  });

  it('stops in front of a damaged line, and says how many are lost', () => {
    const damaged = lines
      .map((line, index) => (index === 5 ? line.replace('"edit"', '"Edit"') : line))
      .join('');
    expect(openJournal(damaged)).toMatchObject({ edits: 11, lostLines: 16 });
    const withoutOne = lines.filter((_, index) => index !== 5).join('');
    expect(openJournal(withoutOne)).toMatchObject({ edits: 11, lostLines: 15 });
  });

  it('leaves out edits that make no sound document, though their lines are whole', () => {
    const wrong = journalLine(28, [
      { on: 'clip', track: projects[20]!.tracks[0]!.id, id: 'x', values: { name: 'Half' } },
    ]);
    const fine = journalLine(29, [{ on: 'project', values: { name: 'Later' } }]);
    const opened = openJournal(text + wrong + fine);
    expect(opened).toMatchObject({ edits: 27, lostLines: 2, goodBytes: Buffer.byteLength(text) });
  });

  it.each(['', '\n', '{}', 'null', text.slice(0, 100), text.replace('sounddesk-edit', 'other')])(
    'gives nothing where the first line is no header',
    (other) => {
      expect(openJournal(other)).toBeNull();
    },
  );
});

describe('recoverProject', () => {
  it('takes the journal with the most edits, else project.json', () => {
    const older = lines.slice(0, 4).join('');
    const plain = projectText(projects[3]!);
    expect(recoverProject([older, text, plain])?.edits).toBe(27);
    expect(recoverProject(['torn', older, plain])?.edits).toBe(10);
    expect(textOf(recoverProject(['torn', '', plain]))).toBe(plain);
    expect(recoverProject(['torn', '', '{"id":1}'])).toBeNull();
  });
});
