import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { UpdateState } from '../../../src-shared/contract/updates.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { failed } from '../../i18n/failed.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readUpdates = createClientThunk(
  'updates/read',
  async (_: void, { client }) => unwrap(await client.call('updates.read')),
  'inPlace',
);
export const checkUpdates = createClientThunk(
  'updates/check',
  async (_: void, { client }) => unwrap(await client.call('updates.check')),
  'inPlace',
);

export type UpdateRequest = 'updates.download' | 'updates.install' | 'updates.cancel';
export const changeUpdate = createClientThunk(
  'updates/change',
  async (request: UpdateRequest, { client }) => unwrap(await client.call(request)),
  failed('update'),
);

const ready = (data: UpdateState): Loadable<UpdateState> => ({ status: 'ready', data });

/** Whether there is a newer version, as the host found it. */
export const updatesSlice = createSlice({
  name: 'updates',
  initialState: (): Loadable<UpdateState> => LOADING,
  reducers: {
    updatesReported: (_, { payload }: PayloadAction<UpdateState>) => ready(payload),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readUpdates.fulfilled, (_, { payload }) => ready(payload))
      .addCase(checkUpdates.fulfilled, (_, { payload }) => ready(payload))
      .addCase(changeUpdate.fulfilled, (_, { payload }) => ready(payload))
      .addCase(readUpdates.rejected, (_, action) => ({ status: 'failed', error: failureOf(action) })),
});

export const { updatesReported } = updatesSlice.actions;
export const selectUpdates = (root: { updates: Loadable<UpdateState> }) => root.updates;
