export { uploadFigures } from './accountFigures.ts';
export { followUploads } from './followUploads.ts';
export { analyticsSlice, readAnalytics } from './analyticsSlice.ts';
