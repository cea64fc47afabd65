export type { TakeFiles } from './files.ts';
export { openJournal } from './journal.ts';
export {
  LIVE_NAME,
  readEdited,
  readTranscript,
  stampOfTranscript,
  TRANSCRIPT_NAME,
  writeTranscript,
} from './keptTranscripts.ts';
export { makeTranscript } from './makeTranscript.ts';
export { SPEECH_RATE_HZ } from './listen.ts';
export { createTranscriptsService, type TranscriptsService } from './service.ts';
export { voicesOf, type SpokenTake } from './spokenTake.ts';
export { estimate, listenToTake, transcribeTake } from './transcribeTake.ts';
