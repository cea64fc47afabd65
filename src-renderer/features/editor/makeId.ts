/** An id for a thing of a project, such as no other has. */
export const makeId = (): string => crypto.randomUUID();
