import { describe, expect, it } from 'vitest';
import { judgeTake, type TakeFacts, type TrackFacts } from './takeCertificate.ts';

const TRACK: TrackFacts = {
  name: 'Voice',
  framesExpected: 480_000,
  framesDecoded: 480_000,
  problem: null,
  gaps: [],
  gapCount: 0,
  missingFrames: 0,
  dryFrames: 0,
  xruns: 0,
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
    expect(judgeTake(take())).toEqual({
      grade: 'green',
      condition: 'complete',
      summary: 'complete',
      summaryNote: { code: 'sumComplete', values: {} },
      missingSec: 0,
      reasons: [],
      notes: [],
    });
  });

  it('is amber for what should be listened to', () => {
    for (const facts of [
      take({ gapCount: 2, missingFrames: 4800 }),
      take({ clippedSamples: 1 }),
      take({ dryFrames: 480 }),
      take({ xruns: 1 }),
      take({ driftPpm: -900 }),
      take({}, { missedDeadlines: 3 }),
      take({}, { isRecovered: true }),
      take({}, { interruptions: [{ kind: 'sleep', atSec: 4, lengthSec: 60 }] }),
      take({}, { interruptions: null }),
      take({}, { endMessage: 'The disk was full.' }),
    ]) {
      const { grade, reasons } = judgeTake(facts);
      expect(grade).toBe('amber');
      expect(reasons).toHaveLength(1);
    }
  });

  it.each([
    ['standstill', 'complete with reported gaps: 3.2 s of silence where the computer froze'],
    ['device', 'complete with reported gaps: 3.2 s of silence where the device delivered nothing'],
    ['overflow', 'complete with reported gaps: 3.2 s of silence where the disk was too slow'],
  ] as const)('calls silence at reported places no damage, however long it is (%s)', (reason, summary) => {
    const gaps = [
      { missingFrames: 100, reason: 'late' },
      { missingFrames: 153_500, reason },
    ] as const;
    const judgement = judgeTake(take({ gaps, missingFrames: 153_600, gapCount: 2, clippedSamples: 2 }));
    expect(judgement).toMatchObject({ grade: 'amber', condition: 'gaps', summary, missingSec: 3.2 });
    expect(judgement.reasons[0]).toContain('Voice has 3.200 s of silence in 2 gaps');
    expect(judgement.reasons[1]).toContain('clipped');
  });

  it('says of a track for which nothing ever arrived that it is silent', () => {
    const gaps = [{ missingFrames: 480_000, reason: 'device' }] as const;
    const { reasons, condition } = judgeTake(take({ gaps, missingFrames: 480_000, gapCount: 1 }));
    expect(condition).toBe('gaps');
    expect(reasons).toEqual(['Voice is silent throughout: its device delivered nothing.']);
  });

  it('is red, and damaged, only where what was recorded cannot be read, with that reason first', () => {
    const unreadable = judgeTake(take({ framesDecoded: null, problem: 'cut short', clippedSamples: 1 }));
    expect(unreadable).toMatchObject({ grade: 'red', condition: 'damaged' });
    expect(unreadable.reasons[0]).toContain('cut short');
    expect(judgeTake(take({ framesDecoded: 479_000 })).condition).toBe('damaged');
    expect(judgeTake(take({}, { tracks: [] })).condition).toBe('damaged');
    const both = judgeTake(take({ framesDecoded: 1000, missingFrames: 96_000, gapCount: 1 }));
    expect(both.summary).toBe('damaged: something that was recorded cannot be read');
    expect(both.reasons[0]).toContain('shorter than its take');
  });
});
