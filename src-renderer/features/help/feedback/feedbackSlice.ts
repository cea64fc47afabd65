import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { KeptFeedback } from './kept.ts';

export interface FeedbackSlice {
  /** As this browser's storage has it, other tabs' included. */
  kept: KeptFeedback[];
}

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState: (): FeedbackSlice => ({ kept: [] }),
  reducers: {
    keptChanged(slice, { payload }: PayloadAction<KeptFeedback[]>) {
      slice.kept = payload;
    },
  },
});

export const { keptChanged } = feedbackSlice.actions;

export interface FeedbackRoot {
  feedback: FeedbackSlice;
}
export const selectKept = (root: FeedbackRoot) => root.feedback.kept;
