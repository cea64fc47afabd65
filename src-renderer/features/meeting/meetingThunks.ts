import { createAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Meeting } from '../../../src-shared/contract/meetings.ts';
import type { EndedTake, RecordingState, RunningTake } from '../../../src-shared/contract/recording.ts';
import { FORMAT_CODECS } from '../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../src-shared/domain/screenCapture.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import {
  holdSharedSound,
  PAGE_ENCODING,
  pauseRecording,
  recordSource,
  resumeRecording,
  startRecording,
  stopRecording,
  type LiveSource,
  type SourceWish,
} from '../../media/recorder/index.ts';
import { createClientThunk, type ClientThunkContext, type ThunkExtra } from '../../platform/index.ts';
import { selectIsHeardByPage } from '../workspace/index.ts';
import { holdMeeting, releaseMeeting, sharedMeeting } from './activeMeeting.ts';
import { askForMeeting, MEETING_FPS } from './askForMeeting.ts';
import { pageSoundsOf } from './pageSounds.ts';
import type { MeetingRoot } from './meetingState.ts';

export const picturesReported = createAction<RecordingState>('meeting/reported');
/** The recording goes on as another take. */
export const continued = createAction<string>('meeting/continued');
export const takeEnded = createAction<EndedTake>('meeting/ended');
export const shareEnded = createAction('meeting/shareEnded');
/** Nothing on it has moved for half a minute, or does again. */
export const shareStill = createAction<boolean>('meeting/shareStill');
export const startingTake = createAction('meeting/startingTake');

/** The recording goes on without a picture. */
export const wentOn = createAction('meeting/wentOn');
/** A page that is closed has begun it, and nobody captures its window any more: this page goes on with it. */
export const adopted = createAction<{ takeId: string; meeting: Meeting | null }>('meeting/adopted');

type Context = ClientThunkContext<MeetingRoot>;

const MEETING_SOURCE = { id: SOURCE_IDS.meeting, kind: 'screen', name: 'Meeting' } as const;

/** Asks for the window or tab, and records it with the sound that can be had here. */
export const startMeeting = createClientThunk<
  RecordingState,
  { microphone: boolean; system: boolean },
  MeetingRoot
>(
  'meeting/start',
  async (sound, context) => {
    const { client, dispatch, getState } = context;
    const held = holdMeeting(await askForMeeting(...shareWish(getState(), sound.system)));
    dispatch(startingTake());
    try {
      const state = await startRecording(client, {
        name: getState().meeting.draft.title.trim(),
        sound: { of: 'screen', ...sound },
        sources: [MEETING_SOURCE],
        wishes: [meetingWish(context, held)],
        heard: selectIsHeardByPage(getState()) ? pageSoundsOf(held.stream, sound) : null,
      });
      if (state.take) void dispatch(describeMeeting(state.take.id));
      return state;
    } catch (error) {
      releaseMeeting();
      throw error;
    }
  },
  'inPlace',
);

/** The same recording, with the picture of another window from now on. */
export const shareAgain = createClientThunk<void, void, MeetingRoot>(
  'meeting/shareAgain',
  async (_, context) => {
    const { settings } = context.getState().meeting;
    const held = holdMeeting(await askForMeeting(...shareWish(context.getState(), settings.system)));
    if (selectIsHeardByPage(context.getState())) holdSharedSound(pageSoundsOf(held.stream, settings));
    await recordSource(context.client, meetingWish(context, held));
  },
  'inPlace',
);

/** Its window is not wanted any more: nobody misses its picture from now on. */
export const goOnWithoutPicture = createClientThunk<void, void, MeetingRoot>(
  'meeting/goOnWithoutPicture',
  async (_, { client, dispatch }) => {
    dispatch(wentOn());
    unwrap(await client.call('pictures.disarm', { sourceId: MEETING_SOURCE.id }));
  },
  'inPlace',
);

/** Where the page hears what is shared, a tab is offered first: browsers give its sound. */
const shareWish = (root: MeetingRoot, withSound: boolean): Parameters<typeof askForMeeting> =>
  selectIsHeardByPage(root) ? ['browser', withSound] : ['window', false];

