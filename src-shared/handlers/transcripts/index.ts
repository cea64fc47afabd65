export { addEdits, EDITS_NAME, readEditBook, type EditedState } from './editBook.ts';
export type { TakeFiles } from './files.ts';
export {
  estimateNotes,
  makeNotes,
  NOTES_JOURNAL,
  NOTES_NAME,
  readKeptNotes,
  type NotedTranscript,
} from './notesBook.ts';
