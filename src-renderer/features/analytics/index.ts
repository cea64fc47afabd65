export { followUploads } from './followUploads.ts';
export { analyticsSlice } from './analyticsSlice.ts';
