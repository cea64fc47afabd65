import { z } from 'zod';
import type { Privacy } from '../../../../src-shared/domain/broadcast/accounts.ts';
import type { Channel } from '../accountRecord.ts';
import type { Access, Ingest, PlatformBroadcast, PlatformDriver, Session } from '../driver.ts';
import { isProblem, platformError } from '../platformErrors.ts';
import type { PlatformAddresses } from '../platforms.ts';
import { createYouTubeChat } from './chat.ts';
import { createLiveApi, itemsOf, type LiveApi } from './liveApi.ts';
import { createLoopbackGrant } from './loopbackGrant.ts';

const MOST_TITLE_CHARS = 100;
const MOST_DESCRIPTION_CHARS = 5000;
const STREAM_TITLE = 'SoundDesk';

const broadcastSchema = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    scheduledStartTime: z.string().optional(),
    liveChatId: z.string().optional(),
  }),
});
type Broadcast = z.infer<typeof broadcastSchema>;

const streamSchema = z.object({
  id: z.string(),
  cdn: z.object({
    ingestionInfo: z.object({
      streamName: z.string().min(1),
      ingestionAddress: z.string(),
      rtmpsIngestionAddress: z.string().optional(),
    }),
  }),
});

const healthSchema = z.object({
  status: z.object({
    healthStatus: z.object({ status: z.enum(['good', 'ok', 'bad', 'noData']).catch('noData') }).optional(),
  }),
});

export interface YouTubeDriver extends PlatformDriver {
  listBroadcasts(access: Access): Promise<{ id: string; title: string; startsAt: string | null }[]>;
}

/** An account of YouTube: the Live Streaming API. */
export function createYouTubeDriver(
  addresses: PlatformAddresses['youtube'],
  nowMs: () => number,
): YouTubeDriver {
  const api = createLiveApi(addresses.api);
  return {
    platform: 'youtube',
    ...createLoopbackGrant(addresses, nowMs),
    ...createYouTubeChat(api),
    readChannel: (access) => readChannel(api, access),
    async check(access) {
      await readChannel(api, access);
    },
    readIngest: async (session) => (await readStream(api, session)).ingest,
    async prepare(session, details) {
      const stream = await readStream(api, session);
      const { broadcastId, privacy } = session.options;
      const broadcast = broadcastId
        ? await rename(api, session, broadcastId, details)
        : await create(api, session, { ...details, privacy, startsAtMs: nowMs(), goesLive: true });
      await bind(api, session, broadcast.id, stream.id);
      return toPlatformBroadcast(broadcast, broadcastId === null);
    },
    readLive: (session, broadcast) => readLive(api, session, broadcast),
    async openSpeedTest(session) {
      const stream = await readStream(api, session);
      const details = { title: `${STREAM_TITLE} (test)`, description: '', startsAtMs: nowMs() };
      const { id } = await create(api, session, { ...details, privacy: 'private', goesLive: false });
      await bind(api, session, id, stream.id);
      return {
        ...stream.ingest,
        way: 'youtubePrivate',
        close: () => remove(api, session, id),
      };
    },
    end: (session, broadcast) => (broadcast ? end(api, session, broadcast) : Promise.resolve()),
    async listBroadcasts(access) {
      const query = { part: 'snippet', broadcastStatus: 'upcoming', broadcastType: 'all', maxResults: '25' };
      const { items } = await api('liveBroadcasts', { access, query, schema: itemsOf(broadcastSchema) });
      return items.map(({ id, snippet: { title, scheduledStartTime: startsAt = null } }) => ({
        id,
        title,
        startsAt,
      }));
    },
  };
}

async function readChannel(api: LiveApi, access: Access): Promise<Channel> {
  const schema = itemsOf(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) }));
  const { items } = await api('channels', { access, query: { part: 'snippet', mine: 'true' }, schema });
  const { id, snippet } = first(items);
  return {
    id,
    name: snippet.title,
    watchLink: `https://www.youtube.com/channel/${encodeURIComponent(id)}/live`,
  };
}

/** The one stream that SoundDesk uses again and again; made where it is not there. */
async function readStream(api: LiveApi, session: Session): Promise<{ id: string; ingest: Ingest }> {
  const { authorized, streamId, saveStreamId } = session;
  const schema = itemsOf(streamSchema);
  const found = streamId
    ? await authorized((access) =>
        api('liveStreams', { access, query: { part: 'cdn', id: streamId }, schema }),
      )
    : { items: [] };
  const stream = found.items[0] ?? (await createStream(api, session));
  if (stream.id !== streamId) await saveStreamId(stream.id);
  const { streamName: key, ingestionAddress, rtmpsIngestionAddress } = stream.cdn.ingestionInfo;
  return { id: stream.id, ingest: { address: rtmpsIngestionAddress ?? ingestionAddress, key } };
}

const createStream = (api: LiveApi, { authorized }: Session) =>
  authorized((access) =>
    api('liveStreams', {
      access,
      method: 'POST',
      schema: streamSchema,
      query: { part: 'snippet,cdn,contentDetails' },
      json: {
        snippet: { title: STREAM_TITLE },
        cdn: { ingestionType: 'rtmp', resolution: 'variable', frameRate: 'variable' },
        contentDetails: { isReusable: true },
      },
    }),
  );

