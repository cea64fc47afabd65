import { z } from 'zod';

/** Groups that wait for consent: document 3, section 2.12. */
export const CONSENT_GROUPS = ['preferences', 'analytics'] as const;
export type ConsentGroup = (typeof CONSENT_GROUPS)[number];

const consentSchema = z.object({
  preferences: z.boolean(),
  analytics: z.boolean(),
  decidedAtMs: z.number(),
});
export type Consent = z.infer<typeof consentSchema>;

const KEY = 'sounddesk-consent';

/** What was agreed to in this browser; null where nothing was decided or what is kept can't be read: no consent. */
export function readConsent(storage: Storage): Consent | null {
  try {
    return consentSchema.parse(JSON.parse(storage.getItem(KEY) ?? 'null'));
  } catch {
    // Closed storage or a damaged entry: only what is read without doubt is consent.
    return null;
  }
}

/** Keeps a decision. Throws where the browser keeps nothing. */
export function writeConsent(storage: Storage, consent: Consent): void {
  storage.setItem(KEY, JSON.stringify(consent));
}
