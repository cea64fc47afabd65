export { LOUDNESS_FILTER, loudnessIn, type Loudness } from './loudness.ts';
export { OPUS_STARTS_AT_ZERO } from './opus.ts';
export { readOffers, type FormatNeeds } from './offers.ts';
export { inheritedPath, runFfmpeg } from './run.ts';
