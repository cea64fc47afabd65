import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Capability } from '../../../src-shared/contract/host.ts';
import type { EndedTake, RecordingState } from '../../../src-shared/contract/recording.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import type { Camera } from '../../media/pictures/sources.ts';
import { bubbleClosed, bubbleFailed, bubbleLost, findCameras, openBubble } from './bubbleThunks.ts';
import { readSavedSettings } from './savedSettings.ts';
import {
  captureEnded,
  chooseScreen,
  drawingCancelled,
  findSystemAudio,
  muteMicrophone,
  pauseCapture,
  picturesReported,
  readPictures,
  resumeCapture,
  screenLost,
  screenStill,
  settingsChanged,
  shareAgain,
  startCapture,
  stopCapture,
} from './screenCaptureThunks.ts';

/** What is being done; `drawing`: a screen is shared, and a region is drawn on it. */
export type CaptureAction = 'choosing' | 'drawing' | 'starting' | 'pausing' | 'resuming' | 'stopping';

/** The camera of the bubble; `lost`: unplugged, or its permission withdrawn. */
export type BubbleState =
  | { status: 'closed' | 'opening' }
  | { status: 'lost' }
  | { status: 'live'; label: string }
  | { status: 'failed'; failure: RpcFailure };

export interface ScreenCaptureSlice {
  settings: ScreenCaptureSettings;
  pictures: Loadable<RecordingState>;
  action: CaptureAction | null;
  /** Of the last thing that was asked for. */
  failure: RpcFailure | null;
  /** The last capture, where it ended by itself. */
  trouble: EndedTake | null;
  /** The screen that is captured, or was last, has gone by itself. */
  loss: { goesOn: boolean; failure: RpcFailure } | null;
  /** The screen has given no picture for half a minute. */
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
    pictures: LOADING,
    action: null,
    failure: null,
    trouble: null,
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
      .addCase(picturesReported, (slice, { payload }) => report(slice, payload))
      .addCase(captureEnded, (slice, { payload }) => {
        slice.trouble = payload.code === null ? null : payload;
      })
      .addCase(readPictures.rejected, (slice, action) => {
        if (slice.pictures.status !== 'ready')
          slice.pictures = { status: 'failed', error: failureOf(action) };
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
        slice.trouble = null;
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
      .addCase(startCapture.pending, (slice) => {
        slice.action = 'starting';
      })
      .addCase(pauseCapture.pending, (slice) => {
        slice.action = 'pausing';
      })
      .addCase(resumeCapture.pending, (slice) => {
        slice.action = 'resuming';
      })
      .addCase(stopCapture.pending, (slice) => {
        slice.action = 'stopping';
      })
      .addMatcher(
        isAnyOf(
          readPictures.fulfilled,
          startCapture.fulfilled,
          pauseCapture.fulfilled,
          resumeCapture.fulfilled,
          stopCapture.fulfilled,
          muteMicrophone.fulfilled,
        ),
        (slice, { payload, type }) => {
          if (!BESIDE.includes(type)) slice.action = null;
          report(slice, payload);
        },
      )
      .addMatcher(
        isAnyOf(
          chooseScreen.rejected,
          shareAgain.rejected,
          startCapture.rejected,
          pauseCapture.rejected,
          resumeCapture.rejected,
          stopCapture.rejected,
          muteMicrophone.rejected,
        ),
        (slice, action) => {
          if (!muteMicrophone.rejected.match(action)) slice.action = null;
          slice.failure = failureOf(action);
        },
      ),
});

/** What is done meanwhile is not over with these. */
const BESIDE: readonly string[] = [readPictures.fulfilled.type, muteMicrophone.fulfilled.type];

function report(slice: ScreenCaptureSlice, state: RecordingState): void {
  slice.pictures = { status: 'ready', data: state };
}

interface Root {
  screenCapture: ScreenCaptureSlice;
}
export const selectSettings = (root: Root) => root.screenCapture.settings;
export const selectPictures = (root: Root) => root.screenCapture.pictures;
export const selectTake = ({ screenCapture: { pictures } }: Root) =>
  pictures.status === 'ready' && pictures.data.take?.hasChannels === false ? pictures.data.take : null;
export const selectAction = (root: Root) => root.screenCapture.action;
export const selectFailure = (root: Root) => root.screenCapture.failure;
export const selectTrouble = (root: Root) => root.screenCapture.trouble;
export const selectLoss = (root: Root) => root.screenCapture.loss;
export const selectIsStill = (root: Root) => root.screenCapture.isStill;
export const selectBubble = (root: Root) => root.screenCapture.bubble;
export const selectCameras = (root: Root) => root.screenCapture.cameras;
export const selectSystemAudio = (root: Root) => root.screenCapture.systemAudio;
