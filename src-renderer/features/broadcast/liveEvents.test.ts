import { describe, expect, it } from 'vitest';
import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import { changesBetween } from './liveEvents.ts';

type Health = NonNullable<BroadcastView['destinations'][number]['health']>;

const HEALTH: Health = {
  state: 'live',
  attempt: 0,
  nextTryInMs: null,
  openBytes: 0,
  lastAckAgeMs: 10,
  behindMs: 0,
  kbps: 3000,
  sentBytes: 1,
  acknowledgedBytes: 1,
  framesSent: 1,
  framesAcknowledged: 1,
  groupsSkipped: 0,
  framesSkipped: 0,
  packetsLost: 0,
  reconnects: 0,
  reason: null,
};

function view(
  health: Partial<Health> | null,
  soundFrom: 'engine' | 'silence' = 'engine',
  elapsedSec = 9,
): BroadcastView {
  return {
    state: 'live',
    isMultiStream: true,
    keysKeptIn: 'file',
    destinations: [
      {
        id: 'a',
        platform: 'custom',
        name: 'Hall',
        address: 'rtmp://hall.example/live',
        watchLink: null,
        usesAccount: false,
        catchesUp: true,
        isConstantRate: null,
        isEnabled: true,
        hasKey: true,
        health: health && { ...HEALTH, ...health },
      },
    ],
    live: {
      title: 'T',
      description: '',
      quality: '720p30',
      elapsedSec,
      feed: 1,
      framesMade: 30,
      framesHeld: 0,
      isMuted: false,
      soundFrom,
      soundProblem: null,
    },
    interrupted: null,
  };
}

const idle: BroadcastView = { ...view(null), state: 'idle', live: null };

describe('what happens while live', () => {
  it('begins with the start and the state of each destination', () => {
    expect(changesBetween(idle, view({ state: 'connecting' }))).toEqual([
      { kind: 'started' },
      { kind: 'destination', name: 'Hall', state: 'connecting', reason: null },
    ]);
  });

  it('says why a destination is connected again, and nothing where nothing has changed', () => {
    const reason = { failure: 'closed', message: 'The server closed the connection.' };
    expect(changesBetween(view({}), view({}))).toEqual([]);
    expect(changesBetween(view({}), view({ state: 'reconnecting', reason }))).toEqual([
      { kind: 'destination', name: 'Hall', state: 'reconnecting', reason: reason.message },
    ]);
    // What was wrong before is not said of one that is live again.
    expect(changesBetween(view({ state: 'connecting' }), view({ reason }))).toEqual([
      { kind: 'destination', name: 'Hall', state: 'live', reason: null },
    ]);
  });

  it('counts what was skipped, and says when the sound goes and comes', () => {
    expect(changesBetween(view({ groupsSkipped: 2 }), view({ groupsSkipped: 5 }, 'silence'))).toEqual([
      { kind: 'soundSilent' },
      { kind: 'skipped', name: 'Hall', groups: 3 },
    ]);
    expect(changesBetween(view({}, 'silence'), view({}))).toEqual([{ kind: 'soundBack' }]);
    // It comes a moment after the start.
    expect(changesBetween(view({}, 'silence', 0), view({}, 'engine', 1))).toEqual([]);
  });

  it('is nothing while nothing is live', () => {
    expect(changesBetween(view({}), idle)).toEqual([]);
  });
});
