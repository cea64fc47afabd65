import type { Backend } from './backend.ts';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import type { PlatformClient } from './client.ts';

/** What a thunk gets beside the store. */
export interface ThunkExtra {
  client: PlatformClient;
  /** Accounts, and all that is kept for them. */
  backend: Backend;
  /** Milliseconds that only ever grow; anchors what the host says to this machine's time. */
  nowMs: () => number;
  /** A failure of the page itself in the language that is spoken. */
  wordFailure?: (failure: RpcFailure) => RpcFailure;
}
