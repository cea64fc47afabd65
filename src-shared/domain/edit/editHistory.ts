import { createHistoryTools, type History } from '../history.ts';
import type { Project } from './document.ts';
import { applyPatches, diffProjects, type Patch } from './patches.ts';

export const MAX_UNDO_STEPS = 500;

export type EditHistory = History<Project, Patch[]>;

/** Undo and redo of a project; all edits of one gesture, such as a drag, are one step. */
export const editHistory = createHistoryTools<Project, Patch[]>({
  between: diffProjects,
  apply: applyPatches,
  maxSteps: MAX_UNDO_STEPS,
});
