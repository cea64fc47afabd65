import { z } from 'zod';
import type { Session, ChatFact, ChatListener } from '../driver.ts';
import { followEventSub } from './eventSub.ts';
import type { Helix } from './helix.ts';

const TYPES = [
  'channel.chat.message',
  'channel.chat.message_delete',
  'channel.chat.clear_user_messages',
  'channel.chat.clear',
] as const;

const messageSchema = z.object({
  message_id: z.string(),
  chatter_user_id: z.string(),
  chatter_user_name: z.string(),
  message: z.object({ text: z.string() }),
});
const deletedSchema = z.object({ message_id: z.string() });
const clearedSchema = z.object({ target_user_id: z.string() });

/** Reads the chat of a channel. */
export async function followTwitchChat(
  parts: { helix: Helix; url: string; nowMs: () => number },
  { channel, authorized }: Session,
  { onOpened, onAdded, onRemoved, signal }: ChatListener,
): Promise<void> {
  const { helix, url, nowMs } = parts;
  const subscribe = (sessionId: string) =>
    authorized(async (access) => {
      for (const type of TYPES) {
        await helix('eventsub/subscriptions', {
          access,
          method: 'POST' as const,
          schema: z.unknown(),
          signal,
          json: {
            type,
            version: '1',
            transport: { method: 'websocket', session_id: sessionId },
            condition: { broadcaster_user_id: channel.id, user_id: channel.id },
          },
        });
      }
      onOpened();
    });
  const onEvent = (type: string, event: unknown) => {
    if (type === 'channel.chat.message') {
      const parsed = messageSchema.safeParse(event);
      if (parsed.success) onAdded([entryOf(parsed.data, channel.id, nowMs())]);
    } else if (type === 'channel.chat.message_delete') {
      const parsed = deletedSchema.safeParse(event);
      if (parsed.success) onRemoved(({ id }) => id === parsed.data.message_id);
    } else if (type === 'channel.chat.clear_user_messages') {
      const parsed = clearedSchema.safeParse(event);
      if (parsed.success) onRemoved(({ authorId }) => authorId === parsed.data.target_user_id);
    } else if (type === 'channel.chat.clear') {
      onRemoved(() => true);
    }
  };
  await followEventSub({ url, subscribe, onEvent, signal });
}

function entryOf(event: z.infer<typeof messageSchema>, channelId: string, atMs: number): ChatFact {
  return {
    platform: 'twitch',
    id: event.message_id,
    author: event.chatter_user_name,
    authorId: event.chatter_user_id,
    text: event.message.text,
    atMs,
    isOwn: event.chatter_user_id === channelId,
  };
}
