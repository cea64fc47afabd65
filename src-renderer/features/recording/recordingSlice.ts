import { i18n } from '../../i18n/index.ts';
import {
  createAction,
  createSlice,
  isAnyOf,
  isFulfilled,
  isRejected,
  original,
  type Dispatch,
} from '@reduxjs/toolkit';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type {
  EndedTake,
  RecordingState,
  RunningTake,
  TakeProgress,
} from '../../../src-shared/contract/recording.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import {
  pauseRecording,
  resumeRecording,
  startRecording,
  stopRecording,
  type RecordingRequest,
} from '../../media/recorder/index.ts';
import { createClientThunk, type PlatformClient } from '../../platform/index.ts';
import { selectVideoSupport } from '../workspace/index.ts';

export type RecordingAction = 'starting' | 'pausing' | 'resuming' | 'stopping';

/** The host's one recording, as this page knows it. */
export interface RecordingSlice extends RecordingState {
  /** Whether the host has reported it. */
  reading: Loadable<null>;
  /** The last take that this page has seen end for good. */
  ended: { take: RunningTake; how: EndedTake } | null;
  /** What this page has asked for, and is not so yet. */
  action: RecordingAction | null;
  /** Why the last thing that this page asked for was not possible. */
  failure: RpcFailure | null;
}

const reported = createAction<RecordingState>('recording/reported');
const progressed = createAction<TakeProgress>('recording/progressed');

export const readRecording = createClientThunk(
  'recording/read',
  async (_: void, { client }) => unwrap(await client.call('recording.readState')),
  'inPlace',
);

/** `prepare` opens what is to be recorded, and says how. */
export const beginRecording = createClientThunk(
  'recording/begin',
  async (prepare: () => RecordingRequest | Promise<RecordingRequest>, { client, getState }) =>
    startRecording(client, selectVideoSupport(getState()), await prepare()),
  'inPlace',
);

export const holdRecording = createClientThunk(
  'recording/hold',
  (isPaused: boolean, { client }) => (isPaused ? pauseRecording(client) : resumeRecording(client)),
  'inPlace',
);

export const endRecording = createClientThunk(
  'recording/end',
  (_: void, { client }) => stopRecording(client),
  'inPlace',
);

export const markRecording = createClientThunk(
  'recording/mark',
  async (label: string, { client }) => unwrap(await client.call('recording.addMarker', { label })),
  ({ code, message }) => ({
    id: `studio-${code}`,
    tone: 'error',
    title: i18n.getFixedT(null, 'studio', 'failed')('marker'),
    message,
  }),
);

/** The microphone beside a screen is silent, or heard again. */
export const muteMicrophone = createClientThunk(
  'recording/mute',
  async (isMuted: boolean, { client }) =>
    unwrap(await client.call('recording.setMicrophoneMuted', { isMuted })),
  'inPlace',
);

export const recordingSlice = createSlice({
  name: 'recording',
  initialState: (): RecordingSlice => ({
    take: null,
    lastTake: null,
    reading: LOADING,
    ended: null,
    action: null,
    failure: null,
  }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(reported, (slice, { payload }) => report(slice, payload))
      .addCase(progressed, (slice, { payload }) => {
        if (slice.take) slice.take.progress = payload;
      })
      .addCase(readRecording.rejected, (slice, action) => {
        if (slice.reading.status !== 'ready') slice.reading = { status: 'failed', error: failureOf(action) };
      })
      .addCase(beginRecording.pending, (slice) => {
        slice.action = 'starting';
        slice.lastTake = null;
        slice.ended = null;
      })
      .addCase(holdRecording.pending, (slice, { meta }) => {
        slice.action = meta.arg ? 'pausing' : 'resuming';
      })
      .addCase(endRecording.pending, (slice) => {
        slice.action = 'stopping';
      })
      .addMatcher(isAnyOf(beginRecording.pending, holdRecording.pending, endRecording.pending), (slice) => {
        slice.failure = null;
      })
      .addMatcher(
        isAnyOf(
          readRecording.fulfilled,
          muteMicrophone.fulfilled,
          beginRecording.fulfilled,
          holdRecording.fulfilled,
          endRecording.fulfilled,
        ),
        (slice, { payload }) => report(slice, payload),
      )
      .addMatcher(
        isAnyOf(
          muteMicrophone.rejected,
          beginRecording.rejected,
          holdRecording.rejected,
          endRecording.rejected,
        ),
        (slice, action) => {
          slice.failure = failureOf(action);
        },
      )
      .addMatcher(isSettled, (slice) => {
        slice.action = null;
      }),
});

const isSettled = isAnyOf(
  isFulfilled(beginRecording, holdRecording, endRecording),
  isRejected(beginRecording, holdRecording, endRecording),
);

function report(slice: RecordingSlice, { take, lastTake }: RecordingState): void {
  const before = slice.take;
  const hasEnded = before !== null && before.id !== take?.id && before.id === lastTake?.id;
  // One that continues in another folder has not ended.
  if (hasEnded && lastTake.continuedIn === null) slice.ended = { take: before, how: lastTake };
  // It is reported twice a second: what is as it was stays the same object, so that nothing is drawn for it.
  const kept = original(slice);
  Object.assign(slice, {
    take: copyWithStructuralSharing(kept?.take, take),
    lastTake: copyWithStructuralSharing(kept?.lastTake, lastTake),
    reading: copyWithStructuralSharing(kept?.reading, { status: 'ready', data: null }),
  });
}

/** Follows the host's recording, as long as the page lives. */
export function followRecording(client: PlatformClient, dispatch: Dispatch): void {
  client.subscribe('recording.onStateChanged', (state) => dispatch(reported(state)));
  client.subscribe('recording.onProgressed', (progress) => dispatch(progressed(progress)));
}

export interface RecordingRoot {
  recording: RecordingSlice;
}
export const selectRecording = ({ recording }: RecordingRoot) => recording;
export const selectReading = ({ recording }: RecordingRoot) => recording.reading;
/** Whether anything is recorded: what draws by that alone is not drawn as it grows. */
export const selectHasRecording = ({ recording }: RecordingRoot) => recording.take !== null;
/** The last take that this page has seen end for good. */
export const selectEnded = ({ recording }: RecordingRoot) => recording.ended;
export const selectRecordingAction = ({ recording }: RecordingRoot) => recording.action;
/** Of the sound of the running take. */
export const selectProgress = ({ recording }: RecordingRoot) => recording.take?.progress ?? null;
