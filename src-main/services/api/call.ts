import type { IncomingMessage } from 'node:http';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import type { KeyScope } from '../../../src-shared/api/index.ts';
import type { Client } from '../../../src-shared/rpc/index.ts';
import type { CallInput } from './input.ts';
import type { Jobs } from './jobs.ts';
import type { LiveKey, MonthCalls } from './keys.ts';
import type { Match } from './routing.ts';

/** What calls are done with. */
export interface PerformParts {
  client: Client<AppContract>;
  jobs: Jobs;
  readCalls: (key: LiveKey) => Promise<MonthCalls>;
  nowMs: () => number;
  createId: () => string;
}

/** One call, checked. */
export interface Call {
  request: IncomingMessage;
  match: Match;
  input: CallInput;
  key: LiveKey;
  /** By which of its scopes it may. */
  scope: KeyScope;
  signal: AbortSignal;
}
