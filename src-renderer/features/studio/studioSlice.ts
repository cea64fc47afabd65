import { createSelector, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import type { TakeStorage, TakeSummary } from '../../../src-shared/contract/takes.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { captureReported, workProgressed } from './studioActions.ts';
import {
  changeChannel,
  changeOptions,
  sendMix,
  applyTemplate,
  changeSetUp,
  listen,
  readCapture,
  readLibrary,
  readStorage,
  stopListening,
  undoTemplate,
  workOnTake,
  type ChannelChange,
  type ExportedFiles,
  type TakeWork,
} from './studioThunks.ts';
import { withoutUndefined } from '../../../src-shared/domain/withoutUndefined.ts';

export interface RunningWork {
  kind: TakeWork['kind'];
  done: number | null;
}

export interface StudioSlice {
  /** As the host reports it. */
  capture: Loadable<CaptureState>;
  /** Changes that the host has not answered yet, the oldest first: shown as if they were made. */
  pending: (ChannelChange & { requestId: string })[];
  /** Why the channels are not heard now, though they should be. */
  listenFailure: string | null;
  library: Loadable<TakeSummary[]>;
  storage: TakeStorage | null;
  /** What is being done with takes, by their ids. */
  work: Record<string, RunningWork>;
  /** What the last export of each take wrote. */
  exported: Record<string, ExportedFiles>;
}

const initialState = (): StudioSlice => ({
  capture: LOADING,
  pending: [],
  listenFailure: null,
  library: LOADING,
  storage: null,
  work: {},
  exported: {},
});

export const studioSlice = createSlice({
  name: 'studio',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(captureReported, (slice, { payload }) => report(slice, payload))
      .addCase(workProgressed, (slice, { payload }) => {
        const work = slice.work[payload.id];
        if (work) work.done = payload.done;
      })
      .addCase(readCapture.rejected, (slice, action) => {
        if (slice.capture.status !== 'ready') slice.capture = { status: 'failed', error: failureOf(action) };
      })
      .addCase(changeChannel.pending, (slice, { meta }) => {
        slice.pending.push({ ...meta.arg, requestId: meta.requestId });
      })
      .addCase(changeChannel.fulfilled, (slice, { meta, payload }) => {
        forget(slice, meta.requestId);
        report(slice, payload);
      })
      // The refused change is taken back on the screen: the host's state is the true one.
      .addCase(changeChannel.rejected, (slice, { meta }) => forget(slice, meta.requestId))
      .addCase(listen.pending, (slice) => {
        slice.listenFailure = null;
      })
      .addCase(listen.rejected, (slice, action) => {
        slice.listenFailure = failureOf(action).message;
      })
      .addCase(readLibrary.fulfilled, (slice, { payload }) => {
        slice.library = { status: 'ready', data: payload };
      })
      .addCase(readLibrary.rejected, (slice, action) => {
        if (slice.library.status !== 'ready') slice.library = { status: 'failed', error: failureOf(action) };
      })
      .addCase(readStorage.fulfilled, (slice, { payload }) => {
        slice.storage = payload;
      })
      .addCase(workOnTake.pending, (slice, { meta }) => {
        const { id, kind } = meta.arg;
        slice.work[id] = { kind, done: null };
        if (kind === 'export')
          slice.exported = Object.fromEntries(
            Object.entries(slice.exported).filter(([known]) => known !== id),
          );
      })
      .addCase(workOnTake.fulfilled, (slice, { meta, payload }) => {
        if (payload) slice.exported[meta.arg.id] = payload;
      })
      .addMatcher(isAnyOf(workOnTake.fulfilled, workOnTake.rejected), (slice, { meta }) => {
        slice.work = Object.fromEntries(Object.entries(slice.work).filter(([id]) => id !== meta.arg.id));
      })
      .addMatcher(
        isAnyOf(
          readCapture.fulfilled,
          changeSetUp.fulfilled,
          applyTemplate.fulfilled,
          undoTemplate.fulfilled,
          changeOptions.fulfilled,
          sendMix.fulfilled,
          listen.fulfilled,
          stopListening.fulfilled,
        ),
        (slice, { payload }) => {
          if (payload) report(slice, payload);
        },
      ),
});

function report(slice: StudioSlice, state: CaptureState): void {
  slice.capture = { status: 'ready', data: state };
  if (state.session) slice.listenFailure = null;
}

function forget(slice: StudioSlice, requestId: string): void {
  slice.pending = slice.pending.filter((change) => change.requestId !== requestId);
}

export interface StudioRoot {
  studio: StudioSlice;
}
export const selectCapture = (root: StudioRoot) => root.studio.capture;
export const selectSetUp = (root: StudioRoot) => dataOf(root.studio.capture)?.setUp ?? null;
export const selectSession = (root: StudioRoot) => dataOf(root.studio.capture)?.session ?? null;
export const selectListenFailure = (root: StudioRoot) => root.studio.listenFailure;
export const selectLibrary = (root: StudioRoot) => root.studio.library;
export const selectStorage = (root: StudioRoot) => root.studio.storage;
export const selectExported = (id: string) => (root: StudioRoot) => root.studio.exported[id] ?? null;
export const selectWork = (id: string) => (root: StudioRoot) => root.studio.work[id] ?? null;

const NO_CHANNELS: CaptureState['setUp']['channels'] = [];

/** The channels with what is on its way to the host. */
export const selectChannels = createSelector(
  [
    (root: StudioRoot) => selectSetUp(root)?.channels ?? NO_CHANNELS,
    (root: StudioRoot) => root.studio.pending,
  ],
  (channels, pending) =>
    pending.length === 0
      ? channels
      : channels.map((channel) =>
          pending
            .filter(({ channelId }) => channelId === channel.id)
            .reduce((changed, { changes }) => ({ ...changed, ...withoutUndefined(changes) }), channel),
        ),
);
