import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ThunkExtra } from '../../platform/thunkExtra.ts';
import { signIn, signUp } from './accountThunks.ts';

const calls: string[] = [];
const session = { user: { id: 'one' } };
/** What the thunks ask of the auth client; the real one is in `tests/e2e/accounts.test.ts`. */
const auth = {
  getSession: () => answer('getSession', { session }),
  signOut: () => answer('signOut', null),
  signInWithPassword: () => answer('signInWithPassword', { session }),
  signUp: () => answer('signUp', { session }),
};
const extra = { backend: { supabase: { auth } } } as unknown as ThunkExtra;

function answer(name: string, data: unknown): Promise<unknown> {
  calls.push(name);
  return Promise.resolve({ data, error: null });
}

beforeEach(() => {
  calls.length = 0;
  const kept = { getItem: () => null, removeItem: () => undefined, setItem: () => undefined, length: 0 };
  vi.stubGlobal('localStorage', kept);
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('leaves the session before when somebody signs in', async () => {
  const entered = signIn({ email: 'one@example.com', password: 'secret' })(vi.fn(), vi.fn(), extra);
  await vi.runAllTimersAsync();
  expect((await entered).payload).toBe('signedIn');
  expect(calls).toEqual(['getSession', 'signOut', 'signInWithPassword']);
});

it('waits half a second after a sign-up', async () => {
  let isOver = false;
  const entered = signUp({ name: 'One', email: 'one@example.com', password: 'secret' })(
    vi.fn(),
    vi.fn(),
    extra,
  );
  void entered.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(499);
  expect([calls, isOver]).toEqual([['signUp'], false]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await entered).payload).toBe('signedIn');
});
