export const TAKES_FOLDER = 'takes';
/** What a user has said of a take, beside its name. */
export const NOTES_NAME = 'notes.json';
/** Room that is let go of at the end: where the storage is full, its last words still have a place. */
export const RESERVE_NAME = 'reserve';

/** As the writer of a take: a page has no process of its own. */
export const NO_PROCESS = { pid: 0, startedTicks: 0, bootId: null };

/** Held while a take is recorded: the browser lets go of it with the page, however that ends. */
export const lockOf = (takeId: string) => `sounddesk.take.${takeId}`;
