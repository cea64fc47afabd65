export { addressOfTranscript } from './address.ts';
export { TranscriptDialog } from './TranscriptDialog.tsx';
