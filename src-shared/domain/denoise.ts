/**
 * How a channel or a file can be cleaned: not at all, by RNNoise and GTCRN together, by RNNoise, by GTCRN, which lowers more,
 * later, for more work, or by DeepFilterNet3, over the whole band, where its model is installed. As screens list them.
 */
export const DENOISE_ENGINES = ['off', 'auto', 'rnnoise', 'strong', 'studio'] as const;
export type DenoiseEngine = (typeof DENOISE_ENGINES)[number];

/** What the bench can run: no model has to be installed for it. */
export const BENCH_ENGINES = ['off', 'auto', 'rnnoise', 'strong'] as const;
export type BenchEngine = (typeof BENCH_ENGINES)[number];

/** How the voices of a take can be. */
export const VOICE_ENGINES = ['auto', 'rnnoise', 'strong', 'studio'] as const;

/** Of the catalogue: what the engine `studio` reads. */
export const STUDIO_MODEL_ID = 'deepfilternet3';

/** Noise cancellation that not every plan has. */
export const isAdvanced = (engine: DenoiseEngine): boolean => engine !== 'off' && engine !== 'rnnoise';

/** What sound can be cleaned with where nobody chose: by plan and host, `defaultEngine` of planLimits.ts says which. */
export type DefaultEngine = 'auto' | 'rnnoise';

/** What every plan and host has; where they have auto, that is the engine: `defaultEngine`. Measured in docs/decisions/0003. */
export const DEFAULT_CLEANING = { engine: 'rnnoise', sensitivity: 90, reduction: 95 } as const;
