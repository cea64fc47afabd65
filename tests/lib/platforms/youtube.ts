import { createHash, randomUUID } from 'node:crypto';
import { startStandIn, type StandIn, type StandInAnswer, type StandInRequest } from './standIn.ts';

export const YOUTUBE_KEY = 'k8m2-9xyz-YouTubeStreamKey';
const CHANNEL = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';

export interface YouTubeBroadcast {
  id: string;
  title: string;
  description: string;
  privacy: string;
  autoStart: boolean;
  status: 'created' | 'live' | 'complete';
  boundStreamId: string | null;
  scheduledStartTime: string;
}

/** YouTube by its published shapes: Google's consent and tokens, the Live Streaming API 3. */
export interface YouTubeStandIn {
  web: StandIn;
  secrets: string[];
  /** What the user answers on the page of consent. */
  answerConsent(how: 'agreed' | 'access_denied'): void;
  withdraw(what: 'access' | 'all'): void;
  broadcasts: Map<string, YouTubeBroadcast>;
  figures: { viewers: number | null; health: string };
  say(name: string, text: string): string;
  messages: Record<string, unknown>[];
  close(): Promise<void>;
}

/** `ingest`: where its streams go, without a key. */
export async function startYouTube(ingest: string): Promise<YouTubeStandIn> {
  let consent: 'agreed' | 'access_denied' = 'agreed';
  const secrets: string[] = [YOUTUBE_KEY];
  const access = new Set<string>();
  const refresh = new Set<string>();
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const api = createApi(ingest);

  function issue(withRefresh: boolean): StandInAnswer {
    const [accessToken, refreshToken] = [`ya29.${randomUUID()}`, `1//${randomUUID()}`];
    secrets.push(accessToken, refreshToken);
    access.add(accessToken);
    if (withRefresh) refresh.add(refreshToken);
    const body = { access_token: accessToken, expires_in: 3599, scope: 'youtube', token_type: 'Bearer' };
    return { status: 200, body: withRefresh ? { ...body, refresh_token: refreshToken } : body };
  }

  function askConsent({ query }: StandInRequest): StandInAnswer {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (consent === 'agreed') {
      const code = `4/${randomUUID()}`;
      secrets.push(code);
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirect: query.get('redirect_uri') ?? '',
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', consent);
    return { status: 302, headers: { location: back.href } };
  }

  function token({ form }: StandInRequest): StandInAnswer {
    const refuse = (words: string) => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: words },
    });
    if (form.get('grant_type') === 'refresh_token')
      return refresh.has(form.get('refresh_token') ?? '')
        ? issue(false)
        : refuse('Token has been expired or revoked.');
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
      return refuse('Bad Request');
    return issue(true);
  }

  const web = await startStandIn((request) => {
    if (request.path === '/consent') return askConsent(request);
    if (request.path === '/token') return token(request);
    if (request.path === '/revoke') {
      refresh.delete(request.form.get('token') ?? '');
      access.clear();
      return { status: 200, body: {} };
    }
    if (!access.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return youTubeError(401, 'authError', 'Invalid Credentials');
    return api.answer(request);
  });

  return {
    web,
    secrets,
    ...api.state,
    answerConsent: (how) => (consent = how),
    withdraw(what) {
      access.clear();
      if (what === 'all') refresh.clear();
    },
    say(name, text) {
      const id = randomUUID();
      api.state.messages.push({
        id,
        snippet: { type: 'textMessageEvent', displayMessage: text, publishedAt: new Date().toISOString() },
        authorDetails: { channelId: `channel-${name}`, displayName: name },
      });
      return id;
    },
    close: () => web.close(),
  };
}

/** An error as Google's APIs word it. */
export const youTubeError = (code: number, reason: string, message = reason): StandInAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }] } },
});

