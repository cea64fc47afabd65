import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Today } from '../../../src-shared/contract/journal.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readToday = createClientThunk(
  'today/read',
  async (_: void, { client }) => unwrap(await client.call('journal.readToday')),
  'inPlace',
);

export const todaySlice = createSlice({
  name: 'today',
  initialState: (): Loadable<Today> => LOADING,
  reducers: {
    todayChanged: (_, { payload }: PayloadAction<Today>) => ({ status: 'ready', data: payload }) as const,
  },
  extraReducers: (builder) =>
    builder
      .addCase(readToday.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload }))
      .addCase(readToday.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      ),
});

export const { todayChanged } = todaySlice.actions;

interface Root {
  today: Loadable<Today>;
}
export const selectToday = (root: Root) => root.today;
