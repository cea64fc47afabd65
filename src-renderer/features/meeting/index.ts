export { meetingSlice } from './meetingSlice.ts';
export { followMeetings } from './meetingThunks.ts';
