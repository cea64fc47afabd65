import type { Call, PerformParts } from '../call.ts';

/** What a call that is made of several calls has: its input is parsed, its answer is checked. */
export type RecipeContext<Input> = PerformParts & Omit<Call, 'input'> & { input: Input; file: File | null };
