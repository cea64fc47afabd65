export { addGap, replayJournal, syncedBytesOf } from './journal.ts';
export { TakeClock, type EndedPause } from './pictures/takeClock.ts';
export {
  type PictureFile,
  type PictureFileFacts,
  type PictureStore,
  type RecordingLog,
  type SoundEnd,
  type TakeEnding,
  type TakePlace,
  type TakeSound,
  type TakeTime,
} from './ports.ts';
export { Recorder, type RecorderOptions } from './service.ts';
