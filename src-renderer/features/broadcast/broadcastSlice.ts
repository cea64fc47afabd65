import {
  createSelector,
  createSlice,
  isAnyOf,
  type ActionReducerMapBuilder,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import { dataOf, failureOf, LOADING } from '../../lib/loadable.ts';
import type { BroadcastDraft, BroadcastRoot, BroadcastSlice } from './broadcastState.ts';
import {
  continueHere,
  encoderMeasured,
  endStream,
  forgetInterrupted,
  goLive,
  markerSet,
  muteLive,
  probeQuality,
  readBroadcast,
  readFreeSpace,
  recordBeside,
  recordingGone,
  removeDestination,
  removeStreamKey,
  saveDestination,
  sendingEnded,
  setMultiStream,
  turnDestination,
  viewChanged,
} from './broadcastThunks.ts';
import { changesBetween, MOST_EVENTS, type LiveChange } from './liveEvents.ts';
import {
  addCamera,
  addMedia,
  addScreen,
  mediaChanged,
  sourceChanged,
  sourceRemoved,
} from './sourceThunks.ts';
import { readSavedDraft } from './savedDraft.ts';

const CHANGES = isAnyOf(
  ...([readBroadcast, saveDestination, turnDestination, removeDestination] as const).map(
    ({ fulfilled }) => fulfilled,
  ),
  setMultiStream.fulfilled,
  removeStreamKey.fulfilled,
  muteLive.fulfilled,
  goLive.fulfilled,
  forgetInterrupted.fulfilled,
  viewChanged,
);

export const broadcastSlice = createSlice({
  name: 'broadcast',
  initialState: (): BroadcastSlice => ({
    view: LOADING,
    draft: readSavedDraft(),
    sources: [],
    action: null,
    failure: null,
    trouble: null,
    sourceFailure: null,
    recordFailure: null,
    probe: null,
    freeBytes: null,
    encoder: null,
    unfedSec: 0,
    events: [],
    certificate: null,
  }),
  reducers: {
    draftChanged(slice, { payload }: PayloadAction<Partial<BroadcastDraft>>) {
      Object.assign(slice.draft, payload);
    },
    certificateClosed(slice) {
      slice.certificate = null;
    },
  },
  extraReducers(builder) {
    builder
      .addCase(readBroadcast.rejected, (slice, action) => {
        if (slice.view.status !== 'ready') slice.view = { status: 'failed', error: failureOf(action) };
      })
      .addCase(goLive.pending, (slice) => {
        Object.assign(slice, { action: 'starting', failure: null, trouble: null, certificate: null });
        slice.recordFailure = null;
      })
      .addCase(goLive.fulfilled, (slice) => {
        slice.action = null;
      })
      .addCase(endStream.pending, (slice) => {
        slice.action = 'ending';
      })
      .addCase(endStream.fulfilled, (slice, { payload }) => {
        Object.assign(slice, { action: null, encoder: null, certificate: payload });
      })
      .addCase(sendingEnded, (slice, { payload }) => {
        slice.trouble = payload;
        slice.encoder = null;
      })
      .addCase(encoderMeasured, (slice, { payload }) => {
        slice.encoder = payload;
      })
      .addCase(probeQuality.fulfilled, (slice, { payload }) => {
        slice.probe = payload;
      })
      .addCase(readFreeSpace.fulfilled, (slice, { payload }) => {
        slice.freeBytes = payload;
      })
      .addCase(recordBeside.rejected, (slice, action) => {
        slice.recordFailure = failureOf(action);
      })
      .addCase(recordingGone, (slice, { payload }) => {
        slice.recordFailure = payload;
      })
      .addCase(markerSet, (slice, { payload: { label } }) => note(slice, [{ kind: 'marker', name: label }]))
      .addCase(continueHere.pending, (slice) => {
        Object.assign(slice, { action: 'starting', failure: null, trouble: null });
      })
      .addCase(continueHere.fulfilled, (slice) => {
        slice.action = null;
      });
    addSourceCases(builder)
      .addMatcher(isAnyOf(goLive.rejected, endStream.rejected, continueHere.rejected), (slice, action) => {
        slice.action = null;
        slice.failure = failureOf(action);
      })
      .addMatcher(CHANGES, (slice, { payload }) => {
        const before = dataOf(slice.view);
        if (payload.live && !before?.live) slice.events = [];
        slice.unfedSec = unfedSecOf(slice.unfedSec, before?.live ?? null, payload.live);
        note(slice, changesBetween(before, payload), payload);
        slice.view = { status: 'ready', data: payload };
      });
  },
});

/** What is open in this page. */
function addSourceCases(builder: ActionReducerMapBuilder<BroadcastSlice>) {
  return builder
    .addCase(sourceChanged, (slice, { payload: { id, isLost } }) => {
      const source = slice.sources.find((known) => known.id === id);
      if (!source || source.isLost === isLost) return;
      source.isLost = isLost;
      const kind = isLost ? 'sourceLost' : 'sourceBack';
      if (dataOf(slice.view)?.live) note(slice, [{ kind, name: source.label }]);
    })
    .addCase(mediaChanged, (slice, { payload: { id, playing } }) => {
      const source = slice.sources.find((known) => known.id === id);
      if (source) source.playing = playing;
    })
    .addCase(sourceRemoved, (slice, { payload }) => {
      slice.sources = slice.sources.filter(({ id }) => id !== payload.id);
    })
    .addMatcher(isAnyOf(addCamera.pending, addScreen.pending, addMedia.pending), (slice) => {
      slice.sourceFailure = null;
    })
    .addMatcher(
      isAnyOf(addCamera.fulfilled, addScreen.fulfilled, addMedia.fulfilled),
      (slice, { payload }) => {
        slice.sources.push(payload);
      },
    )
    .addMatcher(isAnyOf(addCamera.rejected, addScreen.rejected, addMedia.rejected), (slice, action) => {
      slice.sourceFailure = failureOf(action);
    });
}

export const { draftChanged, certificateClosed } = broadcastSlice.actions;

type Live = BroadcastView['live'];

function unfedSecOf(unfedSec: number, before: Live, now: Live): number {
  if (!before || now?.framesMade !== before.framesMade) return 0;
  return unfedSec + now.elapsedSec - before.elapsedSec;
}

function note(slice: BroadcastSlice, changes: readonly LiveChange[], view = dataOf(slice.view)): void {
  const atSec = view?.live?.elapsedSec ?? 0;
  let id = slice.events.at(-1)?.id ?? 0;
  for (const change of changes) slice.events.push({ id: (id += 1), atSec, ...change });
  slice.events.splice(0, slice.events.length - MOST_EVENTS);
}

export const selectBroadcast = (root: BroadcastRoot) => root.broadcast;
export const selectView = (root: BroadcastRoot): BroadcastView | null => dataOf(root.broadcast.view);
export const selectLive = (root: BroadcastRoot) => selectView(root)?.live ?? null;
export const selectDraft = (root: BroadcastRoot) => root.broadcast.draft;
export const selectSources = (root: BroadcastRoot) => root.broadcast.sources;
/** Title, destinations and quality stay as they are. */
export const selectIsLocked = (root: BroadcastRoot): boolean =>
  root.broadcast.action !== null || selectLive(root) !== null;
/** Destinations with a page on which people watch. */
export const selectLinked = createSelector([selectView], (view) =>
  (view?.destinations ?? []).flatMap(({ id, name, watchLink }) =>
    watchLink === null ? [] : [{ id, name, watchLink }],
  ),
);
