import { z } from 'zod';
import { shorten } from '../askPlatform.ts';
import { platformError } from '../platformErrors.ts';

/** A message may be so late behind the time that the server promised. */
const GRACE_MS = 3_000;
const WELCOME_WITHIN_MS = 10_000;
/** Twitch may send a message twice. */
const MOST_SEEN_IDS = 500;

const messageSchema = z.object({
  metadata: z.object({ message_id: z.string(), message_type: z.string() }),
  payload: z.object({
    session: z
      .object({
        id: z.string(),
        keepalive_timeout_seconds: z.number().nullish(),
        reconnect_url: z.string().nullish(),
      })
      .optional(),
    subscription: z.object({ type: z.string(), status: z.string() }).optional(),
    event: z.unknown().optional(),
  }),
});
type Message = z.infer<typeof messageSchema>;

export interface EventSubOptions {
  url: string;
  /** Within ten seconds after the welcome, or the server closes. */
  subscribe: (sessionId: string) => Promise<void>;
  onEvent: (type: string, event: unknown) => void;
  signal: AbortSignal;
}

/** Twitch's events by WebSocket, until the signal or a failure. It moves to another server where Twitch asks for it. */
export async function followEventSub(options: EventSubOptions): Promise<void> {
  const { signal } = options;
  if (signal.aborted) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connection = new Connection(options, reject);
  signal.addEventListener('abort', () => resolve());
  connection.open(options.url, (sessionId) => void options.subscribe(sessionId).catch(reject));
  try {
    await promise;
  } finally {
    connection.close();
  }
}

class Connection {
  readonly #options: EventSubOptions;
  readonly #fail: (error: unknown) => void;
  readonly #seen = new Set<string>();
  #socket: WebSocket | null = null;
  #silence: NodeJS.Timeout | undefined;
  #keepAliveMs = WELCOME_WITHIN_MS;

  constructor(options: EventSubOptions, fail: (error: unknown) => void) {
    this.#options = options;
    this.#fail = fail;
  }

  open(url: string, onWelcome: (sessionId: string) => void): void {
    const socket = new WebSocket(url);
    const before = this.#socket;
    this.#listen();
    socket.addEventListener('message', ({ data }) => {
      const message = read(data);
      if (!message) return;
      const { session } = message.payload;
      if (message.metadata.message_type !== 'session_welcome' || !session) return this.#receive(message);
      this.#keepAliveMs = (session.keepalive_timeout_seconds ?? 10) * 1000;
      this.#socket = socket;
      before?.close();
      this.#listen();
      onWelcome(session.id);
    });
    socket.addEventListener('close', () => {
      // The one that was left is closed by both.
      if (this.#socket === socket || this.#socket === before)
        this.#fail(platformError('twitch', 'accountUnreachable'));
    });
    if (!before) this.#socket = socket;
  }

  close(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #receive({ metadata, payload }: Message): void {
    this.#listen();
    if (this.#seen.has(metadata.message_id)) return;
    this.#seen.add(metadata.message_id);
    if (this.#seen.size > MOST_SEEN_IDS) this.#seen.delete([...this.#seen][0] ?? '');
    const { subscription, session } = payload;
    if (metadata.message_type === 'notification' && subscription)
      this.#options.onEvent(subscription.type, payload.event);
    else if (metadata.message_type === 'session_reconnect' && session?.reconnect_url)
      this.open(session.reconnect_url, () => undefined);
    else if (metadata.message_type === 'revocation') this.#fail(revoked(subscription?.status ?? ''));
  }

  /** The server says something at least so often. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.#fail(platformError('twitch', 'accountUnreachable')),
      this.#keepAliveMs + GRACE_MS,
    );
  }
}

function read(data: unknown): Message | null {
  try {
    return messageSchema.parse(JSON.parse(String(data)));
  } catch {
    // A kind of message that this version does not know.
    return null;
  }
}

const revoked = (status: string) =>
  status === 'authorization_revoked' || status === 'user_removed'
    ? platformError('twitch', 'accountUnauthorized')
    : platformError('twitch', 'accountForbidden', { reason: shorten(status) });
