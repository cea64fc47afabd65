import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { AudioTestState, TestedDevices } from '../../../src-shared/contract/audioTest.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

export interface AudioTestSlice {
  /** As the host reported it; null until it did. */
  test: AudioTestState | null;
  isBusy: boolean;
  /** Why the last call was refused. */
  failure: RpcFailure | null;
}

export const readAudioTest = createClientThunk(
  'audioTest/read',
  async (_: void, { client }) => unwrap(await client.call('audioTest.readState')),
  'inPlace',
);
export const startAudioTest = createClientThunk(
  'audioTest/start',
  async (devices: TestedDevices, { client }) => unwrap(await client.call('audioTest.start', devices)),
  'inPlace',
);
export const stopAudioTest = createClientThunk(
  'audioTest/stop',
  async (_: void, { client }) => unwrap(await client.call('audioTest.stop')),
  'inPlace',
);
export const playTone = createClientThunk(
  'audioTest/playTone',
  async (devices: TestedDevices, { client }) => unwrap(await client.call('audioTest.playTone', devices)),
  'inPlace',
);
const isBegun = isAnyOf(startAudioTest.pending, playTone.pending);
const isDone = isAnyOf(
  readAudioTest.fulfilled,
  startAudioTest.fulfilled,
  stopAudioTest.fulfilled,
  playTone.fulfilled,
);
const isRefused = isAnyOf(startAudioTest.rejected, stopAudioTest.rejected, playTone.rejected);

export const audioTestSlice = createSlice({
  name: 'audioTest',
  initialState: (): AudioTestSlice => ({ test: null, isBusy: false, failure: null }),
  reducers: {
    audioTestReported(slice, { payload }: PayloadAction<AudioTestState>) {
      slice.test = payload;
      slice.failure = payload.failure;
    },
  },
  extraReducers: (builder) =>
    builder
      .addMatcher(isBegun, (slice) => {
        slice.isBusy = true;
        slice.failure = null;
      })
      .addMatcher(isDone, (slice, { payload }) => {
        slice.isBusy = false;
        slice.test = payload;
        slice.failure = payload.failure;
      })
      .addMatcher(isRefused, (slice, action) => {
        slice.isBusy = false;
        slice.failure = failureOf(action);
      }),
});

export const { audioTestReported } = audioTestSlice.actions;

export interface AudioTestRoot {
  audioTest: AudioTestSlice;
}
export const selectAudioTest = (root: AudioTestRoot) => root.audioTest;
