import { describe, expect, it } from 'vitest';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { personOf } from '../auth/index.ts';
import { partOfDay } from './partOfDay.ts';
import { elapsedSecAt } from './SessionTimer.tsx';

describe('part of the day', () => {
  it.each([
    [4, 'evening'],
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %d is %s', (hour, part) => {
    expect(partOfDay(hour)).toBe(part);
  });
});

describe('name in the greeting', () => {
  it('is the name that was given at sign-up, else the part of the e-mail before the at sign', () => {
    const account = {
      kind: 'signedIn',
      workspaceName: 'Studio',
      userId: '1',
      email: 'maria@example.com',
      name: '',
      isSuperAdmin: false,
      isAdmin: false,
      cameByMail: false,
    } as const;
    expect(personOf({ ...account, name: 'Maria Silva' })?.shortName).toBe('Maria Silva');
    expect(personOf(account)).toEqual({
      shortName: 'maria',
      fullName: 'maria@example.com',
      label: 'Team Admin',
    });
  });

  it('is User where the machine has no name for its user', () => {
    expect(personOf({ kind: 'local', workspaceName: 'Personal', userName: '', reason: '' })?.shortName).toBe(
      'User',
    );
  });

  it('is nobody for who is signed out', () => {
    expect(personOf({ kind: 'signedOut' })).toBeNull();
  });
});

describe('session time', () => {
  const live = {
    startedAtMs: 0,
    elapsedSec: 60,
    inputDevice: { id: 'i', name: 'i' },
    outputDevice: { id: 'o', name: 'o' },
    monitorDevice: null,
    sampleRate: 48000,
    bufferFrames: 512,
    realtimePriority: { granted: true, reason: null },
    chain: DEFAULT_LIVE_CHAIN,
    listening: 'clean',
    presetId: null,
  } as const;
  const state = { process: 'running', restarts: 0, lastFailure: null, live } as const;

  it('counts on from what the host reported, from when it reported it', () => {
    expect(elapsedSecAt({ state, receivedAtMs: 1000 }, 3500)).toBe(62.5);
  });

  it('never runs backwards on a clock that was read earlier', () => {
    expect(elapsedSecAt({ state, receivedAtMs: 1000 }, 900)).toBe(60);
  });

  it('is zero where nothing runs', () => {
    expect(elapsedSecAt({ state: { ...state, live: null }, receivedAtMs: 1000 }, 3500)).toBe(0);
  });
});
