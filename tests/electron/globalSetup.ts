import { buildShellWhereStale } from './standIn/layout.ts';

/** Once, before the files that lay it out: two builds at a time would empty each other's folder. */
export const setup = buildShellWhereStale;
