import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { failureOf, LOADING } from '../../lib/loadable.ts';
import { beginRecording, endRecording, isMeeting, type RecordingAction } from '../recording/index.ts';
import {
  adopted,
  continued,
  describeMeeting,
  formDone,
  readMeetings,
  shareAgain,
  shareEnded,
  shareStill,
  startMeeting,
  wentOn,
} from './meetingThunks.ts';
import type { MeetingDraft, MeetingRoot, MeetingSlice } from './meetingState.ts';
import { readSavedSettings, type MeetingSettings } from './savedSettings.ts';

const EMPTY_DRAFT: MeetingDraft = { title: '', platform: 'zoom', participants: 0, names: '' };

export const meetingSlice = createSlice({
  name: 'meeting',
  initialState: (): MeetingSlice => ({
    draft: EMPTY_DRAFT,
    settings: readSavedSettings(),
    takeId: null,
    isChoosing: false,
    failure: null,
    undescribed: null,
    hasShareEnded: false,
    isStill: false,
    meetings: LOADING,
  }),
  reducers: {
    draftChanged(slice, { payload }: PayloadAction<Partial<MeetingDraft>>) {
      Object.assign(slice.draft, payload);
    },
    settingsChanged(slice, { payload }: PayloadAction<Partial<MeetingSettings>>) {
      Object.assign(slice.settings, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(wentOn, (slice) => {
        slice.hasShareEnded = false;
      })
      .addCase(adopted, (slice, { payload: { takeId, meeting } }) => {
        slice.takeId = takeId;
        if (!meeting) return;
        const { title, platform, participants, names = [] } = meeting;
        slice.draft = { title, platform, participants, names: names.join(', ') };
      })
      .addCase(continued, (slice, { payload }) => {
        slice.takeId = payload;
      })
      // As at the beginning: platform zoom and 0 participants.
      .addCase(formDone, (slice) => {
        slice.takeId = null;
        slice.hasShareEnded = false;
        slice.draft = EMPTY_DRAFT;
      })
      .addCase(shareEnded, (slice) => {
        slice.hasShareEnded = true;
        slice.isStill = false;
      })
      .addCase(shareStill, (slice, { payload }) => {
        slice.isStill = payload;
      })
      .addCase(startMeeting.pending, (slice) => {
        slice.isChoosing = true;
        slice.failure = null;
        slice.undescribed = null;
        slice.hasShareEnded = false;
        slice.isStill = false;
      })
      .addCase(beginRecording.pending, (slice) => {
        slice.isChoosing = false;
      })
      .addCase(startMeeting.fulfilled, (slice, { payload }) => {
        slice.takeId = payload;
      })
      .addCase(shareAgain.fulfilled, (slice) => {
        slice.hasShareEnded = false;
        slice.failure = null;
      })
      .addCase(endRecording.pending, (slice) => {
        slice.hasShareEnded = false;
      })
      .addCase(describeMeeting.rejected, (slice, action) => {
        slice.undescribed = failureOf(action);
      })
      .addCase(readMeetings.rejected, (slice, action) => {
        if (slice.meetings.status !== 'ready')
          slice.meetings = { status: 'failed', error: failureOf(action) };
      })
      .addMatcher(isAnyOf(readMeetings.fulfilled, describeMeeting.fulfilled), (slice, { payload }) => {
        slice.meetings = { status: 'ready', data: payload };
      })
      .addMatcher(isAnyOf(startMeeting.rejected, shareAgain.rejected), (slice, action) => {
        slice.isChoosing = false;
        slice.failure = failureOf(action);
      }),
});

export const { draftChanged, settingsChanged } = meetingSlice.actions;

export const selectMeeting = (root: MeetingRoot) => root.meeting;
/** What the form describes; null where nothing of it is recorded. */
export const selectTake = ({ recording: { take }, meeting: { takeId } }: MeetingRoot) =>
  take !== null && take.id === takeId ? take : null;
/** Whether there is one: what draws by that alone is not drawn as it grows. */
export const selectIsRecording = (root: MeetingRoot) => selectTake(root) !== null;
/** What this page has asked for, and is not so yet. */
export const selectAction = ({ recording, meeting }: MeetingRoot): 'choosing' | RecordingAction | null =>
  recording.action ?? (meeting.isChoosing ? 'choosing' : null);
/** Why the last thing that this page asked for was not possible. */
export const selectFailure = (root: MeetingRoot) =>
  root.meeting.failure ?? (selectTake(root) ? root.recording.failure : null);
/** The last meeting, where it ended on its own. */
export const selectTrouble = ({ recording: { ended } }: MeetingRoot) =>
  ended && isMeeting(ended.take) && ended.how.code !== null ? ended.how : null;
export const selectMeetings = (root: MeetingRoot) => root.meeting.meetings;
