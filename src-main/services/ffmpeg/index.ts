export { LOUDNESS_FILTER, loudnessIn, type Loudness } from './loudness.ts';
export { inheritedPath, runFfmpeg } from './run.ts';
