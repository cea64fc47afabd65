import type { Backend } from './backend.ts';
import type { PlatformClient } from './client.ts';

/** What a thunk gets beside the store. */
export interface ThunkExtra {
  client: PlatformClient;
  /** Accounts, and all that is kept for them. */
  backend: Backend;
  /** Milliseconds that only ever grow; anchors what the host says to this machine's time. */
  nowMs: () => number;
}
