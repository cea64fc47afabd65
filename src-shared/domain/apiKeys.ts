/** Keys of an organisation for the public API (docs/api/openapi.json). */
import { z } from 'zod';

/** What a key may call: one kind of work each, or as much as a key of a computer of that scope. */
export const API_SCOPES = [
  'noise-cancellation:start',
  'recording:create',
  'broadcast:start',
  'voice:transcribe',
  'read',
  'control',
  'files',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** 256 bits: a key of an organisation differs from one of a computer by its beginning. */
export const API_KEY_PATTERN = /^sd_live_[0-9a-f]{64}$/;
export const MAX_API_KEY_NAME_LENGTH = 120;

/** What the backend says of a key that may call. */
export const apiKeyAnswerSchema = z.object({
  keyId: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  expiresAtMs: z.number().nullable(),
  callsThisMonth: z.int().nonnegative(),
  /** null: unlimited. */
  callsPerMonth: z.int().nonnegative().nullable(),
});
export type ApiKeyAnswer = z.infer<typeof apiKeyAnswerSchema>;
