export { formatBytes, formatRecordedTime } from './recorderTime.ts';
export { openEnabled } from './pictures/pictureActions.ts';
export { nothingGiven } from './pictures/pictureEvents.ts';
export { picturesSlice } from './pictures/picturesSlice.ts';
export { selectLibrary, selectStorage, selectWork, studioSlice } from './studioSlice.ts';
export { STUDIO_SHOWN_IN_PLACE, studioNoticeOf } from './studioNotices.ts';
export { followStudio, readLibrary } from './studioThunks.ts';

/** The library as a part of another screen, with the chunk that it is in. */
export const loadRecordings = async () => {
  const [{ Recordings }] = await Promise.all([import('./Recordings.tsx'), import('./texts.ts')]);
  return { default: Recordings };
};

/** What can be done with a recording, and its player, for lists of recordings elsewhere. */
export const loadRecordingActions = async () => {
  const [{ RecordingActions }] = await Promise.all([import('./RecordingActions.tsx'), import('./texts.ts')]);
  return { default: RecordingActions };
};
export const loadTakePlayer = async () => {
  const [{ TakePlayerView }] = await Promise.all([import('./TakePlayerView.tsx'), import('./texts.ts')]);
  return { default: TakePlayerView };
};
