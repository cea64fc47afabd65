export { makeId } from './makeId.ts';
export { editorSlice } from './editorSlice.ts';
