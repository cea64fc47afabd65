/** What files are cleaned with where nothing else is asked for. */
export const DEFAULT_CLEANING = { engine: 'rnnoise', sensitivity: 90, reduction: 90 } as const;
