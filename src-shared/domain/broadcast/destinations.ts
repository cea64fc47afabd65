import { z } from 'zod';
import { MAX_ADDRESS_LENGTH, parseIngestAddress } from './address.ts';
import { PLATFORM_IDS, platformOf } from './platforms.ts';

/** More rows than anybody looks after while live. */
export const MAX_DESTINATIONS = 30;

export const destinationFields = {
  platform: z.enum(PLATFORM_IDS),
  name: z.string().trim().min(1).max(100),
  /** Without a key. */
  address: z
    .string()
    .trim()
    .max(MAX_ADDRESS_LENGTH)
    .refine((text) => 'address' in parseIngestAddress(text), {
      error: 'An address has the form rtmp://host/app, rtmps://host/app or srt://host:port.',
    }),
  /** Where people watch; shared as it is. */
  watchLink: z
    .url({ protocol: /^https$/ })
    .max(MAX_ADDRESS_LENGTH)
    .nullable(),
  /** What was missed in an outage is sent afterwards. */
  catchesUp: z.boolean(),
  /** Small frames are filled up to the rate of the programme; null: as its platform asks. */
  isConstantRate: z.boolean().nullable().default(null),
  isEnabled: z.boolean(),
  /** Address, key, title, viewers and chat are those of the connected account of its platform. */
  usesAccount: z.boolean().default(false),
};

export const destinationSchema = z.object({ id: z.string().min(1).max(200), ...destinationFields });
/** Where a broadcast may go. Its key is not among what is kept here. */
export type BroadcastDestination = z.infer<typeof destinationSchema>;

/** Whether it gets filler. */
export const hasConstantRate = ({
  platform,
  isConstantRate,
}: Pick<BroadcastDestination, 'platform' | 'isConstantRate'>): boolean =>
  isConstantRate ?? platformOf(platform).asksForConstantRate;

export const destinationsDocumentSchema = z.object({
  version: z.literal(1),
  /** Off: the first that is enabled alone. */
  isMultiStream: z.boolean(),
  destinations: z.array(destinationSchema).max(MAX_DESTINATIONS),
});
export type DestinationsDocument = z.infer<typeof destinationsDocumentSchema>;
