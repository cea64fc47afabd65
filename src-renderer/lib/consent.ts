/** Groups that wait for consent: document 3, section 2.12. */
export const CONSENT_GROUPS = ['preferences', 'analytics'] as const;
export type ConsentGroup = (typeof CONSENT_GROUPS)[number];

export type Consent = Record<ConsentGroup, boolean> & { decidedAtMs: number };

const KEY = 'sounddesk-consent';

/** What was agreed to in this browser; null where nothing was decided or what is kept can't be read: no consent. */
export function readConsent(storage: Storage): Consent | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isConsent(kept) ? kept : null;
  } catch {
    // Closed storage or a damaged entry: only what is read without doubt is consent.
    return null;
  }
}

/** By hand: every public page asks, and a schema would bring 27 kB of zod with it. */
function isConsent(kept: unknown): kept is Consent {
  if (typeof kept !== 'object' || kept === null) return false;
  const entries = new Map(Object.entries(kept));
  return (
    CONSENT_GROUPS.every((group) => typeof entries.get(group) === 'boolean') &&
    typeof entries.get('decidedAtMs') === 'number'
  );
}

/** Keeps a decision. Throws where the browser keeps nothing. */
export function writeConsent(storage: Storage, consent: Consent): void {
  storage.setItem(KEY, JSON.stringify(consent));
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Hears of each decision on this page, so that what was allowed ends when it no longer is; returns the end of listening. */
export function onConsentChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
