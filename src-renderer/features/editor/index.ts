export { editorSlice } from './editorSlice.ts';
