import { z } from 'zod';
import { LISTENING } from '../domain/liveChain.ts';

export { liveChainSchema, type LiveChain } from '../domain/stripSchema.ts';

/** What the output device is given: the result, the voice as it came in (at the same volume), or nothing. */
export const listeningSchema = z.enum(LISTENING);
export type Listening = z.infer<typeof listeningSchema>;
