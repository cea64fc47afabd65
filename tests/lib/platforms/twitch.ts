import { randomUUID } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';
import { startStandIn, type StandIn, type StandInAnswer, type StandInRequest } from './standIn.ts';

export const TWITCH_KEY = 'live_4471_Zq8rTwitchStreamKey';
const CHANNEL = '141981764';
const KEEP_ALIVE_EVERY_MS = 3000;

/** Twitch by its published shapes: device code grant, Helix, EventSub by WebSocket. */
export interface TwitchStandIn {
  web: StandIn;
  /** Every token and key that it has given out. */
  secrets: string[];
  /** The user agrees, refuses, or is too late. */
  answerCode(how: 'agreed' | 'access_denied' | 'invalid device code'): void;
  /** No token of before is good any more; `refresh` neither. */
  withdraw(what: 'access' | 'all'): void;
  channel: { title: string; categoryId: string; viewers: number | null };
  /** Every open connection of EventSub, the newest last. */
  sockets: WebSocket[];
  notify(type: string, event: unknown, options?: { messageId?: string }): void;
  say(name: string, text: string): string;
  /** Asks the client to go to a new connection. */
  moveEventSub(): void;
  close(): Promise<void>;
}

export async function startTwitch(): Promise<TwitchStandIn> {
  let state: 'authorization_pending' | 'agreed' | 'access_denied' | 'invalid device code' =
    'authorization_pending';
  const secrets: string[] = [TWITCH_KEY];
  const access = new Set<string>();
  const refresh = new Set<string>();
  const channel: TwitchStandIn['channel'] = { title: '', categoryId: '', viewers: null };
  const sockets: WebSocket[] = [];

  function issue(): StandInAnswer {
    const [accessToken, refreshToken] = [`twa-${randomUUID()}`, `twr-${randomUUID()}`];
    secrets.push(accessToken, refreshToken);
    access.add(accessToken);
    refresh.add(refreshToken);
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: 14_124,
        refresh_token: refreshToken,
        scope: ['user:read:chat'],
        token_type: 'bearer',
      },
    };
  }

  function token({ form }: StandInRequest): StandInAnswer {
    if (form.get('grant_type') === 'refresh_token') {
      // Good for one use.
      if (refresh.delete(form.get('refresh_token') ?? '')) return issue();
      return refuse(400, 'Invalid refresh token');
    }
    if (state === 'agreed') return issue();
    return refuse(400, state);
  }

  function answer(request: StandInRequest): StandInAnswer {
    const { path, form } = request;
    if (path === '/oauth2/device') {
      const deviceCode = `device-${randomUUID()}`;
      secrets.push(deviceCode);
      return {
        status: 200,
        body: {
          device_code: deviceCode,
          expires_in: 1800,
          interval: 0.05,
          user_code: 'ABCDEFGH',
          verification_uri: `http://127.0.0.1:${web.port}/activate?public=true&device-code=ABCDEFGH`,
        },
      };
    }
    if (path === '/oauth2/token') return token(request);
    if (path === '/oauth2/revoke') {
      access.delete(form.get('token') ?? '');
      return { status: 200 };
    }
    if (path === '/oauth2/validate')
      return access.has(request.headers.authorization?.replace(/^OAuth /, '') ?? '')
        ? {
            status: 200,
            body: { client_id: 'our-twitch', login: 'twitchdev', user_id: CHANNEL, expires_in: 14_000 },
          }
        : refuse(401, 'invalid access token');
    if (path === '/activate') return { status: 200, body: 'Activate your device' };
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!access.has(given)) return refuse(401, 'Invalid OAuth token');
    return helix(request, channel);
  }

  const web = await startStandIn(answer);
  const eventSub = new WebSocketServer({ server: web.server, path: '/ws' });
  eventSub.on('connection', (socket) => {
    sockets.push(socket);
    const session = { id: randomUUID(), status: 'connected', keepalive_timeout_seconds: 10 };
    send(socket, 'session_welcome', {
      session: { ...session, connected_at: new Date().toISOString(), reconnect_url: null },
    });
    socket.on('close', () => sockets.splice(sockets.indexOf(socket), 1));
  });

  // Twitch says something within the time that it promised.
  const keepAlive = setInterval(() => {
    for (const socket of sockets) send(socket, 'session_keepalive', {});
  }, KEEP_ALIVE_EVERY_MS);

  const notify: TwitchStandIn['notify'] = (type, event, { messageId } = {}) => {
    const subscription = { id: randomUUID(), type, version: '1', status: 'enabled', cost: 0 };
    const socket = sockets.at(-1);
    if (socket) send(socket, 'notification', { subscription, event }, messageId);
  };
  return {
    web,
    secrets,
    channel,
    sockets,
    notify,
    answerCode: (how) => (state = how),
    withdraw(what) {
      access.clear();
      if (what === 'all') refresh.clear();
    },
    say(name, text) {
      const id = randomUUID();
      notify('channel.chat.message', chatEvent(id, name, text));
      return id;
    },
    moveEventSub() {
      const url = `ws://127.0.0.1:${web.port}/ws?moved`;
      const socket = sockets.at(-1);
      if (socket)
        send(socket, 'session_reconnect', {
          session: { id: 'old', status: 'reconnecting', keepalive_timeout_seconds: null, reconnect_url: url },
        });
    },
    async close() {
      clearInterval(keepAlive);
      for (const socket of eventSub.clients) socket.terminate();
      await web.close();
    },
  };
}

