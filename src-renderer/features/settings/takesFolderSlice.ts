import { createSlice } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TakesFolder } from '../../../src-shared/contract/takesFolder.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

/** `isAtStart`: the screen is not open yet, so a problem with it raises a notice. */
export const readTakesFolder = createClientThunk(
  'takesFolder/read',
  async (_: { isAtStart: boolean }, { client }) => unwrap(await client.call('takesFolder.read')),
  'inPlace',
);

/** null: the default. */
export const chooseTakesFolder = createClientThunk(
  'takesFolder/choose',
  async (path: string | null, { client }) => unwrap(await client.call('takesFolder.choose', { path })),
  'inPlace',
);

/** By the system's dialog; null where nothing was chosen. */
export const browseTakesFolder = createClientThunk(
  'takesFolder/browse',
  async (_: void, { client }) => unwrap(await client.call('takesFolder.browse')),
  'inPlace',
);

export const takesFolderSlice = createSlice({
  name: 'takesFolder',
  initialState: (): Loadable<TakesFolder> => LOADING,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(readTakesFolder.rejected, (_, action) => ({ status: 'failed', error: failureOf(action) }))
      .addMatcher(
        (action) => readTakesFolder.fulfilled.match(action) || chooseTakesFolder.fulfilled.match(action),
        (_, { payload }: { payload: TakesFolder }) => ({ status: 'ready' as const, data: payload }),
      ),
});

export const selectTakesFolder = (root: { takesFolder: Loadable<TakesFolder> }) => root.takesFolder;
