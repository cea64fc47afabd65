import { describe, expect, it, vi } from 'vitest';
import type { LiveLevels } from '../../../src-shared/contract/engine.ts';
import { createLevelsFeed } from './levelsFeed.ts';
import { mapReductions } from '../../../src-shared/domain/stripEffects.ts';

function levels(latencyMs: number): LiveLevels {
  return {
    inputPeakDb: -10,
    inputRmsDb: -20,
    outputPeakDb: -12,
    outputRmsDb: -22,
    noiseLevelDb: -50,
    reductionDb: 20,
    speechProbability: 0.5,
    latencyMs,
    latencyP50Ms: latencyMs,
    latencyP99Ms: latencyMs,
    monitorLatencyMs: null,
    framesProcessed: 1,
    framesMissed: 0,
    dspLoad: 0.1,
    ...mapReductions(() => 0),
    inputClips: 0,
    outputClips: 0,
    outputLufsMomentary: null,
  };
}

function createFeed() {
  let measured: ((payload: LiveLevels) => void) | null = null;
  let frames: (() => void)[] = [];
  let nowMs = 0;
  const client = {
    subscribe: (_name: string, listener: (payload: never) => void) => {
      measured = listener as (payload: LiveLevels) => void;
      return () => (measured = null);
    },
  };
  const feed = createLevelsFeed(client, {
    requestFrame: (callback) => void frames.push(callback),
    nowMs: () => nowMs,
  });
  return {
    feed,
    measure: (latencyMs: number) => measured?.(levels(latencyMs)),
    isListening: () => measured !== null,
    frame: (atMs: number) => {
      nowMs = atMs;
      const due = frames;
      frames = [];
      due.forEach((callback) => callback());
    },
  };
}

describe('levels feed', () => {
  it('listens to the host only while somebody listens here', () => {
    const { feed, isListening } = createFeed();
    expect(isListening()).toBe(false);
    const first = feed.subscribe(vi.fn());
    const second = feed.subscribeToText(vi.fn());
    expect(isListening()).toBe(true);
    first();
    expect(isListening()).toBe(true);
    second();
    expect(isListening()).toBe(false);
  });

  it('announces once a frame, however often is measured', () => {
    const { feed, measure, frame } = createFeed();
    const listener = vi.fn();
    feed.subscribe(listener);
    feed.setSession(1);
    frame(0);
    listener.mockClear();
    measure(1);
    measure(2);
    frame(16);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(feed.read()?.latencyMs).toBe(2);
    expect(feed.readLatencyHistory()).toEqual([1, 2]);
  });

  it('changes text at once at first, then five times a second', () => {
    const { feed, measure, frame } = createFeed();
    feed.subscribeToText(vi.fn());
    feed.setSession(1);
    measure(1);
    frame(10);
    expect(feed.readForText()?.latencyMs).toBe(1);
    measure(2);
    frame(100);
    expect(feed.readForText()?.latencyMs).toBe(1);
    measure(3);
    frame(210);
    expect(feed.readForText()?.latencyMs).toBe(3);
  });

  it('forgets with the session, and what comes late is not of the next one', () => {
    const { feed, measure, frame } = createFeed();
    feed.subscribeToText(vi.fn());
    feed.setSession(1);
    measure(1);
    frame(10);
    feed.setSession(null);
    measure(2);
    frame(20);
    expect(feed.read()).toBeNull();
    expect(feed.readForText()).toBeNull();
    expect(feed.readLatencyHistory()).toEqual([]);
  });
});
