export { Tour } from './Tour.tsx';
export { TourButton } from './TourButton.tsx';
export { selectTourStep, tourMoved, tourSlice } from './tourSlice.ts';
export { useSeenTour } from './useSeenTour.ts';
