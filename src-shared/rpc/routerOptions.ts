import type { Contract } from '../contract/define.ts';
import type { EventHub } from './events.ts';
import type { Handlers } from './handlers.ts';

export interface RouterOptions<C extends Contract> {
  contract: C;
  handlers: Handlers<C>;
  events: EventHub<C>;
  protocolVersion: number;
  /** Whether the token of the first frame is right; without it every peer is trusted. */
  isTokenValid?: (token: string | undefined) => boolean;
  /** Hears failures that are nobody's input: the stack goes here, the correlation id to the user. */
  log: (entry: { correlationId: string; name: string; error: unknown }) => void;
  createCorrelationId: () => string;
}
