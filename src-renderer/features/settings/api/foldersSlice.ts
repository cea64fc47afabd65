import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { OpenFolder } from '../../../../src-shared/contract/openFolders.ts';
import { failed } from '../../../i18n/failed.ts';
import { failureOf, LOADING, type Loadable } from '../../../lib/loadable.ts';
import { createClientThunk } from '../../../platform/index.ts';

export const readOpenFolders = createClientThunk(
  'openFolders/read',
  async (_: void, { client }) => unwrap(await client.call('openFolders.read')).folders,
  'inPlace',
);
export const openFolder = createClientThunk(
  'openFolders/add',
  async (path: string, { client }) => unwrap(await client.call('openFolders.add', { path })).folders,
  'inPlace',
);
export const closeFolder = createClientThunk(
  'openFolders/remove',
  async (id: string, { client }) => unwrap(await client.call('openFolders.remove', { id })).folders,
  failed('settings'),
);

/** Folders that programs may look into. */
export const openFoldersSlice = createSlice({
  name: 'openFolders',
  initialState: (): Loadable<OpenFolder[]> => LOADING,
  reducers: {
    openFoldersChanged: (_, { payload }: PayloadAction<OpenFolder[]>) => ({
      status: 'ready' as const,
      data: payload,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readOpenFolders.rejected, (_, action) => ({ status: 'failed', error: failureOf(action) }))
      .addMatcher(
        (action): action is PayloadAction<OpenFolder[]> =>
          [readOpenFolders, openFolder, closeFolder].some((thunk) => thunk.fulfilled.match(action)),
        (_, { payload }) => ({ status: 'ready', data: payload }),
      ),
});

export const { openFoldersChanged } = openFoldersSlice.actions;
export const selectOpenFolders = (root: { openFolders: Loadable<OpenFolder[]> }) => root.openFolders;
