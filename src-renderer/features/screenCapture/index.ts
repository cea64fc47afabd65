export { findSystemAudio, onStartAsked } from './screenCaptureThunks.ts';
export { screenCaptureSlice, selectSystemAudio } from './screenCaptureSlice.ts';
