/**
 * The secret of the link that opened this page.
 *
 * It comes in the fragment of the address that SoundDesk prints, which browsers never send to a
 * server, and is taken out of the address bar and the history at once. It is kept in
 * sessionStorage, gone with the tab, until this browser is paired: then it is forgotten. It is
 * never sent to anybody, the host included: the page proves that it knows it.
 */
const STORAGE_KEY = 'sounddesk.token';
const TOKEN_PATTERN = /^[\w-]{16,200}$/;

/** Takes `#token=…` out of the address; true where there was one. Called before anything else. */
export function takeTokenFromAddress(): boolean {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (!TOKEN_PATTERN.test(token)) return false;
  sessionStorage.setItem(STORAGE_KEY, token);
  return true;
}

export const readToken = (): string | null => sessionStorage.getItem(STORAGE_KEY);

/** Whether a link has come that was not used yet. */
export const hasLink = (): boolean => readToken() !== null;

export const forgetToken = (): void => sessionStorage.removeItem(STORAGE_KEY);

/** Empties sessionStorage but for this token: it is the page's way to its host, not the user's session. */
export function clearSessionStorage(): void {
  const token = readToken();
  sessionStorage.clear();
  if (token !== null) sessionStorage.setItem(STORAGE_KEY, token);
}
