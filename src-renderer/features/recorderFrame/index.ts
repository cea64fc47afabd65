export { RecorderFrame } from './RecorderFrame.tsx';
export { useRecorderPlace } from './useRecorderPlace.ts';
