export { studioSlice } from './studioSlice.ts';
export { STUDIO_SHOWN_IN_PLACE, studioNoticeOf } from './studioNotices.ts';
