import { expect, it } from 'vitest';
import type { ChatChange } from '../../../src-shared/contract/broadcastAccounts.ts';
import { MOST_CHAT_ENTRIES } from '../../../src-shared/domain/broadcast/accounts.ts';
import { ChatLog } from './chatLog.ts';
import type { ChatFact } from './driver.ts';

const entry = (id: string, platform: ChatFact['platform'] = 'twitch'): ChatFact => ({
  id,
  platform,
  author: 'Maya',
  authorId: 'secret-id',
  text: id,
  atMs: 0,
  isOwn: false,
});

it('keeps the newest messages, each once, and says what changed', () => {
  const changes: ChatChange[] = [];
  const log = new ChatLog((change) => changes.push(change));
  log.add([entry('a'), entry('a', 'youtube')]);
  log.add([entry('a')]);
  expect(log.entries.map(({ platform }) => platform)).toEqual(['twitch', 'youtube']);
  log.remove(({ platform }) => platform === 'twitch');
  log.remove(() => false);
  expect(changes.map(({ added, removed }) => [added.length, removed.length])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  // Who moderates needs it; the screen does not.
  expect(JSON.stringify([log.entries, changes])).not.toContain('secret-id');
  log.add(Array.from({ length: MOST_CHAT_ENTRIES + 5 }, (_, index) => entry(String(index))));
  expect(log.entries).toHaveLength(MOST_CHAT_ENTRIES);
  expect(log.entries.at(-1)?.text).toBe(String(MOST_CHAT_ENTRIES + 4));
});
