import { z } from 'zod';
import { rpcFailureSchema } from '../../contract/errors.ts';

/** 32 random bytes, or the SHA-256 of something, in base64url. */
const digestSchema = z.string().regex(/^[\w-]{43}$/);
/** A public key of P-256 as SubjectPublicKeyInfo, in base64url. */
export const publicKeySchema = z.string().regex(/^[\w-]{100,200}$/);
const proofSchema = z.string().regex(/^[\w-]{40,200}$/);

/** By what a page means to get in: a secret that it was given, which it never sends, or a key of its own that the host knows. */
const credentialSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('secret'),
    /** Which secret: says nothing about it. */
    keyId: digestSchema,
    /** To be let in by from now on. */
    browserKey: publicKeySchema.optional(),
  }),
  z.strictObject({ kind: z.literal('browser'), browserKey: publicKeySchema }),
]);
export type Credential = z.infer<typeof credentialSchema>;

/** What the page's side says, in this order. */
export const greetingSchema = z.strictObject({
  kind: z.literal('greet'),
  nonce: digestSchema,
  credential: credentialSchema,
});
export const responseSchema = z.strictObject({ kind: z.literal('respond'), proof: proofSchema });

/** Who the host is, and when it was started; `proof` is its own over all that was said. */
const hostWordSchema = z.object({
  hostKey: publicKeySchema,
  startId: digestSchema,
  nonce: digestSchema,
  proof: proofSchema,
});

/** Why a page is not let in; a page has words of its own for each. */
export const REFUSAL_REASONS = [
  'unknownBrowser',
  'unknownLink',
  'usedLink',
  'badProof',
  'malformed',
] as const;
const refusalReasonSchema = z.enum(REFUSAL_REASONS);
export type RefusalReason = z.infer<typeof refusalReasonSchema>;

export const hostFrameSchema = z.discriminatedUnion('kind', [
  hostWordSchema.extend({ kind: z.literal('challenge') }),
  z.object({ kind: z.literal('admit') }),
  z.object({
    kind: z.literal('refuse'),
    /** For programs: a page does not show what an unknown program says. */
    error: rpcFailureSchema,
    reason: refusalReasonSchema,
    /** Signed, so that only the host of a page can send it away. */
    word: hostWordSchema.optional(),
  }),
]);
export type HostFrame = z.infer<typeof hostFrameSchema>;
