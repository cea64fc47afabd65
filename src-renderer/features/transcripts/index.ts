export { addressOfTranscript } from './address.ts';
export { openTranscript } from './openTranscript.ts';
export { TranscriptDialog } from './TranscriptDialog.tsx';
export { SpokenHits } from './SpokenHits.tsx';
export { useTranscriptSearch } from './useTranscriptSearch.ts';
