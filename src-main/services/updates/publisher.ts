import { z } from 'zod';
import publisherOfBuild from './publisher.json' with { type: 'json' };

/** Who may give this installation another version: an address, and the keys that sign what lies there. */
const publisherSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  keys: z
    .array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string().min(1).max(200),
        x: z.string().regex(/^[\w-]{43}$/),
      }),
    )
    .min(1)
    .max(2),
});
export type Publisher = z.infer<typeof publisherSchema>;

/** The one that the build was made for (`scripts/release/new-key.mjs`); null: none. */
export const BUILD_PUBLISHER: Publisher | null = publisherSchema.nullable().parse(publisherOfBuild);
