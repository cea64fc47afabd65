import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import { holdSource, liveSource, releaseSource, type LiveSource } from '../../media/recorder/index.ts';

/** The window of the meeting. */
export const sharedMeeting = (): LiveSource | null => liveSource(SOURCE_IDS.meeting);
export const holdMeeting = (stream: MediaStream): LiveSource => holdSource(SOURCE_IDS.meeting, stream);
/** Sharing ends, and the browser's sign for it goes. */
export const releaseMeeting = (): void => releaseSource(SOURCE_IDS.meeting);
