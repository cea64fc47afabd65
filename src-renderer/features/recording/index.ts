export { addressOfTake, readAskedTake, type TakeRequest } from './askedTake.ts';
export { RecordingPill } from './RecordingPill.tsx';
export { useEndedNotice } from './useEndedNotice.ts';
export { isMeeting } from './isMeeting.ts';
export { onRecordingChanged } from './onRecordingChanged.ts';
export {
  beginRecording,
  endRecording,
  followRecording,
  holdRecording,
  markRecording,
  muteMicrophone,
  readRecording,
  recordingSlice,
  selectEnded,
  selectHasRecording,
  selectProgress,
  selectReading,
  selectRecording,
  selectRecordingAction,
  type RecordingAction,
  type RecordingRoot,
  type RecordingSlice,
} from './recordingSlice.ts';
