import { createAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import type { RunningTake } from '../../../src-shared/contract/recording.ts';
import { FORMAT_CODECS } from '../../../src-shared/domain/videoChannels.ts';
import { namesOf } from '../../../src-shared/domain/meetings.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import {
  encodingFor,
  recordShared,
  type LiveSource,
  type SourceRequest,
} from '../../media/recorder/index.ts';
import { createClientThunk, type ClientThunkContext, type ThunkExtra } from '../../platform/index.ts';
import {
  beginRecording,
  isMeeting,
  onRecordingChanged,
  selectRecording,
  type RecordingSlice,
} from '../recording/index.ts';
import { selectVideoSupport } from '../workspace/index.ts';
import { holdMeeting, releaseMeeting, sharedMeeting } from './activeMeeting.ts';
import { askForMeeting, MEETING_FPS } from './askForMeeting.ts';
import { followMeetingTranscripts, transcribeWhereWanted } from './meetingTranscripts.ts';
import { pageSoundsOf } from './pageSounds.ts';
import type { MeetingRoot } from './meetingState.ts';

/** The recording continues as another take. */
export const continued = createAction<string>('meeting/continued');
/** What it described has ended. */
export const formDone = createAction('meeting/formDone');
export const shareEnded = createAction('meeting/shareEnded');
/** Nothing on it has moved for half a minute, or does again. */
export const shareStill = createAction<boolean>('meeting/shareStill');

/** The recording continues without video. */
export const wentOn = createAction('meeting/wentOn');
/** A page that is closed has begun it, and nobody captures its window any more: this page continues with it. */
export const adopted = createAction<{ takeId: string; meeting: Meeting | null }>('meeting/adopted');

type Context = ClientThunkContext<MeetingRoot>;

const MEETING_SOURCE = { id: SOURCE_IDS.meeting, kind: 'screen', name: 'Meeting' } as const;

/** Asks for the window or tab, and records it with the sound that can be had here. */
export const startMeeting = createClientThunk<
  string | null,
  { microphone: boolean; system: boolean },
  MeetingRoot
>(
  'meeting/start',
  async (sound, context) => {
    const { dispatch, getState } = context;
    const held =
      sharedMeeting() ?? holdMeeting(await askForMeeting(selectVideoSupport(getState()), sound.system));
    try {
      const prepare = () => ({
        name: getState().meeting.draft.title.trim(),
        sound: { of: 'screen', ...sound } as const,
        sources: [MEETING_SOURCE],
        requests: [meetingRequest(context, held)],
        heard: pageSoundsOf(held.stream, sound),
      });
      const { take } = await dispatch(beginRecording(prepare)).unwrap();
      if (take) void dispatch(describeMeeting(take.id));
      return take?.id ?? null;
    } catch (error) {
      releaseMeeting();
      throw error;
    }
  },
  'inPlace',
);

/** The same recording, with the video of another window from now on. */
export const shareAgain = createClientThunk<void, void, MeetingRoot>(
  'meeting/shareAgain',
  async (_, context) => {
    const { settings } = context.getState().meeting;
    const support = selectVideoSupport(context.getState());
    const held = holdMeeting(await askForMeeting(support, settings.system));
    const heard = pageSoundsOf(held.stream, settings);
    await recordShared(context.client, support, meetingRequest(context, held), heard);
  },
  'inPlace',
);

/** Its window is not wanted any more: nobody misses its video from now on. */
export const goOnWithoutVideo = createClientThunk<void, void, MeetingRoot>(
  'meeting/goOnWithoutVideo',
  async (_, { client, dispatch }) => {
    dispatch(wentOn());
    unwrap(await client.call('video.disarm', { sourceId: MEETING_SOURCE.id }));
  },
  'inPlace',
);

