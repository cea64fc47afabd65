import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Capability } from '../../../src-shared/contract/host.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { failureOf } from '../../lib/loadable.ts';
import type { Camera } from '../../media/video/sources.ts';
import { beginRecording, isMeeting, type RecordingAction, type RecordingRoot } from '../recording/index.ts';
import { bubbleClosed, bubbleFailed, bubbleLost, findCameras, openBubble } from './bubbleThunks.ts';
import { readSavedSettings } from './savedSettings.ts';
import {
  chooseScreen,
  drawingCancelled,
  findSystemAudio,
  screenLost,
  screenStill,
  settingsChanged,
  shareAgain,
  startCapture,
} from './screenCaptureThunks.ts';

/** `drawing`: a screen is shared, and a region is drawn on it. */
type Choosing = 'choosing' | 'drawing';

/** The camera of the bubble; `lost`: unplugged, or its permission withdrawn. */
export type BubbleState =
  | { status: 'closed' | 'opening' }
  | { status: 'lost' }
  | { status: 'live'; label: string }
  | { status: 'failed'; failure: RpcFailure };

export interface ScreenCaptureSlice {
  settings: ScreenCaptureSettings;
  action: Choosing | null;
  /** Why nothing was begun, or shared again. */
  failure: RpcFailure | null;
  /** The screen that is captured, or was last, has gone away on its own. */
  loss: { goesOn: boolean; failure: RpcFailure } | null;
  /** The screen has given no video for half a minute. */
  isStill: boolean;
  /** null until the host has said so. */
  systemAudio: Capability | null;
  bubble: BubbleState;
  /** null until they were looked for. */
  cameras: Camera[] | null;
}

export const screenCaptureSlice = createSlice({
  name: 'screenCapture',
  initialState: (): ScreenCaptureSlice => ({
    settings: readSavedSettings(),
    action: null,
    failure: null,
    loss: null,
    isStill: false,
    systemAudio: null,
    bubble: { status: 'closed' },
    cameras: null,
  }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(settingsChanged, (slice, { payload }) => {
        slice.settings = { ...slice.settings, ...payload };
      })
      .addCase(findSystemAudio.fulfilled, (slice, { payload }) => {
        slice.systemAudio = payload;
      })
      .addCase(openBubble.pending, (slice) => {
        slice.bubble = { status: 'opening' };
      })
      .addCase(openBubble.fulfilled, (slice, { payload }) => {
        slice.bubble = { status: 'live', label: payload.label };
      })
      .addCase(openBubble.rejected, (slice, action) => {
        slice.bubble = { status: 'failed', failure: failureOf(action) };
      })
      .addCase(bubbleFailed, (slice, { payload: failure }) => {
        slice.bubble = { status: 'failed', failure };
      })
      .addCase(bubbleLost, (slice) => {
        slice.bubble = { status: 'lost' };
      })
      .addCase(bubbleClosed, (slice) => {
        slice.bubble = { status: 'closed' };
      })
      .addCase(findCameras.fulfilled, (slice, { payload }) => {
        slice.cameras = payload;
      })
      .addCase(chooseScreen.pending, (slice) => {
        slice.action = 'choosing';
        slice.failure = null;
        slice.loss = null;
        slice.isStill = false;
      })
      .addCase(screenStill, (slice, { payload }) => {
        slice.isStill = payload;
      })
      .addCase(screenLost, (slice, { payload }) => {
        slice.loss = payload;
        slice.isStill = false;
      })
      .addCase(shareAgain.fulfilled, (slice) => {
        slice.loss = null;
        slice.failure = null;
      })
      .addCase(chooseScreen.fulfilled, (slice, { meta }) => {
        if (slice.action === 'choosing') slice.action = meta.arg.mode === 'region' ? 'drawing' : null;
      })
      .addCase(drawingCancelled, (slice) => {
        slice.action = null;
      })
      .addCase(beginRecording.pending, (slice) => {
        slice.action = null;
      })
      .addMatcher(
        isAnyOf(chooseScreen.rejected, shareAgain.rejected, startCapture.rejected),
        (slice, action) => {
          slice.action = null;
          slice.failure = failureOf(action);
        },
      ),
});

interface Root extends RecordingRoot {
  screenCapture: ScreenCaptureSlice;
}
export const selectSettings = (root: Root) => root.screenCapture.settings;
export const selectTake = ({ recording: { take } }: RecordingRoot) =>
  take?.hasChannels === false ? take : null;
/** Whether there is one: what draws by that alone is not drawn as it grows. */
export const selectIsCapturing = (root: RecordingRoot) => selectTake(root) !== null;
/** What this page has asked for, and is not so yet. */
export const selectAction = ({ screenCapture, recording }: Root): Choosing | RecordingAction | null =>
  recording.action ?? screenCapture.action;
/** Why the last thing that this page asked for was not possible. */
export const selectFailure = ({ screenCapture, recording }: Root) =>
  screenCapture.failure ?? (recording.take ? recording.failure : null);
/** The last capture, where it ended on its own. */
export const selectTrouble = ({ recording: { ended } }: RecordingRoot) =>
  ended && !ended.take.hasChannels && !isMeeting(ended.take) && ended.how.code !== null ? ended.how : null;
export const selectLoss = (root: Root) => root.screenCapture.loss;
export const selectIsStill = (root: Root) => root.screenCapture.isStill;
export const selectBubble = (root: Root) => root.screenCapture.bubble;
export const selectCameras = (root: Root) => root.screenCapture.cameras;
export const selectSystemAudio = (root: Root) => root.screenCapture.systemAudio;
