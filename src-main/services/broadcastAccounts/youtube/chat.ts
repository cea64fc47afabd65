import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CHAT_TIMEOUT_SEC } from '../../../../src-shared/domain/broadcast/accounts.ts';
import type { ChatFact, PlatformBroadcast, PlatformDriver, Session } from '../driver.ts';
import { platformError } from '../platformErrors.ts';
import { itemsOf, type LiveApi } from './liveApi.ts';

const messageSchema = z.object({
  id: z.string(),
  snippet: z.object({
    type: z.string(),
    displayMessage: z.string().optional(),
    publishedAt: z.string(),
    messageDeletedDetails: z.object({ deletedMessageId: z.string() }).optional(),
    userBannedDetails: z.object({ bannedUserDetails: z.object({ channelId: z.string() }) }).optional(),
  }),
  authorDetails: z.object({ channelId: z.string(), displayName: z.string() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

const pageSchema = itemsOf(messageSchema).extend({
  nextPageToken: z.string().optional(),
  pollingIntervalMillis: z.number().nonnegative(),
  offlineAt: z.string().optional(),
});

/** The live chat of a broadcast: read as often as YouTube says. */
export function createYouTubeChat(
  api: LiveApi,
): Pick<PlatformDriver, 'hasChat' | 'followChat' | 'sendChat' | 'moderate'> {
  return {
    hasChat: (broadcast) => (broadcast?.chatId ?? null) !== null,
    async followChat({ authorized, channel }, broadcast, { onOpened, onAdded, onRemoved, signal }) {
      const liveChatId = chatOf(broadcast);
      let pageToken: string | undefined;
      while (!signal.aborted) {
        const query = { liveChatId, part: 'id,snippet,authorDetails', ...(pageToken && { pageToken }) };
        const page = await authorized((access) =>
          api('liveChat/messages', { access, query, schema: pageSchema, signal }),
        );
        onOpened();
        onAdded(page.items.flatMap((message) => entryOf(message, channel.id)));
        for (const { snippet } of page.items) {
          const deletedId = snippet.messageDeletedDetails?.deletedMessageId;
          const bannedId = snippet.userBannedDetails?.bannedUserDetails.channelId;
          if (deletedId) onRemoved(({ id }) => id === deletedId);
          if (bannedId) onRemoved(({ authorId }) => authorId === bannedId);
        }
        if (page.offlineAt !== undefined) throw platformError('youtube', 'accountChatClosed');
        pageToken = page.nextPageToken;
        await sleep(page.pollingIntervalMillis, undefined, { signal });
      }
    },
    async sendChat({ authorized }, broadcast, text) {
      const liveChatId = chatOf(broadcast);
      const json = {
        snippet: { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText: text } },
      };
      await authorized((access) =>
        api('liveChat/messages', {
          access,
          json,
          method: 'POST',
          schema: z.unknown(),
          query: { part: 'snippet' },
        }),
      );
    },
    moderate: (session, broadcast, entry, action) =>
      action === 'delete'
        ? remove(api, session, entry)
        : ban(api, session, broadcast, entry, action === 'timeout'),
  };
}

async function remove(api: LiveApi, { authorized }: Session, { id }: ChatFact): Promise<void> {
  await authorized((access) =>
    api('liveChat/messages', { access, query: { id }, method: 'DELETE', schema: z.unknown() }),
  );
}

async function ban(
  api: LiveApi,
  { authorized }: Session,
  broadcast: PlatformBroadcast | null,
  { authorId }: ChatFact,
  isForAWhile: boolean,
): Promise<void> {
  const snippet = {
    liveChatId: chatOf(broadcast),
    bannedUserDetails: { channelId: authorId },
    ...(isForAWhile ? { type: 'temporary', banDurationSeconds: CHAT_TIMEOUT_SEC } : { type: 'permanent' }),
  };
  await authorized((access) =>
    api('liveChat/bans', {
      access,
      json: { snippet },
      method: 'POST',
      schema: z.unknown(),
      query: { part: 'snippet' },
    }),
  );
}

function chatOf(broadcast: PlatformBroadcast | null): string {
  const chatId = broadcast?.chatId ?? null;
  if (chatId === null) throw platformError('youtube', 'accountChatClosed');
  return chatId;
}

/** Messages of people; gifts and notices of the platform have words as well. */
function entryOf({ id, snippet, authorDetails }: Message, channelId: string): ChatFact[] {
  const { displayMessage: text } = snippet;
  if (!authorDetails || !text) return [];
  const { channelId: authorId, displayName: author } = authorDetails;
  const atMs = Date.parse(snippet.publishedAt);
  if (Number.isNaN(atMs)) return [];
  return [{ platform: 'youtube', id, author, authorId, text, atMs, isOwn: authorId === channelId }];
}
