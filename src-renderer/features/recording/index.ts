export {
  beginRecording,
  endRecording,
  followRecording,
  holdRecording,
  recordingSlice,
  selectRecording,
  type RecordingSlice,
} from './recordingSlice.ts';
