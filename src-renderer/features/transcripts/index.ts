export { TranscriptDialog } from './TranscriptDialog.tsx';
