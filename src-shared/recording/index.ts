export { addGap, replayJournal, syncedBytesOf } from './journal.ts';
export { TakeClock, type EndedPause } from './video/takeClock.ts';
export {
  type VideoFile,
  type VideoFileFacts,
  type VideoStore,
  type RecordingLog,
  type SoundEnd,
  type TakeEnding,
  type TakePlace,
  type TakeSound,
  type TakeTime,
} from './ports.ts';
export { createRecorder, type Recorder, type RecorderOptions } from './service.ts';
