import { useSelector } from 'react-redux';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { selectLibrary } from '../studio/index.ts';
import { selectMeetings } from './meetingSlice.ts';

export interface RecordedMeeting {
  meeting: Meeting;
  take: TakeSummary;
}

/** The recordings that are meetings, the newest first. */
export function useRecorded(): RecordedMeeting[] {
  const meetings = useSelector(selectMeetings);
  const library = useSelector(selectLibrary);
  if (meetings.status !== 'ready' || library.status !== 'ready') return [];
  return library.data.flatMap((take) => {
    const meeting = meetings.data.find(({ takeId }) => takeId === take.id);
    return meeting ? [{ meeting, take }] : [];
  });
}
