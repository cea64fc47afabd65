/** How a channel can be cleaned: not at all, by RNNoise, or by GTCRN, which lowers more, later, for more work. */
export const DENOISE_ENGINES = ['off', 'rnnoise', 'strong'] as const;
export type DenoiseEngine = (typeof DENOISE_ENGINES)[number];

/** What files are cleaned with where nothing else is asked for: measured in docs/decisions/0003. */
export const DEFAULT_CLEANING = { engine: 'rnnoise', sensitivity: 90, reduction: 95 } as const;
