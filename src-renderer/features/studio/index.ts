export { formatBytes, formatRecordedTime } from './recorderTime.ts';
export { selectStorage, studioSlice } from './studioSlice.ts';
export { STUDIO_SHOWN_IN_PLACE, studioNoticeOf } from './studioNotices.ts';
export { followStudio } from './studioThunks.ts';

/** The library as a part of another screen, with the chunk that it is in. */
export const loadRecordings = async () => {
  const [{ Recordings }] = await Promise.all([import('./Recordings.tsx'), import('./texts.ts')]);
  return { default: Recordings };
};
