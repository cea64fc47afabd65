import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { RefusedShortcuts } from '../../../src-shared/contract/shortcuts.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readRefusedShortcuts = createClientThunk('shortcuts/readRefused', async (_: void, { client }) =>
  unwrap(await client.call('shortcuts.readRefused')),
);

/** Shortcuts for the whole system that the system did not give us. */
export const shortcutsSlice = createSlice({
  name: 'shortcuts',
  initialState: (): RefusedShortcuts => [],
  reducers: {
    shortcutsRefused: (_, { payload }: PayloadAction<RefusedShortcuts>) => payload,
  },
  extraReducers: (builder) => builder.addCase(readRefusedShortcuts.fulfilled, (_, { payload }) => payload),
});

export const { shortcutsRefused } = shortcutsSlice.actions;
export const selectRefusedShortcuts = (root: { shortcuts: RefusedShortcuts }) => root.shortcuts;
