import { describe, expect, it } from 'vitest';
import { clockDifferenceSec, formatTimecode, nearestTimecodeRate } from './timecode.ts';

describe('timecode', () => {
  it('counts whole frames', () => {
    expect(formatTimecode(10 * 3600 + 20 * 60 + 30.2, 25)).toBe('10:20:30:05');
    expect(formatTimecode(86_400 + 1, 30)).toBe('00:00:01:00');
    expect(formatTimecode(-1, 24)).toBe('23:59:59:00');
  });

  it('leaves out two numbers a minute with drop-frame counting, but every tenth', () => {
    const at = (frame: number) => formatTimecode((frame * 1001) / 30_000, 30_000 / 1001, true);
    expect(at(1799)).toBe('00:00:59;29');
    expect(at(1800)).toBe('00:01:00;02');
    expect(at(17_981)).toBe('00:09:59;29');
    expect(at(17_982)).toBe('00:10:00;00');
    expect(at(107_892)).toBe('01:00:00;00');
  });

  it('knows the rate next to a measured one', () => {
    expect(nearestTimecodeRate(29.9695)).toBe(30_000 / 1001);
    expect(nearestTimecodeRate(25.001)).toBe(25);
  });

  it('says what is later across midnight', () => {
    expect(clockDifferenceSec(86_399, 1)).toBe(2);
    expect(clockDifferenceSec(1, 86_399)).toBe(-2);
    expect(clockDifferenceSec(100, 160)).toBe(60);
  });
});
