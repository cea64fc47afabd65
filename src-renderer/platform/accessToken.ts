/**
 * The token that lets this page talk to the headless host.
 *
 * It comes in the fragment of the address that SoundDesk prints, which browsers never send to a
 * server, and is taken out of the address bar and the history at once. It is kept in
 * sessionStorage alone: gone with the tab, and never left on disk for whatever program listens on
 * the same port tomorrow. Another tab of the same origin may ask an open one for it.
 */
const STORAGE_KEY = 'sounddesk.token';
const CHANNEL_NAME = 'sounddesk.token';
const ANSWER_TIMEOUT_MS = 200;
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

/** The token of this tab, else that of another open tab, else undefined. */
export async function findAccessToken(): Promise<string | undefined> {
  const own = sessionStorage.getItem(STORAGE_KEY);
  if (own !== null) return own;
  const others = await askOtherTabs();
  if (others !== undefined) sessionStorage.setItem(STORAGE_KEY, others);
  return others;
}

/** Empties sessionStorage but for this token: it is the page's way to its host, not the user's session. */
export function clearSessionStorage(): void {
  const token = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.clear();
  if (token !== null) sessionStorage.setItem(STORAGE_KEY, token);
}

/** Answers other tabs that ask; returns the end of it. */
export function answerOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const token = sessionStorage.getItem(STORAGE_KEY);
    if (data === 'ask' && token !== null) channel.postMessage({ token });
  };
  return () => channel.close();
}

function askOtherTabs(): Promise<string | undefined> {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  return new Promise((resolve) => {
    const settle = (token: string | undefined) => {
      clearTimeout(timer);
      channel.close();
      resolve(token);
    };
    const timer = setTimeout(() => settle(undefined), ANSWER_TIMEOUT_MS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const token = (data as { token?: unknown } | null)?.token;
      if (typeof token === 'string' && TOKEN_PATTERN.test(token)) settle(token);
    };
    channel.postMessage('ask');
  });
}
