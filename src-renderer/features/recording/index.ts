export { onRecordingChanged } from './onRecordingChanged.ts';
export {
  beginRecording,
  endRecording,
  followRecording,
  holdRecording,
  markRecording,
  readRecording,
  recordingSlice,
  selectProgress,
  selectRecording,
  selectRecordingAction,
  type RecordingAction,
  type RecordingRoot,
  type RecordingSlice,
} from './recordingSlice.ts';
