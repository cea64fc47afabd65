export { RecordingWarnings } from './RecordingWarnings.tsx';
export { warningsSlice } from './warningsSlice.ts';
