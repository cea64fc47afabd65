import type { z } from 'zod';
import type { MakeId } from '../create.ts';
import type { Project } from '../document.ts';
import { diffProjects, type Patch } from '../patches.ts';
import { EditRefused, type Refusal } from '../refusal.ts';
import { CLIP_OPERATIONS } from './clips.ts';
import { LINK_OPERATIONS } from './links.ts';
import { LOOK_OPERATIONS } from './looks.ts';
import { MARK_OPERATIONS } from './marks.ts';
import { MEDIA_OPERATIONS } from './media.ts';
import { SOUND_OPERATIONS } from './sound.ts';
import { TRACK_OPERATIONS } from './tracks.ts';
import { TRIM_OPERATIONS } from './trims.ts';

/** All that can be done to a project: screen, journal, undo and tests derive from this table. */
export const OPERATIONS = {
  ...MEDIA_OPERATIONS,
  ...TRACK_OPERATIONS,
  ...CLIP_OPERATIONS,
  ...LINK_OPERATIONS,
  ...TRIM_OPERATIONS,
  ...LOOK_OPERATIONS,
  ...MARK_OPERATIONS,
  ...SOUND_OPERATIONS,
};
export type OperationName = keyof typeof OPERATIONS;
/** As they are given: with defaults left out. */
export type OperationArgs<N extends OperationName> = z.input<(typeof OPERATIONS)[N]['args']>;

export type EditResult =
  | { project: Project; patches: Patch[]; refused: null }
  | { project: Project; patches: never[]; refused: { code: Refusal; detail: string } };

/**
 * The project with an operation, and the patches that lead there; of one that is refused the project as it was.
 * Arguments that their schema does not know are an error of the caller: it throws.
 */
export function edit<N extends OperationName>(
  project: Project,
  name: N,
  args: OperationArgs<N>,
  makeId: MakeId,
): EditResult {
  // The compiler cannot see that the table's entry for a name fits the arguments of that name.
  const { args: schema, run } = OPERATIONS[name] as {
    args: z.ZodType;
    run: (...given: unknown[]) => Project;
  };
  try {
    const edited = run(project, schema.parse(args), makeId);
    return { project: edited, patches: diffProjects(project, edited), refused: null };
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    return { project, patches: [], refused: { code: error.code, detail: error.message } };
  }
}
