import { createAction } from '@reduxjs/toolkit';
import type {
  BroadcastAccountsView,
  broadcastAccountsContract,
  ChatChange,
} from '../../../src-shared/contract/broadcastAccounts.ts';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type {
  AccountOptions,
  AccountPlatform,
  ChatEntry,
} from '../../../src-shared/domain/broadcast/accounts.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { failed } from '../../i18n/failed.ts';
import type { Dispatch } from '../../lib/store.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

type Contract = typeof broadcastAccountsContract;

export const accountsReported = createAction<BroadcastAccountsView>('broadcastAccounts/reported');
export const chatRead = createAction<ChatEntry[]>('broadcastAccounts/chatRead');
export const chatChanged = createAction<ChatChange>('broadcastAccounts/chatChanged');

export const readAccounts = createClientThunk(
  'broadcastAccounts/read',
  async (_: void, { client }) => unwrap(await client.call('broadcastAccounts.read')),
  failed('other'),
);

/** The section of the account says why it did not work. */
export const connectAccount = createClientThunk(
  'broadcastAccounts/connect',
  async (platform: AccountPlatform, { client }) =>
    unwrap(await client.call('broadcastAccounts.connect', { platform })),
  'inPlace',
);

export const cancelConnecting = createClientThunk(
  'broadcastAccounts/cancel',
  async (platform: AccountPlatform, { client }) =>
    unwrap(await client.call('broadcastAccounts.cancel', { platform })),
  failed('other'),
);

export const disconnectAccount = createClientThunk(
  'broadcastAccounts/disconnect',
  async (platform: AccountPlatform, { client }) =>
    unwrap(await client.call('broadcastAccounts.disconnect', { platform })),
  failed('keys'),
);

export const setAccountOptions = createClientThunk(
  'broadcastAccounts/setOptions',
  async (input: { platform: AccountPlatform; options: AccountOptions }, { client }) =>
    unwrap(await client.call('broadcastAccounts.setOptions', input)),
  failed('other'),
);

export const searchCategories = createClientThunk(
  'broadcastAccounts/searchCategories',
  async (query: string, { client }) =>
    unwrap(await client.call('broadcastAccounts.searchCategories', { query })),
  'inPlace',
);

export const listBroadcasts = createClientThunk(
  'broadcastAccounts/listBroadcasts',
  async (_: void, { client }) => unwrap(await client.call('broadcastAccounts.listBroadcasts')),
  'inPlace',
);

export const measureSpeed = createClientThunk(
  'broadcastAccounts/measureSpeed',
  async (input: { id: string; quality: MasterQualityId }, { client }) =>
    unwrap(await client.call('broadcastAccounts.measureSpeed', input)),
  'inPlace',
);

export const sendChat = createClientThunk(
  'broadcastAccounts/sendChat',
  async (input: InputOf<Contract['broadcastAccounts.sendChat']>, { client }) =>
    unwrap(await client.call('broadcastAccounts.sendChat', input)),
  'inPlace',
);

export const moderateChat = createClientThunk(
  'broadcastAccounts/moderate',
  async (input: InputOf<Contract['broadcastAccounts.moderate']>, { client }) =>
    unwrap(await client.call('broadcastAccounts.moderate', input)),
  failed('other'),
);

/** Answers why it was refused, or null. Not a thunk with actions: those carry their argument through every listener. */
export function saveClient(input: InputOf<Contract['broadcastAccounts.saveClient']>) {
  return async (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): Promise<string | null> => {
    const answer = await client.call('broadcastAccounts.saveClient', input);
    if (!answer.success) return answer.error.message;
    dispatch(accountsReported(answer.data));
    return null;
  };
}

/** Answers why address and key of the account did not come into the destination, or null. */
export function fillDestination(id: string) {
  return async (_: Dispatch, __: unknown, { client }: ThunkExtra): Promise<string | null> => {
    const answer = await client.call('broadcastAccounts.fillDestination', { id });
    return answer.success ? null : answer.error.message;
  };
}

/** Until what it returns is called. */
export function followAccounts() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    const end = client.subscribe('broadcastAccounts.onChanged', (view) => dispatch(accountsReported(view)));
    void dispatch(readAccounts());
    return end;
  };
}

/** The host reads the chats as long as a page follows them. */
export function followChat() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    const end = client.subscribe('broadcastAccounts.onChatChanged', (change) =>
      dispatch(chatChanged(change)),
    );
    void client.call('broadcastAccounts.readChat').then((answer) => {
      if (answer.success) dispatch(chatRead(answer.data));
    });
    return end;
  };
}
