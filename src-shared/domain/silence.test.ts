import { describe, expect, it } from 'vitest';
import { hear, judgeHearing, NOTHING_HEARD } from './silence.ts';

const judge = (peaks: readonly number[]) => judgeHearing(peaks.reduce(hear, NOTHING_HEARD));
const times = (count: number, peakDb: number) => Array.from({ length: count }, () => peakDb);

describe('what a microphone hears', () => {
  it('is a voice as soon as it lasts', () => {
    expect(judge([...times(20, -60), ...times(6, -20)])).toBe('heard');
    expect(judge([...times(200, -60), ...times(6, -42)])).toBe('heard');
  });

  it('is no voice where the table is knocked on once', () => {
    expect(judge([...times(40, -60), -3, -10, ...times(40, -60)])).toBe('faint');
  });

  it('is not judged before somebody could speak', () => {
    expect(judge([])).toBe('waiting');
    expect(judge(times(74, -Infinity))).toBe('waiting');
  });

  it('is nothing where the microphone is off, and the room where it is another one', () => {
    expect(judge(times(75, -Infinity))).toBe('off');
    expect(judge(times(75, -120))).toBe('off');
    expect(judge(times(75, -70))).toBe('faint');
  });
});
