export {
  followSounds,
  holdSound,
  liveSound,
  noteUncleaned,
  releaseSound,
  updateSound,
  type LiveSound,
  type SoundFader,
  type SoundId,
} from './liveSounds.ts';
export {
  followSources,
  holdSource,
  isRecorded,
  liveSource,
  liveSources,
  releaseSource,
  type LiveSource,
} from './liveSources.ts';
export type { PageSoundRequest } from './pageSounds.ts';
export {
  askToShare,
  encodingFor,
  isCapturing,
  isStoppingRecording,
  pauseRecording,
  recordShared,
  recordSource,
  resumeRecording,
  startRecording,
  stopRecording,
  type RecordingRequest,
  type SourceRequest,
} from './recorder.ts';
