import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface TourState {
  /** Of `TOUR_STEPS`; null while nobody takes the tour. */
  step: number | null;
}

const initialState: TourState = { step: null };

export const tourSlice = createSlice({
  name: 'tour',
  initialState,
  reducers: {
    tourMoved: (state, { payload }: PayloadAction<number>) => void (state.step = payload),
    tourLeft: (state) => void (state.step = null),
  },
});

export const { tourMoved, tourLeft } = tourSlice.actions;

export const selectTourStep = ({ tour }: { tour: TourState }) => tour.step;
