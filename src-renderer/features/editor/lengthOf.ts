import { DEFAULT_DURATION_SEC } from '../../../src-shared/domain/edit/create.ts';
import { framesOf, projectEndFrame, type Project } from '../../../src-shared/domain/edit/document.ts';

/** How many frames a project plays: to the end of its last clip; an empty one has the default duration. */
export const lengthOf = (project: Project): number =>
  projectEndFrame(project) || framesOf(project, DEFAULT_DURATION_SEC);