interface NewBroadcast {
  title: string;
  description: string;
  privacy: Privacy;
  startsAtMs: number;
  /** As soon as video comes; otherwise nobody sees it. */
  goesLive: boolean;
}

const create = (
  api: LiveApi,
  { authorized }: Session,
  { title, description, privacy, startsAtMs, goesLive }: NewBroadcast,
): Promise<Broadcast> =>
  authorized((access) =>
    api('liveBroadcasts', {
      access,
      method: 'POST',
      schema: broadcastSchema,
      query: { part: 'snippet,status,contentDetails' },
      json: {
        snippet: {
          ...wordsOf({ title, description }),
          scheduledStartTime: new Date(startsAtMs).toISOString(),
        },
        status: { privacyStatus: privacy, selfDeclaredMadeForKids: false },
        contentDetails: {
          enableAutoStart: goesLive,
          enableAutoStop: goesLive,
          monitorStream: { enableMonitorStream: false },
        },
      },
    }),
  );

/** What an update leaves out is deleted, so that the time is sent back. */
async function rename(
  api: LiveApi,
  { authorized }: Session,
  id: string,
  details: { title: string; description: string },
): Promise<Broadcast> {
  const query = { part: 'snippet', id };
  const found = await authorized((access) =>
    api('liveBroadcasts', { access, query, schema: itemsOf(broadcastSchema) }),
  );
  const planned = found.items[0];
  if (!planned) throw platformError('youtube', 'accountEnded');
  const { scheduledStartTime } = planned.snippet;
  const json = { id, snippet: { ...wordsOf(details), scheduledStartTime } };
  const renamed = await authorized((access) =>
    api('liveBroadcasts', {
      access,
      json,
      method: 'PUT',
      schema: broadcastSchema,
      query: { part: 'snippet' },
    }),
  );
  return { id, snippet: { ...planned.snippet, ...renamed.snippet } };
}

async function bind(api: LiveApi, { authorized }: Session, id: string, streamId: string): Promise<void> {
  await authorized((access) =>
    api('liveBroadcasts/bind', {
      access,
      method: 'POST',
      schema: z.unknown(),
      query: { id, streamId, part: 'id,contentDetails' },
    }),
  );
}

async function remove(api: LiveApi, { authorized }: Session, id: string): Promise<void> {
  await authorized((access) =>
    api('liveBroadcasts', { access, query: { id }, method: 'DELETE', schema: z.unknown() }),
  );
}

/** One that was made for this stream and never was on air is not left among the planned ones. */
async function end(api: LiveApi, session: Session, { id, isNew }: PlatformBroadcast): Promise<void> {
  const query = { id, broadcastStatus: 'complete', part: 'status' };
  try {
    await session.authorized((access) =>
      api('liveBroadcasts/transition', { access, query, method: 'POST', schema: z.unknown() }),
    );
  } catch (error) {
    if (isProblem(error, 'accountNotLive') && isNew) await remove(api, session, id);
    // It has ended already, there.
    else if (!isProblem(error, 'accountEnded') && !isProblem(error, 'accountNotLive')) throw error;
  }
}

/** YouTube refuses angle brackets. */
const wordsOf = ({ title, description }: { title: string; description: string }) => ({
  title: title.replace(/[<>]/g, '').slice(0, MOST_TITLE_CHARS),
  description: description.replace(/[<>]/g, '').slice(0, MOST_DESCRIPTION_CHARS),
});

const toPlatformBroadcast = ({ id, snippet }: Broadcast, isNew: boolean): PlatformBroadcast => ({
  id,
  isNew,
  chatId: snippet.liveChatId ?? null,
  watchLink: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
});

/** Two units of the day's quota, or three. */
async function readLive(api: LiveApi, session: Session, broadcast: PlatformBroadcast | null) {
  const { authorized, streamId } = session;
  if (!broadcast) return { viewers: null, health: null, hasEnded: false, isShown: null };
  const schema = itemsOf(
    z.object({
      liveStreamingDetails: z
        .object({
          concurrentViewers: z.coerce.number().int().nonnegative().optional(),
          actualEndTime: z.string().optional(),
        })
        .optional(),
    }),
  );
  const { items } = await authorized((access) =>
    api('videos', { access, query: { part: 'liveStreamingDetails', id: broadcast.id }, schema }),
  );
  const details = items[0]?.liveStreamingDetails;
  const hasEnded = items.length === 0 || details?.actualEndTime !== undefined;
  const streams = streamId
    ? await authorized((access) =>
        api('liveStreams', {
          access,
          query: { part: 'status', id: streamId },
          schema: itemsOf(healthSchema),
        }),
      )
    : { items: [] };
  const health = streams.items[0]?.status.healthStatus?.status ?? null;
  return { viewers: details?.concurrentViewers ?? null, health, hasEnded, isShown: null };
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw platformError('youtube', 'accountNotEnabled');
  return one;
}
