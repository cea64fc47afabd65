import type { Rolldown } from 'vite';

/** Groups for `build.rolldownOptions.output.codeSplitting` of the renderer whose folder is `root`. */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[];
