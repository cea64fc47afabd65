import type { PlatformClient } from './client.ts';

/** What a thunk gets beside the store. */
export interface ThunkExtra {
  client: PlatformClient;
  /** Milliseconds that only ever grow; anchors what the host says to this machine's time. */
  nowMs: () => number;
}
