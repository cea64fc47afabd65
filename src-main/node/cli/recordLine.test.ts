import { describe, expect, it } from 'vitest';
import type { CaptureLevels } from '../../../src-shared/contract/capture.ts';
import type { TakeProgress } from '../../../src-shared/contract/recording.ts';
import { createRecordLine, formatRecordLine } from './recordLine.ts';

const progress = (changes: Partial<TakeProgress> = {}): TakeProgress => ({
  recordedSec: 724,
  isPaused: false,
  bytesWritten: 0,
  secondsLeft: 5600,
  gaps: 0,
  missingFrames: 0,
  clockDriftMs: 0,
  ...changes,
});
const levels = (peaksDb: number[]) =>
  ({
    channels: peaksDb.map((inputPeakDb, index) => ({ id: `c${index}`, levels: { inputPeakDb } })),
  }) as unknown as CaptureLevels;
const channels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `Guest ${index}` }));

describe('the line of a running recording', () => {
  it('shows the time, every channel and what is left', () => {
    const state = { progress: progress(), levels: levels([-12, -60]), channels: channels(2) };
    expect(formatRecordLine(state, 120)).toBe(
      '● 12:04  Guest 0 ██████░░ -12  Guest 1 ░░░░░░░░   –  93 min left',
    );
  });

  it('shows gaps, a pause, and the last seconds', () => {
    const state = { progress: progress({ gaps: 2, isPaused: true, secondsLeft: 61 }), levels: null };
    expect(formatRecordLine({ ...state, channels: channels(1) }, 120)).toBe(
      '‖ 12:04  Guest 0 ░░░░░░░░   –  2 gaps  61 s left',
    );
  });

  it('fits 32 channels into a narrow terminal', () => {
    const state = { progress: progress(), levels: levels([-60, -30, 0]), channels: channels(32) };
    const line = formatRecordLine(state, 79);
    expect(line).toBe(`● 12:04  ▁▅█${'▁'.repeat(29)}  93 min left`);
    expect(formatRecordLine(state, 20)).toHaveLength(20);
  });

  it('is not drawn where it would only be noise', () => {
    const written: string[] = [];
    const line = createRecordLine({ write: (text) => written.push(text) });
    line.update({ progress: progress(), levels: null, channels: [] }, 1000);
    line.clear();
    expect(written).toEqual([]);
  });
});
