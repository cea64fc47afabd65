export { Tour } from './Tour.tsx';
export { TourButton } from './TourButton.tsx';
export { TourOffer } from './TourOffer.tsx';
export { tourMoved, tourSlice } from './tourSlice.ts';
