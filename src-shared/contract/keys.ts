import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';

/** Whose keys there are: the speech of the voice studio, and its transcription and translation (document 1, section 1). */
export const KEY_PROVIDERS = ['elevenlabs', 'openai'] as const;
export const keyProviderSchema = z.enum(KEY_PROVIDERS);
export type KeyProvider = z.infer<typeof keyProviderSchema>;

/** Longer than any provider's, and short enough for every keychain. */
const MAX_KEY_LENGTH = 500;
const VISIBLE_LENGTH = 4;

export const keysStateSchema = z.object({
  /** A key is configured when it is not blank after trimming. The key itself never leaves the host. */
  keys: z.array(
    z.object({
      provider: keyProviderSchema,
      isConfigured: z.boolean(),
      /** Its last signs, to distinguish keys; null where none is configured, or it is too short to show any. */
      ending: z.string().max(VISIBLE_LENGTH).nullable(),
      /** Why a key that is kept cannot be read now, as a sentence. */
      problem: z.string().nullable(),
    }),
  ),
  keptIn: z.enum(['keychain', 'file', 'browser']),
});
export type KeysState = z.infer<typeof keysStateSchema>;

export const keysContract = {
  'keys.read': defineProcedure({ input: z.void(), output: keysStateSchema }),
  'keys.save': defineProcedure({
    input: z.strictObject({
      provider: keyProviderSchema,
      key: z
        .string()
        .trim()
        .min(1, 'Type a key.')
        .max(MAX_KEY_LENGTH)
        .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and no special signs.'),
    }),
    output: keysStateSchema,
    errors: ['KEYS_UNWRITABLE'],
  }),
  'keys.remove': defineProcedure({
    input: z.strictObject({ provider: keyProviderSchema }),
    output: keysStateSchema,
    errors: ['KEYS_UNWRITABLE'],
  }),
  'keys.onChanged': defineEvent({ payload: keysStateSchema, delivery: 'every' }),
};

/** The signs of a key that may be seen: none of one so short that they would give it away. */
export function endingOf(key: string): string | null {
  return key.length >= 3 * VISIBLE_LENGTH ? key.slice(-VISIBLE_LENGTH) : null;
}
