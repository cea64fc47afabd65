export { helpEffects } from './effects.ts';
export { feedbackSlice } from './feedback/feedbackSlice.ts';
export { sendKept, submitFeedback } from './feedback/feedbackThunks.ts';
export { followKeptFeedback } from './feedback/followKept.ts';
