import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { EngineState, LiveState } from '../../../src-shared/contract/engine.ts';
import { dataOf, failureOf, LOADING } from '../../lib/loadable.ts';
import type { EngineReport, EngineRoot, EngineSlice } from './engineTypes.ts';
import { chainTelling } from './chainReporting.ts';
import { chooseDevice, readEngine, setListening, startLive, stopLive } from './liveThunks.ts';

const initialState: EngineSlice = { report: LOADING, action: null, isTellingChain: false };

const isSettled = isAnyOf(
  startLive.fulfilled,
  startLive.rejected,
  stopLive.fulfilled,
  stopLive.rejected,
  chooseDevice.fulfilled,
  chooseDevice.rejected,
);

export const engineSlice = createSlice({
  name: 'engine',
  initialState,
  reducers: {
    engineReported(slice, { payload }: PayloadAction<EngineReport>) {
      slice.report = { status: 'ready', data: payload };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(startLive.pending, (slice) => void (slice.action = 'starting'))
      .addCase(stopLive.pending, (slice) => void (slice.action = 'stopping'))
      .addCase(chainTelling, (slice, { payload }) => void (slice.isTellingChain = payload))
      .addCase(chooseDevice.pending, (slice) => {
        if (slice.report.status === 'ready' && slice.report.data.state.live) slice.action = 'restarting';
      })
      .addCase(readEngine.rejected, (slice, action) => {
        if (slice.report.status !== 'ready') slice.report = { status: 'failed', error: failureOf(action) };
      })
      .addMatcher(
        isAnyOf(readEngine.fulfilled, startLive.fulfilled, stopLive.fulfilled, setListening.fulfilled),
        (slice, { payload }) => {
          slice.report = { status: 'ready', data: payload };
        },
      )
      .addMatcher(isSettled, (slice) => void (slice.action = null)),
});

export const { engineReported } = engineSlice.actions;

export const selectEngineReport = (root: EngineRoot) => root.engine.report;
export const selectLiveAction = (root: EngineRoot) => root.engine.action;
export const selectEngineState = (root: EngineRoot): EngineState | null =>
  dataOf(root.engine.report)?.state ?? null;
/** The running session while the engine measures it; null also while the engine is being started again. */
export function selectMeasuredLive(root: EngineRoot): LiveState | null {
  const engine = selectEngineState(root);
  return engine?.process === 'running' ? engine.live : null;
}
export const selectLive = (root: EngineRoot): LiveState | null => selectEngineState(root)?.live ?? null;
