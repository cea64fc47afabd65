import { describe, expect, it } from 'vitest';
import type { EncodedFrame } from './encoderMessages.ts';
import { addDelivery, inCalls, type Delivery } from './videoEncoding.ts';

const frame = (atMs: number, sizeBytes = 10): EncodedFrame => ({
  atMs,
  isKey: false,
  bytes: new Uint8Array(sizeBytes),
  droppedBefore: 0,
});
const sent = (from: number, count: number, framesDropped = 0): Delivery => ({
  kind: 'frames',
  frames: Array.from({ length: count }, (_, index) => frame(from + index)),
  framesDropped,
  stillMs: 0,
});
const TRACK = { kind: 'track', codec: 'vp8', codecPrivate: null, width: 640, height: 360 } as const;

describe('what an encoder has made while its sink is busy', () => {
  it('waits for one call, in its order and with the newest sum of what was dropped', () => {
    const waiting: Delivery[] = [];
    addDelivery(waiting, TRACK);
    for (let tick = 0; tick < 50; tick += 1) addDelivery(waiting, sent(6 * tick, 6, tick));
    addDelivery(waiting, { kind: 'ended', framesDropped: 50, reason: 'asked' });
    expect(waiting.map(({ kind }) => kind)).toEqual(['track', 'frames', 'ended']);
    const [, frames] = waiting;
    expect(frames).toMatchObject({ framesDropped: 49 });
    expect(frames?.kind === 'frames' && frames.frames.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 300 }, (_, index) => index),
    );
  });

  it('is no larger a call than a host takes', () => {
    const calls = inCalls([...Array(700).keys()].map((at) => frame(at)));
    expect(calls.map(({ length }) => length)).toEqual([200, 200, 200, 100]);
    expect(calls.flat().map(({ atMs }) => atMs)).toEqual([...Array(700).keys()]);
    expect(inCalls([frame(0, 900_000), frame(1, 900_000)]).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is a call with nothing in it where there is nothing: the page is there', () => {
    expect(inCalls([])).toEqual([[]]);
  });
});
