const PREFIXES = ['sb-', 'supabase.'];
/** Waits for the link of a mail: kept where only a session was missing. */
const VERIFIER = '-code-verifier';

/** Removes all that supabase-js keeps in this browser, and the session storage. */
export function wipeStoredKeys({
  storage,
  clearSessionStorage,
  keepsVerifier = false,
}: {
  storage: Storage;
  clearSessionStorage: () => void;
  keepsVerifier?: boolean;
}): void {
  for (const key of Object.keys(storage)) {
    const isOurs = PREFIXES.some((prefix) => key.startsWith(prefix));
    if (isOurs && !(keepsVerifier && key.endsWith(VERIFIER))) storage.removeItem(key);
  }
  clearSessionStorage();
}

/** Whether a key holds a session of supabase-js. */
export const isSessionKey = (key: string | null): boolean => key !== null && /^sb-.+-auth-token$/.test(key);