function helix(
  { method, path, query, json }: StandInRequest,
  channel: TwitchStandIn['channel'],
): StandInAnswer {
  const list = (...data: unknown[]): StandInAnswer => ({ status: 200, body: { data } });
  switch (`${method} ${path.replace('/helix/', '')}`) {
    case 'GET users':
      return list({ id: CHANNEL, login: 'twitchdev', display_name: 'TwitchDev' });
    case 'GET streams/key':
      return list({ stream_key: TWITCH_KEY });
    case 'PATCH channels': {
      const body = json as { title: string; game_id?: string };
      channel.title = body.title;
      channel.categoryId = body.game_id ?? channel.categoryId;
      return { status: 204 };
    }
    case 'GET streams':
      return channel.viewers === null
        ? list()
        : list({ id: '1', user_id: query.get('user_id'), type: 'live', viewer_count: channel.viewers });
    case 'GET search/categories':
      return list({ id: '509658', name: 'Just Chatting', box_art_url: 'https://example.com/a.jpg' });
    case 'POST eventsub/subscriptions':
      return { status: 202, body: { data: [{ id: randomUUID(), status: 'enabled' }], total: 1 } };
    case 'POST chat/messages':
      return (json as { message: string }).message.includes('blocked')
        ? list({
            message_id: '',
            is_sent: false,
            drop_reason: { code: 'automod', message: 'Held by AutoMod' },
          })
        : list({ message_id: randomUUID(), is_sent: true });
    case 'DELETE moderation/chat':
      return { status: 204 };
    case 'POST moderation/bans':
      return list({ broadcaster_id: CHANNEL, user_id: '1', end_time: null });
    default:
      return { status: 404, body: { error: 'Not Found', status: 404, message: '' } };
  }
}

const refuse = (status: number, message: string): StandInAnswer => ({ status, body: { status, message } });

function send(socket: WebSocket, kind: string, payload: unknown, messageId: string = randomUUID()): void {
  const metadata = {
    message_id: messageId,
    message_type: kind,
    message_timestamp: new Date().toISOString(),
  };
  socket.send(JSON.stringify({ metadata, payload }));
}

const chatEvent = (id: string, name: string, text: string) => ({
  broadcaster_user_id: CHANNEL,
  broadcaster_user_login: 'twitchdev',
  broadcaster_user_name: 'TwitchDev',
  chatter_user_id: `user-${name}`,
  chatter_user_login: name.toLowerCase(),
  chatter_user_name: name,
  message_id: id,
  message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
  color: '#00FF7F',
  badges: [],
  message_type: 'text',
});
