export { findSystemAudio, followCaptures, followGoneScreens, onStartAsked } from './screenCaptureThunks.ts';
export { screenCaptureSlice, selectSystemAudio } from './screenCaptureSlice.ts';
