export { findSystemAudio } from './screenCaptureThunks.ts';
export { screenCaptureSlice, selectSystemAudio } from './screenCaptureSlice.ts';
