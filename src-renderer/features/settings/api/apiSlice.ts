import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiScope, ApiState, WebhookEvent } from '../../../../src-shared/contract/api.ts';
import { unwrap, type Answer } from '../../../../src-shared/contract/errors.ts';
import { failed } from '../../../i18n/failed.ts';
import { failureOf, LOADING, type Loadable } from '../../../lib/loadable.ts';
import { createClientThunk, type ThunkExtra } from '../../../platform/index.ts';

export const readApi = createClientThunk(
  'api/read',
  async (_: void, { client }) => unwrap(await client.call('api.read')),
  failed('keys'),
);
export const setApiServer = createClientThunk(
  'api/setServer',
  async (server: { isOn: boolean; port: number }, { client }) =>
    unwrap(await client.call('api.setServer', server)),
  failed('settings'),
);
export const revokeApiKey = createClientThunk(
  'api/revokeKey',
  async (id: string, { client }) => unwrap(await client.call('api.revokeKey', { id })),
  failed('keys'),
);
export const removeApiKey = createClientThunk(
  'api/removeKey',
  async (id: string, { client }) => unwrap(await client.call('api.removeKey', { id })),
  failed('keys'),
);
export const removeWebhook = createClientThunk(
  'api/removeWebhook',
  async (id: string, { client }) => unwrap(await client.call('api.removeWebhook', { id })),
  failed('keys'),
);
/** What was called and what was sent, the newest first. */
export const readApiActivity = createClientThunk(
  'api/readActivity',
  async (_: void, { client }) => ({
    calls: unwrap(await client.call('api.listCalls')),
    deliveries: unwrap(await client.call('api.listDeliveries')),
  }),
  failed('keys'),
);
export const testWebhook = createClientThunk(
  'api/testWebhook',
  async (id: string, { client }) => unwrap(await client.call('api.testWebhook', { id })),
  failed('keys'),
);

/** The API for other programs, as the host reports it: never a key. */
export const apiSlice = createSlice({
  name: 'api',
  initialState: (): Loadable<ApiState> => LOADING,
  reducers: {
    apiChanged: (_, { payload }: PayloadAction<ApiState>) => ({ status: 'ready' as const, data: payload }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readApi.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      )
      .addMatcher(
        (action): action is PayloadAction<ApiState> =>
          [readApi, setApiServer, revokeApiKey, removeApiKey, removeWebhook].some((thunk) =>
            thunk.fulfilled.match(action),
          ),
        (_, { payload }) => ({ status: 'ready', data: payload }),
      ),
});

export const { apiChanged } = apiSlice.actions;
export const selectApi = (root: { api: Loadable<ApiState> }) => root.api;

/** What is shown once does not go through the store's listeners. */
type Shown = { secret: string } | { problem: string };
type Asking = (dispatch: Dispatch, getState: unknown, extra: Pick<ThunkExtra, 'client'>) => Promise<Shown>;

function shown<T extends { state: ApiState }>(
  dispatch: Dispatch,
  answer: Answer<T>,
  secretOf: (data: T) => string,
): Shown {
  if (!answer.success) return { problem: answer.error.message };
  dispatch(apiChanged(answer.data.state));
  return { secret: secretOf(answer.data) };
}

export function createApiKey(key: { name: string; scopes: ApiScope[]; validDays: number | null }): Asking {
  return async (dispatch, _getState, { client }) =>
    shown(dispatch, await client.call('api.createKey', key), (data) => data.key);
}

export function createWebhook(webhook: { url: string; events: WebhookEvent[] }): Asking {
  return async (dispatch, _getState, { client }) =>
    shown(dispatch, await client.call('api.createWebhook', webhook), (data) => data.secret);
}
