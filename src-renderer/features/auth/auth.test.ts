import { describe, expect, it } from 'vitest';
import { shownAuthMessage } from './authTexts.ts';
import { modeOf } from './authMode.ts';
import { addressWithoutLink, readMailLink } from './mailLink.ts';
import { trialDaysLeft } from './planApi.ts';
import { cameByMail } from './session.ts';
import { isSessionKey } from './storedKeys.ts';

describe('messages of the auth server', () => {
  it.each([
    ['Invalid login credentials', 'Invalid email or password. Please try again.'],
    ['Email not confirmed', 'Please check your email and click the confirmation link.'],
    ['User already registered', 'An account with this email already exists.'],
    ['Password should be at least 6 characters.', 'Password must be at least 6 characters long.'],
    ['Signups are closed', 'Signups are closed'],
    ['', 'An unexpected error occurred. Please try again.'],
    ['{}', 'An unexpected error occurred. Please try again.'],
    [null, 'An unexpected error occurred. Please try again.'],
  ])('%j reads %j', (source, shown) => {
    expect(shownAuthMessage(source)).toBe(shown);
  });
});

describe('an address of the sign-in page', () => {
  it.each([
    ['', '', 'signin'],
    ['?mode=signup', '', 'signup'],
    ['?mode=forgot', '', 'forgot'],
    ['?mode=other', '', 'signin'],
    ['?mode=reset', '', 'reset'],
    ['?type=recovery', '', 'reset'],
    ['', '#type=recovery', 'reset'],
  ])('%s%s opens %s', (search, hash, mode) => {
    expect(modeOf({ search, hash })).toBe(mode);
  });

  it('gives its link away once, and stays a reset', () => {
    const address = { pathname: '/auth', search: '', hash: '#access_token=a&refresh_token=b&type=recovery' };
    expect(readMailLink(address)).toEqual({ kind: 'tokens', accessToken: 'a', refreshToken: 'b' });
    expect(addressWithoutLink(address)).toBe('/auth?mode=reset');
    expect(readMailLink({ search: '?code=c', hash: '' })).toEqual({ kind: 'code', code: 'c' });
    expect(readMailLink({ search: '', hash: '#error=x&error_description=It+is+over' })).toEqual({
      kind: 'refused',
      reason: 'It is over',
    });
    expect(readMailLink({ search: '?mode=reset', hash: '#token=t' })).toBeNull();
  });
});

describe('a session', () => {
  const token = (amr: unknown) => `h.${btoa(JSON.stringify({ amr })).replaceAll('=', '')}.s`;

  it('says whether it began with a mail', () => {
    expect(cameByMail(token([{ method: 'otp' }]))).toBe(true);
    expect(cameByMail(token([{ method: 'recovery' }]))).toBe(true);
    expect(cameByMail(token([{ method: 'password' }]))).toBe(false);
    expect(cameByMail(token(undefined))).toBe(false);
    expect(cameByMail('nonsense')).toBe(false);
  });

  it('is kept under a key of its own', () => {
    expect(isSessionKey('sb-127-auth-token')).toBe(true);
    expect(isSessionKey('sb-127-auth-token-code-verifier')).toBe(false);
    expect(isSessionKey(null)).toBe(false);
  });
});

describe('days of a trial', () => {
  const plan = { planId: 'professional', status: 'trialing', trialEndsAt: '2026-01-15T00:00:00Z' };
  const at = (iso: string) => trialDaysLeft(plan, Date.parse(iso));

  it('count the begun one', () => {
    expect(at('2026-01-01T00:00:00Z')).toBe(14);
    expect(at('2026-01-14T23:59:59Z')).toBe(1);
    expect(at('2026-01-16T00:00:00Z')).toBe(0);
  });

  it('are none without a trial', () => {
    expect(trialDaysLeft({ ...plan, status: 'expired' }, 0)).toBeNull();
  });
});
