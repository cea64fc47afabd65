import { describe, expect, it } from 'vitest';
import { judgeTake, type TakeFacts, type TrackFacts } from './takeCertificate.ts';

const TRACK: TrackFacts = {
  name: 'Voice',
  framesExpected: 480_000,
  framesDecoded: 480_000,
  problem: null,
  gapCount: 0,
  missingFrames: 0,
  clippedSamples: 0,
  truePeakDb: -3,
  driftPpm: 40,
};
const take = (track: Partial<TrackFacts> = {}, facts: Partial<TakeFacts> = {}): TakeFacts => ({
  sampleRate: 48_000,
  tracks: [{ ...TRACK, ...track }],
  missedDeadlines: 0,
  endMessage: null,
  isRecovered: false,
  ...facts,
});

describe('the judgement of a take', () => {
  it('is green where nothing is wrong', () => {
    expect(judgeTake(take())).toEqual({ grade: 'green', reasons: [] });
  });

  it('is amber for what should be listened to', () => {
    for (const facts of [
      take({ gapCount: 2, missingFrames: 4800 }),
      take({ clippedSamples: 1 }),
      take({ framesDecoded: 479_000 }),
      take({ driftPpm: -900 }),
      take({}, { missedDeadlines: 3 }),
      take({}, { isRecovered: true }),
      take({}, { endMessage: 'The disk was full.' }),
    ]) {
      const { grade, reasons } = judgeTake(facts);
      expect(grade).toBe('amber');
      expect(reasons).toHaveLength(1);
    }
  });

  it('is red where sound is lost, with that reason first', () => {
    expect(judgeTake(take({ framesDecoded: null, problem: 'cut short' })).reasons[0]).toContain('cut short');
    expect(judgeTake(take({ framesDecoded: 1000 })).grade).toBe('red');
    expect(judgeTake(take({ missingFrames: 96_000, gapCount: 1 })).grade).toBe('red');
    expect(judgeTake(take({}, { tracks: [] })).grade).toBe('red');
    const both = judgeTake(take({ clippedSamples: 2, missingFrames: 96_000, gapCount: 1 }));
    expect(both.reasons[0]).toContain('did not arrive');
    expect(both.reasons[1]).toContain('clipped');
  });
});
