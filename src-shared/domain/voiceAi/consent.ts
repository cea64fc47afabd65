import { z } from 'zod';

/** That a person agreed to a copy of their voice; it lies beside the sound in which they say so. */
export const consentSchema = z.object({
  schemaVersion: z.literal(1),
  voiceId: z.string(),
  speaker: z.string(),
  /** As it was shown to the speaker. */
  statement: z.string(),
  atMs: z.number(),
  /** SHA-256, hexadecimal, of the spoken consent and of the sample that was sent. */
  consentSha256: z.string(),
  sampleSha256: z.string(),
  /** Type of the sound of the consent, which lies beside this record. */
  soundType: z.string(),
});
export type Consent = z.infer<typeof consentSchema>;
