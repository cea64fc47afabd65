import { PLATFORM_NAMES } from '../../../src-shared/domain/meetings.ts';
import type { RecordedMeeting } from './useRecorded.ts';

type MeetingKey = 'meeting' | 'platform' | 'participants' | 'duration' | 'date';

export interface MeetingSorting {
  key: MeetingKey;
  isAscending: boolean;
}

const byText = (one: string, other: string) =>
  one.localeCompare(other, undefined, { numeric: true, sensitivity: 'base' });

const COMPARE: Record<MeetingKey, (one: RecordedMeeting, other: RecordedMeeting) => number> = {
  meeting: (one, other) => byText(one.take.name, other.take.name),
  platform: (one, other) =>
    byText(PLATFORM_NAMES[one.meeting.platform], PLATFORM_NAMES[other.meeting.platform]),
  participants: (one, other) => one.meeting.participants - other.meeting.participants,
  duration: (one, other) => one.take.durationSec - other.take.durationSec,
  date: (one, other) => (one.take.startedAtMs ?? 0) - (other.take.startedAtMs ?? 0),
};

/** Those whose name holds every word, in that order; of equals the newest first. */
export function arrangeMeetings(
  meetings: readonly RecordedMeeting[],
  query: string,
  { key, isAscending }: MeetingSorting,
): RecordedMeeting[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = isAscending ? 1 : -1;
  return meetings
    .filter(({ take: { name } }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((one, other) => sign * COMPARE[key](one, other) || COMPARE.date(other, one));
}
