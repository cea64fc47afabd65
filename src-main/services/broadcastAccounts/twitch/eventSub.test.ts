import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followEventSub } from './eventSub.ts';

/** A socket that a test speaks through. */
class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  isClosed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.all.push(this);
  }

  say(kind: string, payload: unknown, id = crypto.randomUUID() as string): void {
    this.sayText(JSON.stringify({ metadata: { message_id: id, message_type: kind }, payload }));
  }

  sayText(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.dispatchEvent(new Event('close'));
  }
}

const welcome = { session: { id: 's1', keepalive_timeout_seconds: 10, reconnect_url: null } };
const note = (status: string) => ({ subscription: { type: 'channel.chat.message', status } });

let events: unknown[];
let subscribed: string[];
let ending: AbortController;

const follow = () =>
  followEventSub({
    url: 'wss://events.test/ws',
    subscribe: (id) => Promise.resolve(void subscribed.push(id)),
    onEvent: (type, event) => events.push([type, event]),
    signal: ending.signal,
  });
/** Why it ended, as a sentence of ours. */
const endOf = (following: Promise<void>) =>
  following.then(
    () => 'ended',
    (error: unknown) => (error as { details: { text: string } }).details.text,
  );
const newest = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  [events, subscribed, ending] = [[], [], new AbortController()];
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('events of Twitch', () => {
  it('are subscribed to after the welcome, heard once, and end with the signal', async () => {
    const end = endOf(follow());
    newest().say('session_welcome', welcome);
    expect(subscribed).toEqual(['s1']);
    newest().say('notification', { ...note('enabled'), event: { a: 1 } }, 'same');
    newest().say('notification', { ...note('enabled'), event: { a: 1 } }, 'same');
    newest().sayText('no JSON');
    newest().sayText('{"metadata":{}}');
    newest().say('something_new', {});
    expect(events).toEqual([['channel.chat.message', { a: 1 }]]);
    ending.abort();
    expect(await end).toBe('ended');
    expect(newest().isClosed).toBe(true);
  });

  it('move to another server without a gap, and are not subscribed to again', async () => {
    void endOf(follow());
    const first = newest();
    first.say('session_welcome', welcome);
    first.say('session_reconnect', { session: { id: 's1', reconnect_url: 'wss://other.test/ws' } });
    const second = newest();
    expect([second.url, first.isClosed]).toEqual(['wss://other.test/ws', false]);
    first.say('notification', { ...note('enabled'), event: 'still from the first' });
    second.say('session_welcome', { session: { ...welcome.session, id: 's2' } });
    expect(first.isClosed).toBe(true);
    second.say('notification', { ...note('enabled'), event: 'from the second' });
    expect(events.map((event) => (event as unknown[])[1])).toEqual([
      'still from the first',
      'from the second',
    ]);
    expect(subscribed).toEqual(['s1']);
    ending.abort();
  });

  it('are over when the server is silent for longer than it promised, and not before', async () => {
    const end = endOf(follow());
    newest().say('session_welcome', welcome);
    await vi.advanceTimersByTimeAsync(12_000);
    newest().say('session_keepalive', {});
    await vi.advanceTimersByTimeAsync(12_000);
    expect(newest().isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await end).toBe('accountUnreachable');
  });

  it.each([
    ['authorization_revoked', 'accountUnauthorized'],
    ['user_removed', 'accountUnauthorized'],
    ['version_removed', 'accountForbidden'],
  ])('are over when a subscription is revoked: %s', async (status, text) => {
    const end = endOf(follow());
    newest().say('session_welcome', welcome);
    newest().say('revocation', note(status));
    expect(await end).toBe(text);
  });

  it('are over when the connection is closed, or when Twitch refuses the subscription', async () => {
    const end = endOf(follow());
    newest().close();
    expect(await end).toBe('accountUnreachable');
    const refused = followEventSub({
      url: 'wss://events.test/ws',
      onEvent: () => undefined,
      signal: ending.signal,
      subscribe: () => Promise.reject(new Error('refused')),
    });
    newest().say('session_welcome', welcome);
    await expect(refused).rejects.toThrow('refused');
    expect(newest().isClosed).toBe(true);
  });
});
