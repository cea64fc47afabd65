import type { z } from 'zod';
import type { RecipeName } from '../../../../src-shared/api/index.ts';
import type { Call, PerformParts } from '../perform.ts';
import { startBroadcast } from './broadcast.ts';
import { startNoiseCancellation } from './noiseCancellation.ts';
import { createRecording, startRecording } from './recording.ts';
import { transcribe } from './transcribe.ts';

/** What a call of several calls has: its input is parsed, its answer is checked. */
export type RecipeContext<Input> = PerformParts & Omit<Call, 'input'> & { input: Input; file: File | null };
export type Recipe<Input extends z.ZodType> = (context: RecipeContext<z.output<Input>>) => Promise<unknown>;

export const RECIPES: Readonly<Record<RecipeName, (context: RecipeContext<never>) => Promise<unknown>>> = {
  'noiseCancellation.start': startNoiseCancellation,
  'recording.create': createRecording,
  'recordings.start': startRecording,
  'broadcast.start': startBroadcast,
  'voice.transcribe': transcribe,
  async 'key.read'({ key: { name, scopes, expiresAtMs }, readCalls }) {
    return { name, scopes, expiresAtMs, calls: await readCalls() };
  },
};
