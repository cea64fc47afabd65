export { screenCaptureSlice } from './screenCaptureSlice.ts';
