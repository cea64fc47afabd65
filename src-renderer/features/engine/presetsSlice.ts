import { failed } from '../../i18n/failed.ts';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

/** The list, and what is wrong with what was stored. */
export const readPresets = createClientThunk(
  'presets/read',
  async (_: void, { client }) => unwrap(await client.call('presets.list')),
  failed('presets'),
);

/** The noise presets, in the user's order, as the host keeps them. */
export const presetsSlice = createSlice({
  name: 'presets',
  initialState: (): Loadable<Preset[]> => LOADING,
  reducers: {
    presetsChanged: (_, { payload }: PayloadAction<Preset[]>) => ({
      status: 'ready' as const,
      data: payload,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readPresets.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload.presets }))
      .addCase(readPresets.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      ),
});

export const { presetsChanged } = presetsSlice.actions;

export interface PresetsRoot {
  presets: Loadable<Preset[]>;
}
export const selectPresets = (root: PresetsRoot) => root.presets;
const NONE: Preset[] = [];
export const selectPresetList: (root: PresetsRoot) => Preset[] = createSelector(
  [selectPresets],
  (presets) => dataOf(presets) ?? NONE,
);
