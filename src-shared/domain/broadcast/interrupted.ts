import { z } from 'zod';
import { MAX_DESTINATIONS } from './destinations.ts';
import { masterQualityIdSchema } from './quality.ts';

/** What is kept of a running broadcast, so that it can be resumed after its host was killed. */
export const interruptedBroadcastSchema = z.strictObject({
  version: z.literal(1),
  title: z.string().min(1).max(200),
  description: z.string().max(5000),
  quality: masterQualityIdSchema,
  /** Their names. */
  destinations: z.array(z.string().max(100)).max(MAX_DESTINATIONS),
  startedAt: z.iso.datetime(),
});
export type InterruptedBroadcast = z.infer<typeof interruptedBroadcastSchema>;
