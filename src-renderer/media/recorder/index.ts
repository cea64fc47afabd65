export {
  followSounds,
  holdSound,
  liveSound,
  noteUncleaned,
  releaseSound,
  type LiveSound,
  type SoundId,
} from './liveSounds.ts';
export {
  holdSource,
  isRecorded,
  liveSource,
  liveSources,
  releaseSource,
  type LiveSource,
} from './liveSources.ts';
export { holdSharedSound, type PageSoundRequest } from './pageSounds.ts';
export {
  isCapturing,
  isStoppingRecording,
  PAGE_ENCODING,
  pauseRecording,
  recordSource,
  resumeRecording,
  startRecording,
  stopRecording,
  type RecordingRequest,
  type SourceRequest,
} from './recorder.ts';