function meetingWish({ dispatch, getState }: Context, held: LiveSource): SourceWish {
  const { quality, format } = getState().meeting.settings;
  return {
    ...{ sourceId: SOURCE_IDS.meeting, kind: 'screen', name: 'Meeting', area: null, fps: MEETING_FPS },
    staysOpen: false,
    maxHeight: QUALITY_HEIGHTS[quality],
    bitsPerSecond: bitsPerSecondOf(quality, MEETING_FPS),
    codec: FORMAT_CODECS[format],
    ...(selectIsHeardByPage(getState()) && PAGE_ENCODING),
    onStill: (isStill) => dispatch(shareStill(isStill)),
    onEnded({ kind }) {
      if (sharedMeeting() !== held) return;
      // Else the sound goes on, and the user is asked.
      if (kind !== 'asked') return void dispatch(shareEnded());
      const { action, takeId } = getState().meeting;
      if (action === 'stopping' || takeId === null) return;
      // Ended from elsewhere, e.g. by the small control: the form's last words are kept with it all the same.
      releaseMeeting();
      void dispatch(describeMeeting(takeId));
    },
  };
}

/** What the meeting is, beside its recording. */
export const describeMeeting = createClientThunk(
  'meeting/describe',
  async (takeId: string, { client, getState }) => {
    const { title, platform, participants } = (getState() as MeetingRoot).meeting.draft;
    return unwrap(
      await client.call('meetings.describe', { takeId, title: title.trim(), platform, participants }),
    );
  },
  'inPlace',
);

export const pauseMeeting = createClientThunk(
  'meeting/pause',
  (_: void, { client }) => pauseRecording(client),
  'inPlace',
);

export const resumeMeeting = createClientThunk(
  'meeting/resume',
  (_: void, { client }) => resumeRecording(client),
  'inPlace',
);

/** First what this page still has of the window, then the take; the form's last words are kept with it. */
export const stopMeeting = createClientThunk<RecordingState, void, MeetingRoot>(
  'meeting/stop',
  async (_, { client, dispatch, getState }) => {
    const { takeId } = getState().meeting;
    if (takeId !== null) await dispatch(describeMeeting(takeId));
    try {
      return await stopRecording(client);
    } finally {
      releaseMeeting();
    }
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
const isAbandoned = ({ hasChannels, sources }: RunningTake): boolean =>
  !hasChannels &&
  sources.some(({ id, missingSinceSec }) => id === MEETING_SOURCE.id && missingSinceSec !== null);

/** With what is known of it, which its end is told anew. */
const adopt =
  (takeId: string) =>
  async (dispatch: Dispatch, getState: () => MeetingRoot, { client }: ThunkExtra): Promise<void> => {
    const answer = await client.call('meetings.list');
    const meeting = answer.success ? answer.data.find((known) => known.takeId === takeId) : undefined;
    const { take, takeId: known, action } = getState().meeting;
    if (known === null && action === null && take?.id === takeId)
      dispatch(adopted({ takeId, meeting: meeting ?? null }));
  };

/** Follows the host while the screen is in sight; what it returns ends that. */
export function followMeeting() {
  return (dispatch: Dispatch, getState: () => MeetingRoot, { client }: ThunkExtra): (() => void) => {
    const tellEnd = (ended: EndedTake) => {
      const { takeId, action } = getState().meeting;
      // It ended by itself: the form's last words are kept with it all the same, and then the form is empty.
      if (ended.id === takeId && action !== 'stopping') void dispatch(describeMeeting(takeId));
      dispatch(takeEnded(ended));
    };
    const report = (state: RecordingState) => {
      const { takeId } = getState().meeting;
      dispatch(picturesReported(state));
      const { take, lastTake } = state;
      if (takeId === null && take && isAbandoned(take)) return void dispatch(adopt(take.id));
      // While another screen was looked at.
      if (takeId !== null && take === null && lastTake?.id === takeId) tellEnd(lastTake);
      if (takeId === null || !take || take.hasChannels || take.id === takeId || !sharedMeeting()) return;
      // The engine died, and the recording goes on in another folder: it is the same meeting.
      dispatch(continued(take.id));
      void dispatch(describeMeeting(take.id));
    };
    const endList = client.subscribe('takes.onChanged', () => void dispatch(readMeetings()));
    void dispatch(readMeetings());
    const ends = [
      client.subscribe('recording.onStateChanged', report),
      client.subscribe('recording.onEnded', (ended) => {
        if (ended.continuedIn !== null) return;
        if (ended.id === getState().meeting.takeId && ended.code !== null) releaseMeeting();
        tellEnd(ended);
      }),
      endList,
    ];
    void client.call('recording.readState').then((answer) => answer.success && report(unwrap(answer)));
    return () => ends.forEach((end) => end());
  };
}
