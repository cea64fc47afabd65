import { createContext, use, useSyncExternalStore } from 'react';
import {
  forgetOldConsent,
  holdsAt,
  onConsentChanged,
  readConsent,
  writeConsent,
  type Consent,
  type ConsentGroup,
} from '../../lib/consent.ts';
import { followConsent } from '../../lib/language.ts';
import { unkeepReferral } from '../../lib/referral.ts';

/** What is known of the visitor's decision. */
interface Decision {
  /** Null where nothing was decided. */
  consent: Consent | null;
  /** Whether the browser kept the last decision; where it did not, nothing optional is on. */
  isKept: boolean;
}

const UNKNOWN: Decision = { consent: null, isKept: true };
/** How often a page that stays open looks whether the answer still holds. */
const LOOK_EVERY_MS = 3_600_000;
let decision: Decision | null = null;
const listeners = new Set<() => void>();

/** The decision in this browser, and each change of it. */
export function useConsent(): Decision {
  return useSyncExternalStore(subscribe, current, () => UNKNOWN);
}

/** Keeps what the visitor decided; what was kept with a consent that is taken back goes at once. */
export function decide(groups: Pick<Consent, ConsentGroup>): void {
  const consent = { ...groups, decidedAtMs: Date.now() };
  try {
    writeConsent(localStorage, consent);
    decision = { consent, isKept: true };
  } catch {
    // The browser keeps nothing, so that nothing optional may be on; the page says so.
    decision = { consent: null, isKept: false };
  }
  followConsent();
  if (!groups.preferences) unkeepReferral(localStorage);
  for (const listener of listeners) listener();
}

function current(): Decision {
  if (decision?.consent && !holdsAt(decision.consent, Date.now())) decision = null;
  decision ??= read();
  return decision;
}

/** What was kept with an answer that is over goes with it. */
function read(): Decision {
  if (forgetOldConsent(localStorage)) {
    followConsent();
    unkeepReferral(localStorage);
  }
  return { consent: readConsent(localStorage), isKept: true };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const reread = () => {
    decision = read();
    listener();
  };
  // Decided in another tab.
  const onStorage = () => reread();
  addEventListener('storage', onStorage);
  const stop = onConsentChanged(reread);
  const timer = setInterval(listener, LOOK_EVERY_MS);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
    removeEventListener('storage', onStorage);
    stop();
  };
}

/** Opens the dialog of this page. */
export const ConsentDialogContext = createContext<() => void>(() => undefined);
export const useConsentDialog = (): (() => void) => use(ConsentDialogContext);
