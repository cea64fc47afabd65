import { createAction, createSlice, isAnyOf, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { RecordingState } from '../../../src-shared/contract/recording.ts';
import { failureOf } from '../../lib/loadable.ts';
import {
  pauseRecording,
  resumeRecording,
  startRecording,
  stopRecording,
  type RecordingWish,
} from '../../media/recorder/index.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

/** The host's one recording, as this page knows it. */
export interface RecordingSlice extends RecordingState {
  /** What this page has asked for, and is not so yet. */
  action: 'starting' | 'stopping' | null;
  /** Why the last thing that this page asked for was not possible. */
  failure: RpcFailure | null;
}

const reported = createAction<RecordingState>('recording/reported');

export const readRecording = createClientThunk('recording/read', async (_: void, { client }) =>
  unwrap(await client.call('recording.readState')),
);
export const beginRecording = createClientThunk('recording/begin', (wish: RecordingWish, { client }) =>
  startRecording(client, wish),
);
export const holdRecording = createClientThunk('recording/hold', (isPaused: boolean, { client }) =>
  isPaused ? pauseRecording(client) : resumeRecording(client),
);
export const endRecording = createClientThunk('recording/end', (_: void, { client }) =>
  stopRecording(client),
);

export const recordingSlice = createSlice({
  name: 'recording',
  initialState: (): RecordingSlice => ({ take: null, lastTake: null, action: null, failure: null }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(reported, (slice, { payload }) => void Object.assign(slice, payload))
      .addCase(beginRecording.pending, (slice) => {
        slice.action = 'starting';
        slice.failure = null;
        slice.lastTake = null;
      })
      .addCase(endRecording.pending, (slice) => {
        slice.action = 'stopping';
      })
      .addMatcher(
        isAnyOf(
          readRecording.fulfilled,
          beginRecording.fulfilled,
          holdRecording.fulfilled,
          endRecording.fulfilled,
        ),
        (slice, { payload, type }) => {
          Object.assign(slice, payload);
          if (type !== readRecording.fulfilled.type) slice.action = null;
        },
      )
      .addMatcher(
        isAnyOf(beginRecording.rejected, holdRecording.rejected, endRecording.rejected),
        (slice, action) => {
          slice.action = null;
          slice.failure = failureOf(action);
        },
      ),
});

/** Follows the host while a screen is in sight that shows it; what it returns ends that. */
export function followRecording() {
  return (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): (() => void) => {
    const end = client.subscribe('recording.onStateChanged', (state) => dispatch(reported(state)));
    void dispatch(readRecording());
    return end;
  };
}

export const selectRecording = ({ recording }: { recording: RecordingSlice }) => recording;
