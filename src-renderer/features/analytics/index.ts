export { analyticsSlice, readAnalytics } from './analyticsSlice.ts';
