export { cleanSlice } from './cleanSlice.ts';
export { historySlice } from './historySlice.ts';
