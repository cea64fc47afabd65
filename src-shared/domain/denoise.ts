/** What files are cleaned with where nothing else is asked for: measured in docs/decisions/0003. */
export const DEFAULT_CLEANING = { engine: 'rnnoise', sensitivity: 90, reduction: 95 } as const;
