import type { Contract } from '../contract/define.ts';
import type { EventHub } from './events.ts';
import type { Handlers } from './handlers.ts';

export interface RouterOptions<C extends Contract> {
  contract: C;
  handlers: Handlers<C>;
  events: EventHub<C>;
  protocolVersion: number;
  /** Hears failures that are nobody's input: the stack goes here, the correlation id to the user. */
  log: (entry: { correlationId: string; name: string; error: unknown }) => void;
  createCorrelationId: () => string;
}
