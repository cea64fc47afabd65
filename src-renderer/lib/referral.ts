/** Whose link somebody followed, until he signs up: in this page, and in this browser where he agreed to it. */
import { ATTRIBUTION_DAYS, isAffiliateCode } from '../../src-shared/domain/affiliate.ts';
import { readConsent } from './consent.ts';

const KEY = 'sounddesk.referral';
const BROWSER_KEY = 'sounddesk.affiliateBrowser';
const KEPT_MS = ATTRIBUTION_DAYS * 86_400_000;

export interface Referral {
  code: string;
  /** When the link was followed. */
  seenAtMs: number;
}

let followed: Referral | null = null;

/** A link was followed; the last one counts. Kept beyond this page only where that was agreed to. */
export function followReferral(code: string | null, storage: Storage, nowMs: number): void {
  if (code === null || !isAffiliateCode(code)) return;
  followed = { code, seenAtMs: nowMs };
  if (mayKeep(storage)) keepReferral(storage);
}

/** What is known now; null where no link was followed within 60 days. */
export function readReferral(storage: Storage, nowMs: number): Referral | null {
  const found = followed ?? readKept(storage);
  if (found && nowMs - found.seenAtMs <= KEPT_MS) return found;
  if (found) forgetReferral(storage);
  return null;
}

/** Called where the visitor agreed. Does nothing where the browser keeps nothing: the page still knows. */
export function keepReferral(storage: Storage): void {
  if (followed === null) return;
  try {
    storage.setItem(KEY, JSON.stringify(followed));
  } catch {
    // Closed storage: what is known ends with the page.
  }
}

export const isReferralKept = (storage: Storage): boolean => readKept(storage) !== null;

/** Consent was taken back: what this page knows stays with it. */
export function unkeepReferral(storage: Storage): void {
  followed ??= readKept(storage);
  remove(storage);
}

/** After sign-up, or where the visitor wants it. */
export function forgetReferral(storage: Storage): void {
  followed = null;
  remove(storage);
}

/** An id of this browser, made where an affiliate is signed in; null elsewhere. */
export function readAffiliateBrowser(storage: Storage): string | null {
  try {
    return storage.getItem(BROWSER_KEY);
  } catch {
    return null;
  }
}

/** The same, made where there is none. */
export function markAffiliateBrowser(storage: Storage): string | null {
  const known = readAffiliateBrowser(storage);
  if (known !== null) return known;
  try {
    const made = crypto.randomUUID();
    storage.setItem(BROWSER_KEY, made);
    return made;
  } catch {
    return null;
  }
}

function readKept(storage: Storage): Referral | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { code, seenAtMs } = kept as Record<string, unknown>;
    if (typeof code !== 'string' || !isAffiliateCode(code) || typeof seenAtMs !== 'number') return null;
    return { code, seenAtMs };
  } catch {
    // Closed storage or a damaged entry.
    return null;
  }
}

function remove(storage: Storage): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // Closed storage keeps nothing.
  }
}

function mayKeep(storage: Storage): boolean {
  try {
    return readConsent(storage)?.preferences ?? false;
  } catch {
    return false;
  }
}
