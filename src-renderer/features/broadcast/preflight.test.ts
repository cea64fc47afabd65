import { describe, expect, it } from 'vitest';
import { preflight, type PreflightFacts } from './preflight.ts';

const READY: PreflightFacts = {
  sourceCount: 1,
  sound: -18,
  quality: '720p30',
  probe: { quality: '720p30', isSupported: true, isHardware: false, encodedFps: 90 },
  freeBytes: 50e9,
  destinations: [
    { id: 'a', name: 'A', isEnabled: true, hasKey: true },
    { id: 'b', name: 'B', isEnabled: true, hasKey: false },
    { id: 'c', name: 'C', isEnabled: false, hasKey: false },
  ],
  isMultiStream: false,
  speeds: {},
};

const grades = (facts: Partial<PreflightFacts>) =>
  preflight({ ...READY, ...facts }).map(({ kind, grade }) => `${kind} ${grade}`);

describe('what is looked at before going live', () => {
  it('is all well, and of single streams the first destination alone counts', () => {
    expect(grades({})).toEqual([
      'sources good',
      'sound good',
      'encoder good',
      'destinations good',
      'speed wait',
      'disk good',
    ]);
  });

  it('names each destination without a key', () => {
    const rows = preflight({ ...READY, isMultiStream: true });
    expect(rows).toContainEqual({ kind: 'destinations', grade: 'good', count: 1 });
    expect(rows).toContainEqual({ kind: 'missingKey', grade: 'bad', id: 'b', name: 'B' });
    expect(grades({ destinations: [] })).toContain('destinations bad');
  });

  it('warns of an empty frame, of silence and of a full disk', () => {
    expect(grades({ sourceCount: 0, sound: 'none', freeBytes: 5e8 })).toEqual([
      ...['sources warn', 'noSound warn', 'encoder good', 'destinations good', 'speed wait', 'disk warn'],
    ]);
    expect(grades({ sound: -90 })).toContain('sound warn');
    expect(grades({ sound: null, freeBytes: null })).toEqual(
      expect.arrayContaining(['sound wait', 'disk wait']),
    );
  });

  it('separates an encoder that is missing from one that is too slow, and measures each quality again', () => {
    const probe = { quality: '720p30', isSupported: true, isHardware: false } as const;
    expect(grades({ probe: { ...probe, encodedFps: 20 } })).toContain('encoder warn');
    // Enough for the encoder alone, and for nothing beside it.
    expect(grades({ probe: { ...probe, encodedFps: 40 } })).toContain('encoder warn');
    expect(grades({ probe: { ...probe, isSupported: false, encodedFps: null } })).toContain('encoder bad');
    expect(grades({ quality: '1080p30' })).toContain('encoder wait');
  });

  it('says what was measured on the way to a destination, for this quality alone', () => {
    const speedOf = (facts: Partial<PreflightFacts>) =>
      grades(facts).filter((grade) => grade.startsWith('speed'));
    const measured = { kind: 'measured', way: 'twitchTest', kbps: 2400, wantedKbps: 3160 } as const;
    const of = (test: PreflightFacts['speeds'][string]['test']) => ({
      speeds: { a: { quality: '720p30' as const, test } },
    });
    expect(speedOf(of('measuring'))).toEqual(['speed wait']);
    expect(speedOf(of({ ...measured, isEnough: true }))).toEqual(['speed good']);
    expect(speedOf(of({ ...measured, isEnough: false }))).toEqual(['speed warn']);
    expect(speedOf(of({ kind: 'answered', inMs: 20 }))).toEqual(['speed good']);
    expect(speedOf(of({ kind: 'failed', message: 'Refused.' }))).toEqual(['speed bad']);
    expect(speedOf({ ...of({ kind: 'answered', inMs: 20 }), quality: '1080p30' })).toEqual(['speed wait']);
  });
});
