import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createHelix } from './twitch/helix.ts';
import { createLiveApi } from './youtube/liveApi.ts';
import { problemOf } from './platformErrors.ts';

const ACCESS = { clientId: 'ours', accessToken: 'token-1' };
const NOW_MS = 1_700_000_000_000;

/** Answers whatever is asked for with this. */
function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(text, { status, headers })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const askTwitch = () =>
  createHelix('https://api.test/helix/', () => NOW_MS)('users', {
    access: ACCESS,
    query: { id: 'a&b' },
    schema: z.object({ data: z.array(z.string()) }),
  });
const askYouTube = () =>
  createLiveApi('https://api.test/v3/')('videos', {
    access: ACCESS,
    query: { id: 'a' },
    schema: z.object({ items: z.array(z.string()) }),
  });
/** Which of our sentences a failure is, with its values. */
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => problemOf(error),
  );

describe('a question to a platform', () => {
  it('carries the token in its header alone, and follows no redirect', async () => {
    const fetched = answer(200, { data: ['x'] });
    expect(await askTwitch()).toEqual({ data: ['x'] });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toEqual(new URL('https://api.test/helix/users?id=a%26b'));
    expect(init).toMatchObject({
      redirect: 'error',
      headers: { authorization: 'Bearer token-1', 'client-id': 'ours' },
    });
  });

  it.each([
    [200, '<html>', 'accountFailed', { status: 200 }],
    [200, { data: 'none' }, 'accountFailed', { status: 200 }],
    [502, '<html>Bad Gateway</html>', 'accountFailed', { status: 502 }],
    [401, { status: 401, message: 'Invalid OAuth token' }, 'accountUnauthorized', {}],
    [403, { status: 403, message: 'Missing scope' }, 'accountForbidden', { reason: 'Missing scope' }],
    [400, 'nonsense', 'accountFailed', { status: 400 }],
  ])('of which Twitch says %s %j is %s', async (status, body, text, values) => {
    answer(status, body);
    expect(await refusalOf(askTwitch())).toEqual({ text, values: { platform: 'Twitch', ...values } });
  });

  it.each([
    [String(NOW_MS / 1000 + 12), 12],
    [String(NOW_MS / 1000 - 5), 30],
    ['soon', 30],
    [String(NOW_MS / 1000 + 9999), 300],
  ])('waits as long as Twitch says: %s', async (reset, seconds) => {
    answer(429, { message: 'Too Many Requests' }, { 'ratelimit-reset': reset });
    expect(await refusalOf(askTwitch())).toMatchObject({ text: 'accountTooMany', values: { seconds } });
  });

  it.each([
    [401, 'authError', 'accountUnauthorized'],
    [403, 'quotaExceeded', 'accountQuota'],
    [403, 'dailyLimitExceeded', 'accountQuota'],
    [403, 'rateLimitExceeded', 'accountTooMany'],
    [429, 'anything', 'accountTooMany'],
    [403, 'liveStreamingNotEnabled', 'accountNotEnabled'],
    [403, 'liveChatEnded', 'accountChatClosed'],
    [404, 'liveBroadcastNotFound', 'accountEnded'],
    [403, 'invalidTransition', 'accountNotLive'],
    [403, 'constructor', 'accountForbidden'],
    [500, 'backendError', 'accountFailed'],
  ])('of which YouTube says %s %s is %s', async (code, reason, text) => {
    answer(code, { error: { code, message: 'No <a href="x">way</a>', errors: [{ reason }] } });
    const problem = await refusalOf(askYouTube());
    expect(problem?.text).toBe(text);
    if (text === 'accountForbidden') expect(problem?.values.reason).toBe('No way');
  });

  it('says that the platform cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect(await refusalOf(askTwitch())).toEqual({
      text: 'accountUnreachable',
      values: { platform: 'Twitch' },
    });
  });
});
