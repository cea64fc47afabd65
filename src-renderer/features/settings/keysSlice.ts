import { failed } from '../../i18n/failed.ts';
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { KeyProvider, KeysState } from '../../../src-shared/contract/keys.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

export const readKeys = createClientThunk(
  'keys/read',
  async (_: void, { client }) => unwrap(await client.call('keys.read')),
  failed('keys'),
);
export const removeKey = createClientThunk(
  'keys/remove',
  async (provider: KeyProvider, { client }) => unwrap(await client.call('keys.remove', { provider })),
  failed('keys'),
);

/** Which keys are configured, as the host reports it: never a key. */
export const keysSlice = createSlice({
  name: 'keys',
  initialState: (): Loadable<KeysState> => LOADING,
  reducers: {
    keysChanged: (_, { payload }: PayloadAction<KeysState>) => ({ status: 'ready' as const, data: payload }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readKeys.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload }))
      .addCase(readKeys.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      )
      .addCase(removeKey.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload })),
});

export const { keysChanged } = keysSlice.actions;

export interface KeysRoot {
  keys: Loadable<KeysState>;
}
export const selectKeys = (root: KeysRoot) => root.keys;

/**
 * Gives a key to the host; answers why it was refused, or null. Not a thunk with actions: those carry their argument
 * through every listener of the store.
 */
export function saveKey(provider: KeyProvider, key: string) {
  return async (
    dispatch: Dispatch,
    _getState: unknown,
    { client }: Pick<ThunkExtra, 'client'>,
  ): Promise<string | null> => {
    const answer = await client.call('keys.save', { provider, key });
    if (!answer.success) return answer.error.message;
    dispatch(keysChanged(answer.data));
    return null;
  };
}
