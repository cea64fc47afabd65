import { z } from 'zod';
import { CHAT_TIMEOUT_SEC } from '../../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../../src-shared/domain/broadcast/platforms.ts';
import { shorten } from '../askPlatform.ts';
import type { Access, PlatformDriver } from '../driver.ts';
import { platformError } from '../platformErrors.ts';
import type { PlatformAddresses } from '../platforms.ts';
import { followTwitchChat } from './chat.ts';
import { createDeviceGrant, validateToken } from './deviceGrant.ts';
import { createHelix, listOf, type Helix } from './helix.ts';

const MOST_TITLE_CHARS = 140;

const userSchema = z.object({ id: z.string(), login: z.string(), display_name: z.string() });
const categorySchema = z.object({ id: z.string(), name: z.string() });
const sentSchema = z.object({
  is_sent: z.boolean(),
  drop_reason: z.object({ message: z.string() }).nullish(),
});

export interface TwitchDriver extends PlatformDriver {
  searchCategories(access: Access, query: string): Promise<z.infer<typeof categorySchema>[]>;
}

/** An account of Twitch: Helix and EventSub. */
export function createTwitchDriver(
  addresses: PlatformAddresses['twitch'],
  nowMs: () => number,
): TwitchDriver {
  const helix = createHelix(addresses.api, nowMs);
  const address = platformOf('twitch').address ?? '';
  const readKey = async (access: Access, channelId: string) => {
    const query = { broadcaster_id: channelId };
    const schema = listOf(z.object({ stream_key: z.string().min(1) }));
    const { data } = await helix('streams/key', { access, query, schema });
    return first(data).stream_key;
  };

  return {
    platform: 'twitch',
    ...createDeviceGrant(addresses.signIn, nowMs),
    async readChannel(access) {
      const {
        id,
        login,
        display_name: name,
      } = first((await helix('users', { access, schema: listOf(userSchema) })).data);
      return { id, name, watchLink: `https://www.twitch.tv/${encodeURIComponent(login)}` };
    },
    check: (access) => validateToken(addresses.signIn, access),
    readIngest: async ({ authorized, channel }) => ({
      address,
      key: await authorized((access) => readKey(access, channel.id)),
    }),
    async prepare({ authorized, channel, options }, { title }) {
      const json = {
        title: title.slice(0, MOST_TITLE_CHARS),
        ...(options.category && { game_id: options.category.id }),
      };
      await authorized((access) =>
        helix('channels', {
          access,
          json,
          method: 'PATCH',
          schema: z.unknown(),
          query: { broadcaster_id: channel.id },
        }),
      );
      return null;
    },
    async readLive({ authorized, channel }) {
      const schema = listOf(z.object({ viewer_count: z.int().nonnegative() }));
      const { data } = await authorized((access) =>
        helix('streams', { access, query: { user_id: channel.id }, schema }),
      );
      // Twitch lists a stream a moment after it began.
      const viewers = data[0]?.viewer_count ?? null;
      return { viewers, health: null, hasEnded: false, isShown: viewers !== null };
    },
    hasChat: () => true,
    followChat: (session, _, listener) =>
      followTwitchChat({ helix, url: addresses.eventSub, nowMs }, session, listener),
    ...chatWriter(helix),
    async openSpeedTest(session) {
      const key = await session.authorized((access) => readKey(access, session.channel.id));
      return { ...twitchTestPlace({ address, key }), close: () => Promise.resolve() };
    },
    end: () => Promise.resolve(),
    async searchCategories(access, query) {
      const schema = listOf(categorySchema);
      const { data } = await helix('search/categories', { access, query: { query, first: '10' }, schema });
      return data;
    },
  };
}

/** Twitch takes a stream with this flag, measures it and shows it to nobody. */
export const twitchTestPlace = ({ address, key }: { address: string; key: string }) => ({
  way: 'twitchTest' as const,
  address,
  key: `${key}?bandwidthtest=true`,
});

const chatWriter = (helix: Helix): Pick<PlatformDriver, 'sendChat' | 'moderate'> => ({
  async sendChat({ authorized, channel }, _, text) {
    const { data } = await authorized((access) =>
      helix('chat/messages', {
        access,
        method: 'POST',
        schema: listOf(sentSchema),
        json: { broadcaster_id: channel.id, sender_id: channel.id, message: text },
      }),
    );
    const { is_sent: isSent, drop_reason: drop } = first(data);
    if (!isSent) throw platformError('twitch', 'accountForbidden', { reason: shorten(drop?.message ?? '') });
  },
  async moderate({ authorized, channel }, _, { id, authorId }, action) {
    const query = { broadcaster_id: channel.id, moderator_id: channel.id };
    const schema = z.unknown();
    await authorized((access) => {
      if (action === 'delete') {
        const which = { ...query, message_id: id };
        return helix('moderation/chat', { access, method: 'DELETE', query: which, schema });
      }
      const data = { user_id: authorId, ...(action === 'timeout' && { duration: CHAT_TIMEOUT_SEC }) };
      return helix('moderation/bans', { access, method: 'POST', query, json: { data }, schema });
    });
  },
});

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw platformError('twitch', 'accountFailed', { status: 200 });
  return one;
}