function meetingRequest({ dispatch, getState }: Context, held: LiveSource): SourceRequest {
  const { quality, format } = getState().meeting.settings;
  return {
    sourceId: SOURCE_IDS.meeting,
    kind: 'screen',
    name: 'Meeting',
    area: null,
    fps: MEETING_FPS,
    staysOpen: false,
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, MEETING_FPS),
    ...encodingFor(selectVideoSupport(getState()), FORMAT_CODECS[format]),
    onStill: (isStill) => dispatch(shareStill(isStill)),
    onEnded({ kind }) {
      const isOver = kind === 'asked' || selectRecording(getState()).action === 'stopping';
      // The sound continues, and the user is asked.
      if (!isOver && sharedMeeting() === held) dispatch(shareEnded());
    },
  };
}

/** What the meeting is, beside its recording. */
export const describeMeeting = createClientThunk(
  'meeting/describe',
  async (takeId: string, { client, getState }) => {
    const { title, platform, participants, names } = (getState() as MeetingRoot).meeting.draft;
    const meeting = { takeId, title: title.trim(), platform, participants, names: namesOf(names) };
    return unwrap(await client.call('meetings.describe', meeting));
  },
  'inPlace',
);

export const readMeetings = createClientThunk(
  'meeting/readAll',
  async (_: void, { client }) => unwrap(await client.call('meetings.list')),
  'inPlace',
);

type Dispatch = ThunkDispatch<MeetingRoot, ThunkExtra, UnknownAction>;

/** Whether it is a meeting whose page is gone. */
const isAbandoned = (take: RunningTake): boolean =>
  isMeeting(take) && take.sources.some(({ missingSinceSec }) => missingSinceSec !== null);

/** With what is known of it, which is sent again at its end. */
const adopt =
  (takeId: string) =>
  async (dispatch: Dispatch, getState: () => MeetingRoot, { client }: ThunkExtra): Promise<void> => {
    const answer = await client.call('meetings.list');
    const meeting = answer.success ? answer.data.find((known) => known.takeId === takeId) : undefined;
    const { meeting: form, recording } = getState();
    const isFree = form.takeId === null && !form.isChoosing && recording.action === null;
    if (isFree && recording.take?.id === takeId) dispatch(adopted({ takeId, meeting: meeting ?? null }));
  };

/** Whether the screen is looked at: else it has no form to fill. */
let isInSight = false;

/** What becomes of the form where the recording is another one now. */
const keepForm =
  ({ take, lastTake, ended }: RecordingSlice) =>
  (dispatch: Dispatch, getState: () => MeetingRoot): void => {
    const { takeId } = getState().meeting;
    if (takeId === null) {
      if (isInSight && take && isAbandoned(take)) void dispatch(adopt(take.id));
    } else if (ended?.take.id === takeId) {
      // However it has ended, the form's last words are kept with it.
      void dispatch(describeMeeting(takeId));
      dispatch(transcribeWhereWanted(takeId));
      releaseMeeting();
      dispatch(formDone());
    } else if (take && lastTake?.id === takeId && lastTake.continuedIn === take.folder) {
      // The engine died, and the recording continues in another folder: it is the same meeting.
      dispatch(continued(take.id));
      void dispatch(describeMeeting(take.id));
    }
  };

/** Keeps the form with its recording, whichever screen is looked at. */
export const followMeetings = (dispatch: Dispatch): (() => void) => {
  const endTranscripts = dispatch((_: unknown, _state: unknown, { client }: ThunkExtra) =>
    followMeetingTranscripts(client),
  );
  const endForm = dispatch(onRecordingChanged((recording) => dispatch(keepForm(recording))));
  return () => {
    endTranscripts();
    endForm();
  };
};

/** The screen is in sight until what it returns is called. */
export function lookAtMeetings() {
  return (dispatch: Dispatch, getState: () => MeetingRoot, { client }: ThunkExtra): (() => void) => {
    isInSight = true;
    const endList = client.subscribe('takes.onChanged', () => void dispatch(readMeetings()));
    void dispatch(readMeetings());
    dispatch(keepForm(selectRecording(getState())));
    return () => {
      isInSight = false;
      endList();
    };
  };
}
