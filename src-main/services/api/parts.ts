import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { KeyScope } from '../../../src-shared/api/index.ts';
import type { ApiCallView } from '../../../src-shared/contract/api.ts';
import type { Log } from '../ports.ts';
import type { PerformParts } from './call.ts';
import type { LiveKey } from './keys.ts';

/** A connection on which nothing moves. */
export const IDLE_LIMIT_MS = 60_000;

/** What the server needs of the service. */
export interface ApiServerParts extends PerformParts {
  /** Whose key this is. Throws an `ApiError` where it opens nothing. */
  authorize(header: string | undefined): Promise<LiveKey>;
  /** Throws an `ApiError` where the month has no call left; counts it otherwise. */
  count(key: LiveKey, scope: KeyScope): Promise<void>;
  events: {
    stream(request: IncomingMessage, response: ServerResponse, query: Record<string, unknown>): void;
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, search: URLSearchParams): void;
  };
  onCall(call: ApiCallView): void;
  log: Log;
}
