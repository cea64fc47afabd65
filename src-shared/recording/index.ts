export { addGap, replayJournal, syncedBytesOf } from './journal.ts';
export { TakeClock, type EndedPause } from './video/takeClock.ts';
export type {
  VideoFile,
  VideoFileFacts,
  VideoStore,
  RecordingLog,
  SoundEnd,
  TakeEnding,
  TakePlace,
  TakeSound,
  TakeTime,
} from './ports.ts';
export { Recorder, type RecorderOptions } from './service.ts';
