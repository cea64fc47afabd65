import { CONSENT_KEPT_MS } from '../../src-shared/domain/retention.ts';

/** Groups that wait for consent: document 3, section 2.12. */
export const CONSENT_GROUPS = ['preferences', 'analytics'] as const;
export type ConsentGroup = (typeof CONSENT_GROUPS)[number];

export type Consent = Record<ConsentGroup, boolean> & { decidedAtMs: number };

const KEY = 'sounddesk-consent';
/** A clock may be this far ahead of the one that a decision was made by. */
const CLOCK_AHEAD_MS = 86_400_000;

/**
 * What was agreed to in this browser; null where nothing was decided within a year, or where what is kept can't be read: no
 * consent.
 */
export function readConsent(storage: Storage, nowMs = Date.now()): Consent | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isConsent(kept) && holdsAt(kept, nowMs) ? kept : null;
  } catch {
    // Closed storage or a damaged entry: only what is read without doubt is consent.
    return null;
  }
}

/** An answer is asked for again after a year; one of a time to come was not given. */
export const holdsAt = ({ decidedAtMs }: Consent, nowMs: number): boolean =>
  nowMs < decidedAtMs + CONSENT_KEPT_MS && decidedAtMs <= nowMs + CLOCK_AHEAD_MS;

/** Removes an answer that holds no more, or that cannot be read; true where there was one. */
export function forgetOldConsent(storage: Storage, nowMs = Date.now()): boolean {
  try {
    if (storage.getItem(KEY) === null || readConsent(storage, nowMs) !== null) return false;
    storage.removeItem(KEY);
    return true;
  } catch {
    // Closed storage keeps nothing.
    return false;
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
