import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type { BroadcastAccountsView, ChatChange } from '../../../src-shared/contract/broadcastAccounts.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import type { Ingest } from './driver.ts';
import type { PlatformAddresses } from './platforms.ts';

export type Destination = BroadcastView['destinations'][number];

/** What the broadcast is asked for: its destinations, and to keep address and key of one. */
export interface BroadcastPort {
  read(): Promise<BroadcastView>;
  /** The key that is kept for this destination: for the speed test alone. */
  readKey: (destinationId: string) => Promise<string | null>;
  fill(destination: Destination, ingest: Ingest, watchLink: string): Promise<void>;
}

export interface BroadcastAccountsOptions {
  secrets: SecretStore;
  /** Names our client ids. */
  env: NodeJS.ProcessEnv;
  /** Other ones than the platforms' own, in tests. */
  addresses?: PlatformAddresses | undefined;
  broadcast: BroadcastPort;
  clock: Clock;
  log: Log;
  onChanged: (view: BroadcastAccountsView) => void;
  onChatChanged: (change: ChatChange) => void;
}
