export { crashesReported, crashesSlice } from './crashesSlice.ts';
export { helpEffects } from './effects.ts';
export { feedbackSlice } from './feedback/feedbackSlice.ts';
export { followKeptFeedback } from './feedback/followKept.ts';
