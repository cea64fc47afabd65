import { useSelector } from 'react-redux';
import { selectRecordingAction } from '../../recording/index.ts';
import { selectChannels } from '../studioSlice.ts';
import { selectArmed, selectVideoChannels, selectShownTake } from './videoSlice.ts';

/** A channel, camera or screen that is to be recorded and is not. */
export interface Missing {
  id: string;
  name: string;
}

/** Cameras and screens are reported to the host when the sound has begun; after this time they were not. */
const ARMED_WITHIN_SEC = 3;

/** What the recording should have and has not: as the host says, and what this page never reported to it. */
export function useMissing(): readonly Missing[] {
  const take = useSelector(selectShownTake);
  const armed = useSelector(selectArmed);
  const channels = useSelector(selectVideoChannels);
  const sounds = useSelector(selectChannels);
  const action = useSelector(selectRecordingAction);
  // Screen Capture and the Meeting Recorder have sources of their own.
  const isElsewhere = take !== null && take.hasSound && !take.hasChannels;
  if (!take || isElsewhere || action === 'stopping') return [];
  const missing = armed.filter(({ missingSinceSec }) => missingSinceSec !== null);
  const recordedSec = take.progress?.recordedSec ?? take.recordedSec;
  const unarmed =
    recordedSec <= ARMED_WITHIN_SEC
      ? []
      : channels.filter(({ id, isEnabled }) => isEnabled && armed.every((source) => source.id !== id));
  // A host that records silence in the place of a lost device names its channel all the same.
  const unheard = take.hasChannels
    ? sounds.filter(({ id, isEnabled }) => isEnabled && !take.channelIds.includes(id))
    : [];
  return [...unheard, ...missing, ...unarmed].map(({ id, name }) => ({ id, name }));
}
