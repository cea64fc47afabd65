import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CrashList } from '../../../src-shared/contract/crashes.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failed } from '../../i18n/failed.ts';
import { createClientThunk } from '../../platform/index.ts';

export const listCrashes = createClientThunk(
  'crashes/list',
  async (_: void, { client }) => unwrap(await client.call('crashes.list')),
  'inPlace',
);
export const readCrash = createClientThunk(
  'crashes/read',
  async (id: string, { client }) => unwrap(await client.call('crashes.read', { id })),
  'inPlace',
);
export const removeCrashes = createClientThunk(
  'crashes/remove',
  async (ids: string[], { client }) => unwrap(await client.call('crashes.remove', { ids })),
  failed('crashReports'),
);

const NONE: CrashList = { reports: [], isSafeMode: false };

/** Reports of crashes that this host keeps. */
export const crashesSlice = createSlice({
  name: 'crashes',
  initialState: NONE,
  reducers: {
    crashesReported: (_, { payload }: PayloadAction<CrashList>) => payload,
  },
  extraReducers: (builder) =>
    builder
      .addCase(listCrashes.fulfilled, (_, { payload }) => payload)
      .addCase(removeCrashes.fulfilled, (_, { payload }) => payload),
});

export const { crashesReported } = crashesSlice.actions;
export const selectCrashes = (root: { crashes: CrashList }) => root.crashes;
