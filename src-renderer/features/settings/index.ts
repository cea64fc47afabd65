export { AUDIO_TEST_THUNKS, audioTestReported, audioTestSlice } from './audioTestSlice.ts';
export { browsersChanged, browsersSlice } from './browsersSlice.ts';
export { formSlice } from './formSlice.ts';
export { keysChanged, keysSlice } from './keysSlice.ts';
export { readTakesFolder, TAKES_FOLDER_THUNKS, takesFolderSlice } from './takesFolderSlice.ts';
export { updatesReported, updatesSlice } from './updatesSlice.ts';
export { shortcutsRefused, shortcutsSlice } from './shortcutsSlice.ts';
