import { describe, expect, it } from 'vitest';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import { arrangeMeetings, type MeetingSorting } from './meetingOrder.ts';
import type { RecordedMeeting } from './useRecorded.ts';

function row(
  startedAtMs: number,
  name: string,
  changes: Partial<Meeting> & { durationSec?: number } = {},
): RecordedMeeting {
  const { durationSec = 0, ...known } = changes;
  return {
    meeting: { takeId: name, title: name, platform: 'zoom', participants: 0, ...known },
    take: {
      id: name,
      name,
      status: 'finished',
      problem: null,
      startedAtMs,
      durationSec,
      trackCount: 1,
      tracks: { audio: 1, video: 0, screen: 0, mix: 0 },
      sizeBytes: 1,
      grade: null,
      sound: { system: false, microphone: true },
    },
  };
}

describe('the recorded meetings', () => {
  const meetings = [
    row(1, 'Week 10', { participants: 3, durationSec: 9, platform: 'webex' }),
    row(2, 'Week 9', { participants: 7, durationSec: 5, platform: 'google-meet' }),
    row(3, 'Interview', { participants: 3, durationSec: 7 }),
  ];
  const names = (query: string, key: MeetingSorting['key'], isAscending: boolean) =>
    arrangeMeetings(meetings, query, { key, isAscending }).map(({ take }) => take.name);

  it.each([
    ['date', false, ['Interview', 'Week 9', 'Week 10']],
    // Numbers in names are numbers.
    ['meeting', true, ['Interview', 'Week 9', 'Week 10']],
    ['platform', true, ['Week 9', 'Week 10', 'Interview']],
    ['duration', true, ['Week 9', 'Interview', 'Week 10']],
    // Of equals the newest first.
    ['participants', false, ['Week 9', 'Interview', 'Week 10']],
    ['participants', true, ['Interview', 'Week 10', 'Week 9']],
  ] as const)('are sorted by %s', (key, isAscending, wanted) => {
    expect(names('', key, isAscending)).toEqual(wanted);
  });

  it('are found by all words of their names', () => {
    expect(names(' 9 WEEK ', 'date', false)).toEqual(['Week 9']);
    expect(names('choir', 'date', false)).toEqual([]);
  });
});
