import { problemOf, projectText, readProject } from '../../src-shared/domain/edit/check.ts';
import type { Clip, Project } from '../../src-shared/domain/edit/document.ts';
import { editHistory, MAX_UNDO_STEPS } from '../../src-shared/domain/edit/editHistory.ts';
import { journalHeader, journalLine, openJournal } from '../../src-shared/domain/edit/journal.ts';
import { SOUND_RATE, sourceOffsetSamples } from '../../src-shared/domain/edit/time.ts';
import { createRandomEditor } from './randomEdits.ts';

/**
 * What holds after any edits, of one seed: no clip overlaps, linked clips stay in sync, undo returns to the byte, redo
 * leads back, and the journal opens with the same project. Gives how many edits were made; throws where a law is broken.
 */
export function checkEditLaws(seed: number, edits: number): { made: number; refused: number } {
  const editor = createRandomEditor(seed);
  const texts = [projectText(editor.project)];
  let history = editHistory.start(editor.project);
  let journal = journalHeader(editor.project, 0);
  let [made, refused] = [0, 0];
  for (let at = 0; at < edits; at += 1) {
    const before = editor.project;
    const { name, isRefused, project, patches } = editor.step();
    const fail = (what: string): never => {
      throw new Error(`seed ${seed}, edit ${at} (${name}): ${what}`);
    };
    if (isRefused) refused += 1;
    if (isRefused && project !== before) fail('a refused edit has changed the project');
    const problem = problemOf(project) ?? brokenLink(project);
    if (problem !== null) fail(problem);
    if (patches.length === 0) continue;
    made += 1;
    history = editHistory.keepEdit(history, project);
    journal += journalLine(made, patches);
    texts.push(projectText(project));
  }
  const { problem } = readProject(editor.project);
  if (problem !== null) throw new Error(`seed ${seed}: ${problem}`);
  checkWayBack(seed, history, texts.slice(-1 - MAX_UNDO_STEPS));
  const opened = openJournal(journal);
  if (!opened || projectText(opened.project) !== texts.at(-1))
    throw new Error(`seed ${seed}: the journal opens otherwise`);
  if (opened.edits !== made || opened.lostLines > 0)
    throw new Error(`seed ${seed}: the journal has lost edits`);
  return { made, refused };
}

function checkWayBack(
  seed: number,
  last: ReturnType<typeof editHistory.start>,
  texts: readonly string[],
): void {
  let history = last;
  for (const text of texts.slice(0, -1).toReversed()) {
    history = editHistory.undo(history);
    if (projectText(history.present) !== text)
      throw new Error(`seed ${seed}: undo does not return to the byte`);
  }
  for (const text of texts.slice(1)) {
    history = editHistory.redo(history);
    if (projectText(history.present) !== text) throw new Error(`seed ${seed}: redo does not lead back`);
  }
}

/** Clips of one take that are linked are in sync to the sample. */
function brokenLink(project: Project): string | null {
  const moments = new Map<string, { clip: Clip; samples: number }>();
  for (const clip of project.tracks.flatMap(({ clips }) => clips)) {
    const media = clip.mediaId === null ? undefined : project.media[clip.mediaId];
    if (clip.linkId === null || !media || clip.speed.num !== clip.speed.den) continue;
    const samples = sourceOffsetSamples(clip, project.rate) + Math.round(media.startSec * SOUND_RATE);
    // What was linked by hand may be of another recording.
    const key = `${clip.linkId} ${media.linkId ?? media.id}`;
    const other = moments.get(key);
    if (other && other.samples !== samples) {
      return `${clip.id} and ${other.clip.id} are linked and ${Math.abs(other.samples - samples)} samples apart`;
    }
    moments.set(key, { clip, samples });
  }
  return null;
}
