import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { MOST_CHAT_ENTRIES, type ChatEntry } from '../../../src-shared/domain/broadcast/accounts.ts';
import { failureOf, LOADING } from '../../lib/loadable.ts';
import type { AccountsSlice } from './accountsState.ts';
import {
  accountsReported,
  cancelConnecting,
  chatChanged,
  chatRead,
  connectAccount,
  disconnectAccount,
  measureSpeed,
  readAccounts,
  setAccountOptions,
} from './accountsThunks.ts';

const VIEWS = isAnyOf(
  readAccounts.fulfilled,
  connectAccount.fulfilled,
  cancelConnecting.fulfilled,
  disconnectAccount.fulfilled,
  setAccountOptions.fulfilled,
  accountsReported,
);

/** Accounts at platforms as the host reports them, their chats, and what was measured on the way to destinations. */
export const broadcastAccountsSlice = createSlice({
  name: 'broadcastAccounts',
  initialState: (): AccountsSlice => ({ view: LOADING, chat: [], isChatShown: false, speeds: {} }),
  reducers: {
    chatShown(slice, { payload }: PayloadAction<boolean>) {
      slice.isChatShown = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readAccounts.rejected, (slice, action) => {
        if (slice.view.status !== 'ready') slice.view = { status: 'failed', error: failureOf(action) };
      })
      .addCase(chatRead, (slice, { payload }) => {
        slice.chat = merge(payload, slice.chat);
      })
      .addCase(chatChanged, (slice, { payload: { added, removed } }) => {
        const isGone = (entry: ChatEntry) => removed.some((gone) => isSame(gone, entry));
        slice.chat = merge(slice.chat, added).filter((entry) => !isGone(entry));
      })
      .addCase(measureSpeed.pending, (slice, { meta: { arg } }) => {
        slice.speeds[arg.id] = { quality: arg.quality, test: 'measuring' };
      })
      .addCase(measureSpeed.fulfilled, (slice, { payload: test, meta: { arg } }) => {
        slice.speeds[arg.id] = { quality: arg.quality, test };
      })
      .addCase(measureSpeed.rejected, (slice, action) => {
        const { id, quality } = action.meta.arg;
        const { message } = failureOf(action);
        slice.speeds[id] = { quality, test: { kind: 'failed', message } };
      })
      .addMatcher(VIEWS, (slice, { payload }) => {
        slice.view = { status: 'ready', data: payload };
      }),
});

export const { chatShown } = broadcastAccountsSlice.actions;

type Key = Pick<ChatEntry, 'platform' | 'id'>;
const isSame = (one: Key, other: Key) => one.platform === other.platform && one.id === other.id;

/** What was read and what was announced meanwhile may be the same. */
function merge(first: readonly ChatEntry[], then: readonly ChatEntry[]): ChatEntry[] {
  const added = then.filter((entry) => !first.some((known) => isSame(known, entry)));
  return [...first, ...added].slice(-MOST_CHAT_ENTRIES);
}
