export { addEdits, EDITS_NAME, readEditBook, type EditedState } from './editBook.ts';
export type { TakeFiles } from './files.ts';
