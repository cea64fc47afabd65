export { addGap, replayJournal, syncedBytesOf } from './journal.ts';
export { TakeClock, type EndedPause } from './pictures/takeClock.ts';
export type {
  PictureFile,
  PictureFileFacts,
  PictureStore,
  RecordingLog,
  SoundEnd,
  TakeEnding,
  TakePlace,
  TakeSound,
  TakeTime,
} from './ports.ts';
export { Recorder, type RecorderOptions } from './service.ts';
