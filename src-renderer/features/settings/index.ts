export { settingsEffects } from './effects.ts';
export {
  audioTestReported,
  audioTestSlice,
  readAudioTest,
  selectAudioTest,
  startAudioTest,
  stopAudioTest,
} from './audioTestSlice.ts';
export { apiChanged, apiSlice } from './api/apiSlice.ts';
export { openFoldersChanged, openFoldersSlice } from './api/foldersSlice.ts';
export { browsersChanged, browsersSlice } from './browsersSlice.ts';
export { formSlice } from './formSlice.ts';
export { keysChanged, keysSlice, readKeys, removeKey, saveKey, selectKeys } from './keysSlice.ts';
export { readTakesFolder, takesFolderSlice } from './takesFolderSlice.ts';
export { updatesReported, updatesSlice } from './updatesSlice.ts';
export { shortcutsRefused, shortcutsSlice } from './shortcutsSlice.ts';
