export { LOUDNESS_FILTER, loudnessIn, type Loudness } from './loudness.ts';
export { readOffers, type FormatNeeds } from './offers.ts';
export { inheritedPath, runFfmpeg } from './run.ts';
