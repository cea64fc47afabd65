import type { z } from 'zod';
import type { MakeId } from '../create.ts';
import type { Project } from '../document.ts';

/** One thing that a person can do to a project: what it is given, and what it makes of the document. */
export interface Operation<S extends z.ZodType = z.ZodType> {
  args: S;
  /** Refuses by `EditRefused`; gives the same object back where nothing changes. */
  run: (project: Project, args: z.output<S>, makeId: MakeId) => Project;
}

/** Infers the arguments from their schema. */
export const operation = <S extends z.ZodType>(args: S, run: Operation<S>['run']): Operation<S> => ({
  args,
  run,
});
