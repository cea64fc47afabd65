import { failed } from '../../i18n/failed.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BrowserList } from '../../../src-shared/contract/browsers.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, readOwnBrowserId } from '../../platform/index.ts';

export interface Browsers extends BrowserList {
  /** Which of them this page is in; null where that is not known yet. */
  ownId: string | null;
}

export const readBrowsers = createClientThunk(
  'browsers/read',
  async (_: void, { client }) => {
    const [answer, ownId] = await Promise.all([client.call('browsers.list'), readOwnBrowserId()]);
    return { ...unwrap(answer), ownId };
  },
  failed('browsers'),
);
export const removeBrowser = createClientThunk(
  'browsers/remove',
  async (id: string, { client }) => unwrap(await client.call('browsers.remove', { id })),
  failed('browsers'),
);

/** The browsers that the host lets in, as it lists them. */
export const browsersSlice = createSlice({
  name: 'browsers',
  initialState: (): Loadable<Browsers> => LOADING,
  reducers: {
    browsersChanged(state, { payload }: PayloadAction<BrowserList>) {
      if (state.status === 'ready') state.data.browsers = payload.browsers;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readBrowsers.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload }))
      .addCase(readBrowsers.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      ),
});

export const { browsersChanged } = browsersSlice.actions;
export const selectBrowsers = (root: { browsers: Loadable<Browsers> }) => root.browsers;
