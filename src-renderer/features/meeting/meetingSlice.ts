import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { failureOf, LOADING } from '../../lib/loadable.ts';
import {
  adopted,
  continued,
  describeMeeting,
  pauseMeeting,
  picturesReported,
  readMeetings,
  resumeMeeting,
  shareAgain,
  shareEnded,
  shareStill,
  startingTake,
  startMeeting,
  stopMeeting,
  takeEnded,
  wentOn,
} from './meetingThunks.ts';
import type { MeetingDraft, MeetingRoot, MeetingSlice } from './meetingState.ts';
import { readSavedSettings, type MeetingSettings } from './savedSettings.ts';

const EMPTY_DRAFT: MeetingDraft = { title: '', platform: 'zoom', participants: 0 };

export const meetingSlice = createSlice({
  name: 'meeting',
  initialState: (): MeetingSlice => ({
    draft: EMPTY_DRAFT,
    settings: readSavedSettings(),
    take: null,
    takeId: null,
    action: null,
    failure: null,
    undescribed: null,
    trouble: null,
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
      .addCase(picturesReported, (slice, { payload: { take } }) => {
        slice.take = take;
      })
      .addCase(wentOn, (slice) => {
        slice.hasShareEnded = false;
      })
      .addCase(adopted, (slice, { payload: { takeId, meeting } }) => {
        slice.takeId = takeId;
        if (!meeting) return;
        const { title, platform, participants } = meeting;
        slice.draft = { title, platform, participants };
      })
      .addCase(continued, (slice, { payload }) => {
        slice.takeId = payload;
      })
      .addCase(takeEnded, (slice, { payload }) => {
        if (payload.id !== slice.takeId) return;
        slice.trouble = payload.code === null ? null : payload;
        if (slice.action !== 'stopping') finish(slice);
      })
      .addCase(shareEnded, (slice) => {
        slice.hasShareEnded = slice.action !== 'stopping';
        slice.isStill = false;
      })
      .addCase(shareStill, (slice, { payload }) => {
        slice.isStill = payload;
      })
      .addCase(startMeeting.pending, (slice) => {
        slice.action = 'choosing';
        slice.failure = null;
        slice.trouble = null;
        slice.undescribed = null;
        slice.hasShareEnded = false;
        slice.isStill = false;
      })
      .addCase(startingTake, (slice) => {
        slice.action = 'starting';
      })
      .addCase(startMeeting.fulfilled, (slice, { payload }) => {
        slice.takeId = payload.take?.id ?? null;
      })
      .addCase(shareAgain.fulfilled, (slice) => {
        slice.hasShareEnded = false;
        slice.failure = null;
      })
      .addCase(pauseMeeting.pending, (slice) => {
        slice.action = 'pausing';
      })
      .addCase(resumeMeeting.pending, (slice) => {
        slice.action = 'resuming';
      })
      .addCase(stopMeeting.pending, (slice) => {
        slice.action = 'stopping';
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
      .addMatcher(
        isAnyOf(
          startMeeting.fulfilled,
          pauseMeeting.fulfilled,
          resumeMeeting.fulfilled,
          stopMeeting.fulfilled,
        ),
        (slice, { payload, type }) => {
          slice.action = null;
          slice.take = payload.take;
          if (type === stopMeeting.fulfilled.type) finish(slice);
        },
      )
      .addMatcher(
        isAnyOf(
          startMeeting.rejected,
          shareAgain.rejected,
          pauseMeeting.rejected,
          resumeMeeting.rejected,
          stopMeeting.rejected,
        ),
        (slice, action) => {
          slice.action = null;
          slice.failure = failureOf(action);
        },
      ),
});

/** The form is as at the beginning: platform zoom and 0 participants. */
function finish(slice: MeetingSlice): void {
  slice.takeId = null;
  slice.hasShareEnded = false;
  slice.draft = EMPTY_DRAFT;
}

export const { draftChanged, settingsChanged } = meetingSlice.actions;

export const selectMeeting = (root: MeetingRoot) => root.meeting;
/** What this page records; null where it records nothing. */
export const selectTake = ({ meeting: { take, takeId } }: MeetingRoot) =>
  take !== null && take.id === takeId ? take : null;
export const selectAction = (root: MeetingRoot) => root.meeting.action;
export const selectMeetings = (root: MeetingRoot) => root.meeting.meetings;
