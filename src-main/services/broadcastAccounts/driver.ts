import type { PlatformAccount } from '../../../src-shared/contract/broadcastAccounts.ts';
import type {
  AccountOptions,
  AccountPlatform,
  ChatAction,
  ChatEntry,
} from '../../../src-shared/domain/broadcast/accounts.ts';
import type { z } from 'zod';
import type { Channel, ClientId, platformBroadcastSchema, Tokens } from './accountRecord.ts';

/** Who asks: a client id and a token of its user. */
export interface Access {
  clientId: string;
  accessToken: string;
}

/** A connected account, to be asked with a token that is fresh. */
export interface Session {
  channel: Channel;
  options: AccountOptions;
  /** Of YouTube: the stream that is used again and again; null where none was made yet. */
  streamId: string | null;
  authorized: <T>(ask: (access: Access) => Promise<T>) => Promise<T>;
  saveStreamId: (streamId: string) => Promise<void>;
}

/** Where to send. The key is for the store of keys alone. */
export interface Ingest {
  address: string;
  key: string;
}

/** null where a platform has none of its own. */
export type PlatformBroadcast = z.infer<typeof platformBroadcastSchema>;

export type LiveFigures = Pick<PlatformAccount, 'viewers' | 'health'> & {
  /** For good. */
  hasEnded: boolean;
  /** Whether the platform shows the stream now; null where it does not say so. */
  isShown: boolean | null;
};

export interface ChatListener {
  /** It can be read. */
  onOpened: () => void;
  onAdded: (entries: readonly ChatFact[]) => void;
  onRemoved: (isRemoved: (entry: ChatFact) => boolean) => void;
  signal: AbortSignal;
}

/** An entry with what moderation needs to know of its author. */
export type ChatFact = ChatEntry & { authorId: string };

export interface SpeedTestPlace extends Ingest {
  way: 'twitchTest' | 'youtubePrivate';
  close(): Promise<void>;
}

/** What is different from platform to platform. Everything throws what `platformError` makes. */
export interface PlatformDriver {
  readonly platform: AccountPlatform;
  /** Says what to open, and resolves when the user has agreed there. */
  signIn(
    client: ClientId,
    options: { onPrompt: (prompt: { link: string; code: string | null }) => void; signal: AbortSignal },
  ): Promise<Tokens>;
  refresh(client: ClientId, refreshToken: string): Promise<Tokens>;
  revoke(client: ClientId, tokens: Tokens): Promise<void>;
  readChannel(access: Access): Promise<Channel>;
  /** Throws where the token is not good any more. */
  check(access: Access): Promise<void>;
  readIngest(session: Session): Promise<Ingest>;
  /** Before going live: title and description, and where the platform asks for it, a broadcast. */
  prepare(
    session: Session,
    details: { title: string; description: string },
  ): Promise<PlatformBroadcast | null>;
  readLive(session: Session, broadcast: PlatformBroadcast | null): Promise<LiveFigures>;
  /** Whether there is a chat now. */
  hasChat(broadcast: PlatformBroadcast | null): boolean;
  /** Until the signal, or a failure. */
  followChat(session: Session, broadcast: PlatformBroadcast | null, listener: ChatListener): Promise<void>;
  sendChat(session: Session, broadcast: PlatformBroadcast | null, text: string): Promise<void>;
  moderate(
    session: Session,
    broadcast: PlatformBroadcast | null,
    entry: ChatFact,
    action: ChatAction,
  ): Promise<void>;
  openSpeedTest(session: Session): Promise<SpeedTestPlace>;
  end(session: Session, broadcast: PlatformBroadcast | null): Promise<void>;
}
