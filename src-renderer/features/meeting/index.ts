export { meetingSlice } from './meetingSlice.ts';
