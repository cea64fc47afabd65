/** Where supabase-js keeps the session of a project. */
const SESSION_KEY = /^sb-.+-auth-token$/;

/**
 * Whether somebody has signed in here in this browser. The public pages load neither the store nor supabase-js; whether
 * the session still holds is found out by what needs it.
 */
export function isSignedInHere(storage: Storage): boolean {
  return Object.keys(storage).some((key) => SESSION_KEY.test(key));
}
