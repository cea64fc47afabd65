import { describe, expect, it } from 'vitest';
import type { ChatEntry } from '../../../src-shared/domain/broadcast/accounts.ts';
import { broadcastAccountsSlice } from './accountsSlice.ts';
import { chatChanged, chatRead, measureSpeed } from './accountsThunks.ts';

const entry = (id: string, platform: ChatEntry['platform'] = 'twitch'): ChatEntry => ({
  id,
  platform,
  author: 'Maya',
  text: id,
  atMs: 0,
  isOwn: false,
});
const after = (...actions: Parameters<typeof broadcastAccountsSlice.reducer>[1][]) =>
  actions.reduce(broadcastAccountsSlice.reducer, broadcastAccountsSlice.getInitialState());

describe('the chats of the page', () => {
  it('have what was read and what came meanwhile once', () => {
    const { chat } = after(
      chatChanged({ added: [entry('b'), entry('c')], removed: [] }),
      chatRead([entry('a'), entry('b'), entry('b', 'youtube')]),
    );
    expect(chat.map(({ id, platform }) => `${id} ${platform}`)).toEqual([
      ...['a twitch', 'b twitch', 'b youtube', 'c twitch'],
    ]);
  });

  it('lose what was removed at its platform alone', () => {
    const { chat } = after(
      chatRead([entry('a'), entry('a', 'youtube')]),
      chatChanged({ added: [], removed: [{ platform: 'twitch', id: 'a' }] }),
    );
    expect(chat).toEqual([entry('a', 'youtube')]);
  });
});

describe('the test of the way', () => {
  it('says why it failed, for the quality that was tested', () => {
    const input = { id: 'd', quality: '720p30' as const };
    expect(after(measureSpeed.pending('r', input)).speeds.d).toEqual({
      quality: '720p30',
      test: 'measuring',
    });
    const refused = { code: 'ACCOUNT_REFUSED' as const, message: 'No quota.', retryable: false };
    expect(after(measureSpeed.rejected(new Error('no'), 'r', input, refused)).speeds.d).toEqual({
      quality: '720p30',
      test: { kind: 'failed', message: 'No quota.' },
    });
  });
});
