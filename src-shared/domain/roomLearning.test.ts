import { describe, expect, it } from 'vitest';
import { learnRoom, MAX_ROOMS, UPDATE_FREQUENCIES } from './roomLearning.ts';

const DAY_MS = 86_400_000;
const heard = { deviceId: 'mic', thresholdDb: -50 };
const known = { mic: { thresholdDb: -60, learnedAtMs: 0 } };

describe('what is learned of a room', () => {
  it('is learned from the first session on a microphone, however often it is to be renewed', () => {
    for (const frequency of UPDATE_FREQUENCIES) {
      expect(learnRoom({}, heard, frequency, 5)).toEqual({ mic: { thresholdDb: -50, learnedAtMs: 5 } });
    }
  });

  it.each([
    ['Daily', 1],
    ['Weekly', 7],
    ['Monthly', 30],
  ] as const)('is renewed %s', (frequency, days) => {
    expect(learnRoom(known, heard, frequency, days * DAY_MS - 1)).toBe(known);
    expect(learnRoom(known, heard, frequency, days * DAY_MS)).toEqual({
      mic: { thresholdDb: -50, learnedAtMs: days * DAY_MS },
    });
  });

  it('stays by hand until it is forgotten', () => {
    expect(learnRoom(known, heard, 'Manual', 1000 * DAY_MS)).toBe(known);
  });

  it('is kept for so many microphones, the newest ones', () => {
    const many = Object.fromEntries(
      Array.from({ length: MAX_ROOMS }, (_, at) => [`mic-${at}`, { thresholdDb: -60, learnedAtMs: at }]),
    );
    const rooms = learnRoom(many, heard, 'Daily', 10 * DAY_MS);
    expect(Object.keys(rooms)).toHaveLength(MAX_ROOMS);
    expect(rooms).toHaveProperty('mic');
    expect(rooms).not.toHaveProperty('mic-0');
  });
});
