/** The functions of supabase/functions, called in this process with the same handlers. */
import type { FunctionHandler } from './gateway.ts';
import type { Outbox } from './outbox.ts';
import type { Secrets } from './secrets.ts';

export interface FunctionsOptions {
  url: string;
  secrets: Secrets;
  outbox: Outbox;
  nowMs: () => number;
  log: (message: string, error?: unknown) => void;
}

export function createFunctions(_options: FunctionsOptions): Readonly<Record<string, FunctionHandler>> {
  return {};
}
