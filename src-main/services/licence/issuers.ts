/** Whose licences this build believes: keys that are part of the program, and not of any file beside it. */
import { z } from 'zod';
import pinnedInBuild from './issuers.json' with { type: 'json' };

/** What else an answer holds, such as a private part, is left out. */
export const publicKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string().optional(),
});
export type PublicKey = z.infer<typeof publicKeySchema>;
const pinnedIssuersSchema = z.array(
  z.object({
    /** Address of the account server. */
    url: z.url({ protocol: /^https?$/ }),
    /** Of the present generation and of the one before, or after, it. */
    keys: z
      .array(publicKeySchema.extend({ kid: z.string().min(1) }))
      .min(1)
      .max(2),
  }),
);
export type PinnedIssuer = z.infer<typeof pinnedIssuersSchema>[number];

/** Written by `scripts/pin-issuer.mjs` before a build; empty in a checkout. */
export const PINNED_ISSUERS: readonly PinnedIssuer[] = pinnedIssuersSchema.parse(pinnedInBuild);

/** Which keys a token may be of, and what for. */
export interface TrustedKeys {
  /** Of the build: for every plan. */
  pinned: readonly PublicKey[];
  /** That a server of one's own gave: for a trial alone. */
  own: readonly PublicKey[];
}

/** What is believed of a token that this issuer gave; an address that the build knows has the build's keys alone. */
export function trustOf(
  issuer: { url: string; keys: readonly PublicKey[] } | null,
  issuers: readonly PinnedIssuer[],
): TrustedKeys {
  const pinned = issuers.flatMap(({ keys }) => keys);
  const own = issuer === null || isPinned(issuer.url, issuers) ? [] : issuer.keys;
  return { pinned, own };
}

export function isPinned(url: string, issuers: readonly PinnedIssuer[]): boolean {
  const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : text);
  return issuers.some((issuer) => originOf(issuer.url) === originOf(url));
}