function createApi(ingest: string) {
  const state = {
    broadcasts: new Map<string, YouTubeBroadcast>(),
    figures: { viewers: null as number | null, health: 'good' },
    messages: [] as Record<string, unknown>[],
  };
  const streams = new Map<string, unknown>();
  const items = (...list: unknown[]): StandInAnswer => ({ status: 200, body: { items: list } });
  const one = (body: unknown): StandInAnswer => ({ status: 200, body });

  function answer({ method, path, query, json }: StandInRequest): StandInAnswer {
    const id = query.get('id') ?? '';
    const broadcast = state.broadcasts.get(id);
    const missing = youTubeError(404, 'liveBroadcastNotFound');
    switch (`${method} ${path.replace('/youtube/v3/', '')}`) {
      case 'GET channels':
        return items({ id: CHANNEL, snippet: { title: 'Google Developers' } });
      case 'POST liveStreams': {
        const stream = streamOf(`stream-${randomUUID()}`, ingest);
        streams.set(stream.id, stream);
        return one(stream);
      }
      case 'GET liveStreams': {
        const stream = streams.get(id);
        if (!stream) return items();
        const status = { streamStatus: 'active', healthStatus: { status: state.figures.health } };
        return items({ ...stream, status });
      }
      case 'POST liveBroadcasts': {
        const made = broadcastFrom(json as NewBroadcast);
        state.broadcasts.set(made.id, made);
        return one(toResource(made));
      }
      case 'PUT liveBroadcasts': {
        const { id: which, snippet } = json as NewBroadcast & { id: string };
        const planned = state.broadcasts.get(which);
        if (!planned) return missing;
        Object.assign(planned, snippet);
        return one(toResource(planned));
      }
      case 'GET liveBroadcasts':
        if (query.has('broadcastStatus'))
          return items(
            ...[...state.broadcasts.values()].filter(({ status }) => status === 'created').map(toResource),
          );
        return broadcast ? items(toResource(broadcast)) : items();
      case 'DELETE liveBroadcasts':
        return state.broadcasts.delete(id) ? { status: 204 } : missing;
      case 'POST liveBroadcasts/bind':
        if (!broadcast) return missing;
        broadcast.boundStreamId = query.get('streamId');
        return one(toResource(broadcast));
      case 'POST liveBroadcasts/transition':
        if (!broadcast) return missing;
        if (broadcast.status === 'complete') return youTubeError(403, 'redundantTransition');
        if (broadcast.status === 'created') return youTubeError(403, 'invalidTransition');
        broadcast.status = 'complete';
        return one(toResource(broadcast));
      case 'GET videos': {
        if (!broadcast) return items();
        const { viewers } = state.figures;
        const ended = broadcast.status === 'complete' ? { actualEndTime: new Date().toISOString() } : {};
        const counted = viewers === null ? {} : { concurrentViewers: String(viewers) };
        return items({ id, liveStreamingDetails: { ...counted, ...ended } });
      }
      case 'GET liveChat/messages': {
        const from = Number(query.get('pageToken') ?? 0);
        return one({
          nextPageToken: String(state.messages.length),
          pollingIntervalMillis: 50,
          items: state.messages.slice(from),
        });
      }
      case 'POST liveChat/messages':
        return one({ id: randomUUID() });
      case 'DELETE liveChat/messages':
        return { status: 204 };
      case 'POST liveChat/bans':
        return one({ id: randomUUID() });
      default:
        return youTubeError(404, 'notFound');
    }
  }
  return { state, answer };
}

interface NewBroadcast {
  snippet: { title: string; description: string; scheduledStartTime: string };
  status: { privacyStatus: string };
  contentDetails: { enableAutoStart: boolean };
}

const broadcastFrom = ({ snippet, status, contentDetails }: NewBroadcast): YouTubeBroadcast => ({
  id: randomUUID(),
  ...snippet,
  privacy: status.privacyStatus,
  autoStart: contentDetails.enableAutoStart,
  status: 'created',
  boundStreamId: null,
});

const toResource = ({ id, title, description, scheduledStartTime }: YouTubeBroadcast) => ({
  kind: 'youtube#liveBroadcast',
  id,
  snippet: { title, description, scheduledStartTime, liveChatId: `chat-${id}` },
});

const streamOf = (id: string, ingest: string) => ({
  kind: 'youtube#liveStream',
  id,
  cdn: {
    ingestionType: 'rtmp',
    ingestionInfo: { streamName: YOUTUBE_KEY, ingestionAddress: ingest, backupIngestionAddress: ingest },
  },
});
