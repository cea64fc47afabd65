export {
  holdSource,
  isRecorded,
  liveSource,
  liveSources,
  releaseSource,
  type LiveSource,
} from './liveSources.ts';
export {
  isCapturing,
  isStoppingRecording,
  pauseRecording,
  recordSource,
  resumeRecording,
  startRecording,
  stopRecording,
  type SourceWish,
} from './recorder.ts';
